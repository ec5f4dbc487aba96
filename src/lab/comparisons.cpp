// Figures that compare noises.
#include <algorithm>
#include <cmath>

#include <craton/lab/report.h>

#include "base/text.h"
#include "lab/figures.h"
#include "lab/svg.h"
#include "lab/words.h"

namespace craton {
namespace {

using namespace lab;

constexpr double width = 560, top = 34, bottom_margin = 46;

struct Bar {
  double value = 0, error = 0;
};

/// Bars of an index, with its error.
LabFigure draw_bars(std::string name, std::string_view title, std::span<const LabFinding> findings,
                    Bar (*bar_of)(const LabFinding&)) {
  const double left = 110, right = width - 70, row = 34, height = top + row * static_cast<double>(findings.size()) + 34;
  double highest = 1e-6;
  for (const LabFinding& finding : findings) highest = std::max(highest, bar_of(finding).value + bar_of(finding).error);
  Svg svg(width, height, title);
  const Axis x{0, highest, left, right};
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Bar bar = bar_of(findings[i]);
    const double middle = top + row * (static_cast<double>(i) + 0.5);
    svg.rect(left, middle - 10, std::max(0.5, x.at(bar.value) - left), 20, colour_of_noise(i));
    const double from = x.at(std::max(0.0, bar.value - bar.error)), to = x.at(bar.value + bar.error);
    svg.line(from, middle, to, middle, "err");
    for (const double end : {from, to}) svg.line(end, middle - 4, end, middle + 4, "err");
    svg.text(left - 10, middle + 4, findings[i].subject.name, Anchor::end, "t");
    svg.text(to + 8, middle + 4, percent(bar.value, 2), Anchor::start, "m");
  }
  svg.path(std::vector<std::pair<double, double>>{{left, top}, {left, height - 34}}, "var(--frame)", 1);
  svg.text(16, top - 12, title, Anchor::start, "h");
  svg.text((left + right) / 2, height - 12, "anisotropy index; 0 is the same in all directions", Anchor::middle, "m");
  return {std::move(name), svg.finish()};
}

/// Mean spectra by distance from frequency 0, on equal terms.
LabFigure draw_radial(std::span<const LabFinding> findings, bool decibels) {
  constexpr double height = 330, left = 56, right = 96;
  double shown = 1;
  for (const LabFinding& finding : findings) shown = std::max(shown, 2.2 * finding.plane.centroid_frequency);
  Svg svg(width, height, "Radial spectra");
  const Axis x{0, decibels ? 5.0 : std::min(shown, 5.0), left, width - right},
      y = spectrum_axis(decibels, height - bottom_margin, top);
  svg.axes(x, y, "cycles a cell", spectrum_axis_label(decibels));
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const LabPlaneSpectrum& plane = findings[i].plane;
    std::vector<std::pair<double, double>> line;
    for (std::size_t r = 1; r < plane.radial.size() && static_cast<double>(r) * plane.ring_step <= x.high; ++r)
      line.emplace_back(x.at(static_cast<double>(r) * plane.ring_step), spectrum_place(y, plane.radial[r], decibels));
    svg.path(line, colour_of_noise(i), 1.8);
    const double row = top + 10 + static_cast<double>(i) * 20;
    svg.path(std::vector<std::pair<double, double>>{{width - right + 12, row}, {width - right + 30, row}}, colour_of_noise(i), 3);
    svg.text(width - right + 36, row + 4, findings[i].subject.name, Anchor::start, "m");
  }
  svg.text(left, top - 12, "Spectrum by distance from frequency 0", Anchor::start, "h");
  return {decibels ? "radial-log" : "radial", svg.finish()};
}

}  // namespace

std::vector<LabFigure> lab_comparisons(std::span<const LabFinding> findings) {
  if (findings.empty()) return {};
  const auto even = [](const LabFinding& f) { return Bar{f.slices.index, f.slices.index_error}; };
  const auto all = [](const LabFinding& f) { return Bar{f.slices.index_all, f.slices.index_all_error}; };
  const auto vertex = [](const LabFinding& f) { return Bar{f.vertex_slices.index_all, f.vertex_slices.index_all_error}; };
  return {draw_bars("anisotropy", "Lines from anywhere, ten even directions", findings, even),
          draw_bars("anisotropy-all", "Lines from anywhere, with those along lattices", findings, all),
          draw_bars("anisotropy-vertex", "Lines through a vertex", findings, vertex), draw_radial(findings, false),
          draw_radial(findings, true)};
}

}  // namespace craton
