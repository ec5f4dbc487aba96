// What source 001 says about noises, each with the rule by which it is judged. Rules are the same for all noises.
#include <algorithm>
#include <cmath>

#include <craton/lab/report.h>

#include "base/text.h"
#include "lab/svg.h"
#include "lab/words.h"

namespace craton {
namespace {

using namespace lab;
using Verdict = LabClaim::Verdict;

class Judge {
 public:
  explicit Judge(std::span<const LabFinding> findings) : findings_(findings) {}

  std::vector<LabClaim> all() {
    variance_at_vertices();
    mean_is_zero();
    negative_correlations();
    modes("perlin", "Perlin's histograms have two modes at the second and the fourth place only", {false, true, false, true});
    for (const char* kind : {"simplex", "kite", "hat"})
      modes(kind, concat({"The histograms of ", kind, " noise have two modes at all four places"}), {true, true, true, true});
    outlines();
    pair("perlin", 0, 45);
    pair("simplex", 45, 15);
    nearly_equal("kite");
    nearly_equal("hat");
    perlin_is_worst();
    for (const char* kind : {"kite", "hat"}) rounder_than_simplex(kind);
    return std::move(claims_);
  }

 private:
  const LabFinding* find(std::string_view kind) const {
    for (const LabFinding& finding : findings_)
      if (finding.subject.name == kind && finding.subject.spec.kind == kind) return &finding;
    return nullptr;
  }

  /// Those of the four noises of the source that were measured.
  std::vector<const LabFinding*> of_source() const {
    std::vector<const LabFinding*> list;
    for (const char* kind : {"perlin", "simplex", "kite", "hat"})
      if (const LabFinding* finding = find(kind)) list.push_back(finding);
    return list;
  }

  void add(std::string claim, std::string found, Verdict verdict) {
    claims_.push_back({std::move(claim), std::move(found), verdict});
  }

  static Verdict by_count(std::size_t holds, std::size_t all) {
    return holds == all ? Verdict::confirmed : holds == 0 ? Verdict::refuted : Verdict::partly;
  }

  /// One claim about each noise of the source: `holds` tells whether, `figure` what was measured.
  template <class Holds, class Figure>
  void of_all(std::string claim, Holds holds, Figure figure) {
    const std::vector<const LabFinding*> list = of_source();
    if (list.empty()) return;
    std::size_t held = 0;
    std::string found;
    for (const LabFinding* finding : list) {
      held += holds(*finding);
      found += concat({found.empty() ? "" : "; ", finding->subject.name, " ", figure(*finding)});
    }
    add(std::move(claim), found, by_count(held, list.size()));
  }

  void variance_at_vertices() {
    of_all(
        "The variance is 0 at the vertices of the lattice, for all noises",
        [](const LabFinding& f) { return f.field.vertex_variance < 1e-6; },
        [](const LabFinding& f) {
          const double variance = std::max(0.0, f.field.vertex_variance);
          return variance > 0 ? concat({number_text(variance, 1), " of the mean variance"}) : std::string("0");
        });
  }

  void mean_is_zero() {
    of_all(
        "The mean is 0 everywhere (Student's test rejects no more places than chance)",
        [](const LabFinding& f) { return f.field.rejected - 0.05 < 3 * f.field.rejected_error; },
        [](const LabFinding& f) {
          return concat({percent(f.field.rejected), " rejected, chance 5 % ± ", percent(f.field.rejected_error)});
        });
  }

  void negative_correlations() {
    of_all(
        "Correlations are negative between neighbouring cells",
        [](const LabFinding& f) {
          return std::all_of(f.correlations.begin(), f.correlations.end(),
                             [](const LabCorrelation& c) { return c.lowest < -0.05; });
        },
        [](const LabFinding& f) {
          std::string text = "down to ";
          for (std::size_t i = 0; i < f.correlations.size(); ++i)
            text += concat({i ? " and " : "", number_text(f.correlations[i].lowest, 2)});
          return text;
        });
  }

  void modes(std::string_view kind, std::string claim, const std::vector<bool>& expected) {
    const LabFinding* finding = find(kind);
    if (!finding || finding->histograms.size() != expected.size()) return;
    std::size_t held = 0;
    std::string found;
    for (std::size_t h = 0; h < expected.size(); ++h) {
      const LabHistogram& histogram = finding->histograms[h];
      held += (histogram.modes == 2) == expected[h];
      found += concat({h ? ", " : "modes ", std::to_string(histogram.modes)});
      if (histogram.modes > 1) found += concat({" (dip ", percent(histogram.dip, 0), ")"});
    }
    add(std::move(claim), found, by_count(held, expected.size()));
  }

  void outlines() {
    const LabFinding *perlin = find("perlin"), *simplex = find("simplex"), *kite = find("kite"), *hat = find("hat");
    if (perlin) {
      // A square turned by 45° has its corners on the axes.
      const double corner = perlin->plane.outline_wave_corner[4];
      const bool turned = std::min(corner, 90 - corner) < 10;
      add("The spectrum of Perlin noise is a rounded square turned by 45°", outline_words(perlin->plane),
          largest_wave(perlin->plane) == 4 ? (turned ? Verdict::confirmed : Verdict::partly) : Verdict::refuted);
    }
    if (kite)
      add("The spectrum of kite noise is a rounded hexagon", outline_words(kite->plane),
          largest_wave(kite->plane) == 6 ? Verdict::confirmed : Verdict::refuted);
    if (kite && simplex)
      add("… and less round than that of simplex noise",
          concat({"six-fold wave ", with_error(kite->plane.outline_wave[6], kite->plane.outline_error), "; simplex ",
                  with_error(simplex->plane.outline_wave[6], simplex->plane.outline_error)}),
          kite->plane.outline_wave[6] - simplex->plane.outline_wave[6] >
                  2 * (kite->plane.outline_error + simplex->plane.outline_error)
              ? Verdict::confirmed
              : Verdict::refuted);
    if (hat) {
      // Irregular: no wave has most of the energy of all that stand out; partly so where only the mirror axes are missing.
      double all = 0, most = 0;
      for (std::size_t m = 2; m < hat->plane.outline_wave.size(); m += 2) {
        const double energy = std::pow(hat->plane.outline_wave[m], 2);
        all += energy;
        most = std::max(most, energy);
      }
      const std::optional<TurnedWave> turned = turned_wave(hat->plane);
      const bool irregular = most < 0.7 * all && largest_wave(hat->plane) != 0;
      add("The spectrum of hat noise is irregular",
          concat({"its outline is ", outline_words(hat->plane), "; its largest wave has ", percent(all > 0 ? most / all : 0, 0),
                  " of the energy of all; ", turned ? turned_words(*turned) : "no wave is turned off the axes of the lattice"}),
          irregular ? Verdict::confirmed
          : turned  ? Verdict::partly
                    : Verdict::refuted);
    }
  }

  void pair(std::string_view kind, double a, double b) {
    const LabFinding* finding = find(kind);
    if (!finding) return;
    const double anywhere = difference_of(finding->slices, a, b), vertex = difference_of(finding->vertex_slices, a, b);
    const std::string directions = concat({number_text(a, 0), "° and ", number_text(b, 0), "°"});
    // Two lines of a plot are told apart from about 3 % on; both kinds of slices count.
    const std::size_t visible = std::size_t{anywhere > 0.03} + std::size_t{vertex > 0.03};
    add(concat({"The spectra of ", kind, " noise at ", directions, " differ visibly"}),
        concat({"by ", percent(vertex), " through a vertex, by ", percent(anywhere), " from anywhere (",
                percent(finding->slices.extreme_floor), " by chance)"}),
        by_count(visible, 2));
  }

  void nearly_equal(std::string_view kind) {
    const LabFinding* finding = find(kind);
    if (!finding) return;
    const LabSlices &anywhere = finding->slices, &vertex = finding->vertex_slices;
    const std::size_t held = std::size_t{anywhere.index < 0.01} + std::size_t{vertex.index < 0.01};
    add(concat({"The spectra of ", kind, " noise in ten even directions nearly coincide"}),
        concat({"they spread by ", with_error(anywhere.index, anywhere.index_error), " from anywhere and by ",
                with_error(vertex.index, vertex.index_error),
                " through a vertex; but with 15°, 45° and 75°, which run along the lattice, by ", percent(anywhere.index_all),
                " and ", percent(vertex.index_all)}),
        by_count(held, 2));
  }

  void perlin_is_worst() {
    const LabFinding* perlin = find("perlin");
    if (!perlin) return;
    std::size_t held = 0, all = 0;
    std::string found = concat({"perlin ", with_error(perlin->slices.index, perlin->slices.index_error),
                                " in ten even directions, ", percent(perlin->slices.index_all), " in all"});
    for (const char* kind : {"kite", "hat"})
      if (const LabFinding* other = find(kind)) {
        ++all;
        held += perlin->slices.index - perlin->slices.index_error > other->slices.index + other->slices.index_error &&
                perlin->slices.index_all > other->slices.index_all;
        found += concat({"; ", kind, " ", with_error(other->slices.index, other->slices.index_error), ", ",
                         percent(other->slices.index_all)});
      }
    if (all > 0) add("Perlin noise depends more on direction than kite and hat noise", found, by_count(held, all));
  }

  void rounder_than_simplex(std::string_view kind) {
    const LabFinding *simplex = find("simplex"), *other = find(kind);
    if (!simplex || !other) return;
    const double error = std::hypot(simplex->slices.index_error, other->slices.index_error);
    const bool anywhere = simplex->slices.index - other->slices.index > 2 * error;
    const bool vertex = simplex->vertex_slices.index_all > other->vertex_slices.index_all;
    add(concat({"(Implied.) ", kind, " noise depends less on direction than simplex noise"}),
        concat({kind, " ", with_error(other->slices.index, other->slices.index_error), ", simplex ",
                with_error(simplex->slices.index, simplex->slices.index_error), " from anywhere; ",
                percent(other->vertex_slices.index_all), " and ", percent(simplex->vertex_slices.index_all),
                " through a vertex"}),
        by_count(std::size_t{anywhere} + std::size_t{vertex}, 2));
  }

  std::span<const LabFinding> findings_;
  std::vector<LabClaim> claims_;
};

}  // namespace

std::vector<LabClaim> lab_claims(std::span<const LabFinding> findings) { return Judge(findings).all(); }

}  // namespace craton
