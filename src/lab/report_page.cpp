// The report as one page: no script, no other file, light or dark as the reader's system is.
#include <craton/lab/report.h>

#include <cmath>

#include "base/text.h"
#include "lab/figures.h"
#include "lab/svg.h"
#include "lab/words.h"
#include "picture/svg_text.h"

namespace craton {
namespace {

using namespace lab;

constexpr std::string_view style = R"css(
:root{color-scheme:light dark;--paper:#f7f5ef;--card:#fffdf8;--ink:#24282c;--faint:#6d6f6c;--rule:#dcd8cd;--frame:#8a8a85;--accent:#a8481f;--good:#2f7d46;--bad:#b0342c;--half:#9a6b00}
@media (prefers-color-scheme:dark){:root{--paper:#16181b;--card:#1e2125;--ink:#e6e3da;--faint:#a3a39c;--rule:#33373c;--frame:#7d8085;--accent:#e58a5c;--good:#6cc788;--bad:#ef7b72;--half:#e0b04a}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 Inter,system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
main{max-width:1440px;margin:0 auto;padding:40px 28px 80px}
h1{font-size:38px;line-height:1.15;margin:0 0 8px;letter-spacing:-.02em}
h2{font-size:26px;margin:56px 0 10px;padding-top:14px;border-top:1px solid var(--rule);letter-spacing:-.01em}
h3{font-size:17px;margin:26px 0 8px;color:var(--faint);font-weight:600}
p{max-width:76ch;margin:10px 0}
.lead{font-size:18px;color:var(--faint)}
nav{display:flex;flex-wrap:wrap;gap:6px 18px;margin:18px 0 8px}
a{color:var(--accent)}
.table{overflow-x:auto;margin:18px 0}
table{border-collapse:collapse;width:100%;font-size:15px;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:8px 9px;border-bottom:1px solid var(--rule);vertical-align:top}
th{font-weight:600;font-size:13px;line-height:1.35;color:var(--faint);vertical-align:bottom}
.numbers td,.numbers th{white-space:nowrap}
th:first-child,td:first-child,table.words td,table.words th{text-align:left}
td small{color:var(--faint)}
.dot{display:inline-block;width:10px;height:10px;border-radius:50%;margin-right:8px}
.best{font-weight:700}
.verdict{white-space:nowrap;font-weight:600}
.confirmed{color:var(--good)}.refuted{color:var(--bad)}.partly{color:var(--half)}
.figures{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(min(320px,100%),1fr))}
.figures.wide{grid-template-columns:repeat(auto-fill,minmax(min(500px,100%),1fr))}
.figures.side{display:flex;flex-wrap:wrap}
.figures.side figure{flex:500 1 420px}.figures.side figure:first-child{flex:392 1 320px}
.figures figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:8px;min-width:0}
.figures svg{display:block;width:100%;height:auto}
.word{background:var(--card);border-left:4px solid var(--accent);padding:12px 18px;border-radius:0 8px 8px 0;max-width:84ch}
svg text{font:13px Inter,system-ui,'DejaVu Sans',sans-serif;fill:var(--ink)}
svg text.m{fill:var(--faint);font-size:12.5px}svg text.h{font-weight:600;font-size:15px}
svg .ax{stroke:var(--frame);stroke-width:1;fill:none}svg .gr{stroke:var(--rule);stroke-width:1}
svg .mark{fill:none;stroke:#fff;stroke-width:3}svg .mark2{fill:none;stroke:#111;stroke-width:1.3}
svg .err{stroke:var(--ink);stroke-width:1.4}
svg image{image-rendering:auto}
footer{margin-top:60px;color:var(--faint);font-size:14px}
)css";

std::string cell(std::string_view text, bool best = false) {
  return concat({best ? "<td class=\"best\">" : "<td>", text, "</td>"});
}

std::string error_cell(double value, double error, bool best) {
  return cell(concat({percent(value, 2), " <small>± ", percent(error, 2), "</small>"}), best);
}

std::string summary_table(std::span<const LabFinding> findings) {
  const auto lowest = [&](auto get) {
    double value = get(findings[0]);
    for (const LabFinding& finding : findings) value = std::min(value, get(finding));
    return value;
  };
  const double best_index = lowest([](const LabFinding& f) { return f.slices.index; });
  const double best_vertex = lowest([](const LabFinding& f) { return f.vertex_slices.index_all; });
  const double best_all = lowest([](const LabFinding& f) { return f.slices.index_all; });
  const double best_spread = lowest([](const LabFinding& f) { return f.field.variance_spread; });
  std::string text =
      "<div class=\"table\"><table class=\"numbers\"><thead><tr><th>noise</th><th>anisotropy index,<br>ten even "
      "directions</th><th>with "
      "directions<br>along lattices</th><th>through<br>a vertex</th>"
      "<th>worst pair of<br>directions</th><th>deviation</th><th>unevenness of<br>the variance</th><th>variance "
      "at<br>vertices</th><th>mean ≠ 0<br>rejected</th>"
      "<th>peak,<br>cycles a cell</th><th>modes at the<br>four places</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const LabFinding& f = findings[i];
    std::string modes;
    for (const LabHistogram& histogram : f.histograms)
      modes += concat({modes.empty() ? "" : " · ", std::to_string(histogram.modes)});
    text += concat({"<tr><td><span class=\"dot\" style=\"background:", colour_of_noise(i), "\"></span><a href=\"#",
                    picture::svg_escaped(f.subject.name), "\">", picture::svg_escaped(f.subject.name), "</a></td>"});
    text += error_cell(f.slices.index, f.slices.index_error, f.slices.index == best_index);
    text += error_cell(f.slices.index_all, f.slices.index_all_error, f.slices.index_all == best_all);
    text += error_cell(f.vertex_slices.index_all, f.vertex_slices.index_all_error, f.vertex_slices.index_all == best_vertex);
    text += cell(concat({percent(f.slices.extreme), " <small>", number_text(f.slices.extreme_directions[0], 0), "°/",
                         number_text(f.slices.extreme_directions[1], 0), "°</small>"}));
    text += cell(number_text(std::sqrt(f.field.mean_variance), 3));
    text += cell(percent(f.field.variance_spread, 0), f.field.variance_spread == best_spread);
    text += cell(f.field.vertex_variance < 1e-6 ? "0" : percent(f.field.vertex_variance, 0));
    text += cell(concat({percent(f.field.rejected), " <small>± ", percent(f.field.rejected_error), "</small>"}));
    text += cell(number_text(f.plane.peak_frequency, 2)) + cell(modes) + "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string claims_table(std::span<const LabFinding> findings) {
  const std::vector<LabClaim> claims = lab_claims(findings);
  if (claims.empty()) return "";
  std::string text =
      "<h2 id=\"claims\">What source 001 says, and what was found</h2>\n<p>Fixed rules decide what a statement is "
      "called here, the same for all noises. Only statements about noises of this report are told.</p>\n<div "
      "class=\"table\"><table "
      "class=\"words\"><thead><tr><th>statement</th>"
      "<th>verdict</th><th>measured</th></tr></thead><tbody>\n";
  for (const LabClaim& claim : claims) {
    const std::string_view css = claim.verdict == LabClaim::Verdict::confirmed ? "confirmed"
                                 : claim.verdict == LabClaim::Verdict::partly  ? "partly"
                                                                               : "refuted";
    const std::string_view word = claim.verdict == LabClaim::Verdict::confirmed ? "✓ confirmed"
                                  : claim.verdict == LabClaim::Verdict::partly  ? "◐ in part"
                                                                                : "✗ not confirmed";
    text += concat({"<tr><td>", picture::svg_escaped(claim.claim), "</td><td class=\"verdict ", css, "\">", word, "</td><td>",
                    picture::svg_escaped(claim.found), "</td></tr>\n"});
  }
  return text + "</tbody></table></div>\n";
}

std::string figure(const LabFigure& f) { return concat({"<figure>", f.svg, "</figure>\n"}); }

/// Figures whose names begin with one of these words, under a heading.
std::string group(std::string_view heading, const std::vector<LabFigure>& figures, std::initializer_list<std::string_view> names,
                  std::string_view css = "figures") {
  std::string text;
  for (const LabFigure& f : figures)
    for (const std::string_view name : names)
      if (f.name == name || (f.name.starts_with(name) && f.name.size() > name.size() && f.name[name.size()] == '-'))
        text += figure(f);
  return text.empty() ? "" : concat({"<h3>", heading, "</h3>\n<div class=\"", css, "\">\n", text, "</div>\n"});
}

std::string noise_section(const LabFinding& finding, const std::vector<LabFigure>& figures) {
  std::string text =
      concat({"<h2 id=\"", picture::svg_escaped(finding.subject.name), "\">", picture::svg_escaped(finding.subject.name),
              "</h2>\n<p class=\"word\">", picture::svg_escaped(lab_conclusion(finding)), "</p>\n"});
  text += group("What it looks like", figures, {"near", "far", "lit", "fractal"});
  text += group("Over many seeds: mean, variance, correlation with one place", figures, {"mean", "variance", "correlation"});
  text += group("Values at single places", figures, {"histogram"});
  text += group("Spectra", figures, {"spectrum", "slices"}, "figures side");
  return text;
}

// NOLINTBEGIN(bugprone-suspicious-missing-comma): texts longer than a line
std::string method(const LabEffort& e, Seed seed) {
  const auto n = [](double value) { return number_text(value, 2); };
  constexpr std::string_view heading =
      "<h2 id=\"method\">How this was measured</h2>\n"
      "<p>Lengths are in cells of a noise's lattice, frequencies in cycles a cell. A <em>realisation</em> is the noise with "
      "another seed; the first seed is ";
  return concat(
      {heading,
       std::to_string(seed.value),
       ". All noises are treated alike, and every figure comes out the same again, with any number of threads.</p>\n<p><b>Mean "
       "and variance</b>: ",
       n(e.field_realisations),
       " realisations on ",
       n(e.field_side),
       " × ",
       n(e.field_side),
       " places. At each place Student's test asks whether the mean is 0, at the 5 % level: so many tests reject about 5 % of "
       "the places by chance, and places "
       "near each other are rejected together. The ± beside a share is how far it scatters between twenty parts of the "
       "realisations. "
       "<b>Correlations</b> are between one place (ringed) and all others, over the same number of "
       "realisations.</p>\n<p><b>Histograms</b>: ",
       n(e.histogram_realisations),
       " realisations. A mode is a peak from which one has to go down by more than five deviations of a count, and 1 % of the "
       "highest bin, before a higher one is "
       "reached.</p>\n<p><b>Spectrum of the plane</b>: the mean modulus of the Fourier transform of ",
       n(e.plane_realisations),
       " squares ",
       n(e.plane_cells),
       " cells wide, ",
       n(e.plane_side),
       " × ",
       n(e.plane_side),
       " samples each. Its outline is where it falls to half its height; an outline is described by its waves around the circle: "
       "four for a rounded square, six "
       "for a rounded hexagon.</p>\n<p><b>Directions</b>: the mean modulus of the Fourier transform of ",
       n(e.slices),
       " straight lines of ",
       n(e.slice_cells),
       " cells and ",
       n(e.slice_samples),
       " samples, each of another realisation, in ten even directions and 15°, 45° and 75°; once from anywhere, once through a "
       "vertex of the lattice. The "
       "<b>anisotropy index</b> is Σ<sub>f</sub> std<sub>θ</sub>|F| ∕ Σ<sub>f</sub> mean<sub>θ</sub>|F| over the ten even "
       "directions, without the part that the "
       "finite number of lines gives to any noise (in bands of 25 frequencies, by the variances of the means). Its ± is a "
       "jackknife over ten parts of the lines. <b>Careful</b>: of the ten even directions 0° and 90° run along the lines of "
       "square lattices, and none along those of "
       "triangular ones (15°, 45°, 75°, …), so that the ten alone favour triangles; the index is therefore told for all "
       "thirteen, too. A line along a lattice keeps "
       "its distance from the vertices, and a line through a vertex that runs along the lattice meets one vertex after the "
       "other: every noise of "
       "vertices shows it, and pictures need not look different in different directions for that.</p>\n"});
}
// NOLINTEND(bugprone-suspicious-missing-comma)

}  // namespace

std::string lab_figure_file(const LabFigure& figure) {
  std::string text = figure.svg;
  const std::size_t end = text.find("</title>");
  const std::size_t place = end == std::string::npos ? text.find('>') + 1 : end + 8;
  text.insert(place, concat({"<style>", svg_style(), "</style>"}));
  return text;
}

std::string lab_page(std::span<const LabFinding> findings, std::span<const std::vector<LabFigure>> figures, Seed seed) {
  std::string names, links;
  for (const LabFinding& finding : findings) {
    names += concat({names.empty() ? "" : ", ", finding.subject.name});
    links += concat(
        {"<a href=\"#", picture::svg_escaped(finding.subject.name), "\">", picture::svg_escaped(finding.subject.name), "</a>\n"});
  }
  constexpr std::string_view head =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\"><title>Craton's lab: ";
  std::string text = concat({head, picture::svg_escaped(names), "</title><style>", style, "</style></head><body><main>\n"});
  text += concat({"<h1>What these noises are like</h1>\n<p class=\"lead\">", picture::svg_escaped(names),
                  ": measured over many seeds, all alike. Made by <code>craton lab</code>.</p>\n<nav>", links,
                  "<a href=\"#claims\">source 001</a>\n<a href=\"#method\">method</a></nav>\n"});
  if (!findings.empty()) {
    text += "<h2 id=\"summary\">In one look</h2>\n<div class=\"figures wide\">\n";
    for (const LabFigure& f : lab_comparisons(findings)) text += figure(f);
    text += "</div>\n" + summary_table(findings) + claims_table(findings);
    for (std::size_t i = 0; i < findings.size() && i < figures.size(); ++i) text += noise_section(findings[i], figures[i]);
    text += method(findings[0].effort, seed);
  }
  return text + "<footer>Source 001: kite and hat noise. Fourier transforms by kissfft.</footer>\n</main></body></html>\n";
}

}  // namespace craton
