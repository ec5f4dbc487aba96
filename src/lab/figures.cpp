// The figures of one noise: maps with colour bars, histograms, spectra.
#include "lab/figures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include <craton/lab/report.h>
#include <craton/picture/legend.h>
#include <craton/picture/shade.h>

#include "base/text.h"
#include "lab/svg.h"

namespace craton {
namespace {

using namespace lab;

constexpr double map_side = 256, left_margin = 56, top_margin = 34, bottom_margin = 46, bar_gap = 12, bar_width = 14;
constexpr double map_width = left_margin + map_side + bar_gap + bar_width + 54;
constexpr double map_height = top_margin + map_side + bottom_margin;

struct MapSubject {
  std::string name, title;
  std::span<const float> values;
  std::uint32_t side = 0;
  double low = 0, high = 1;  ///< of both axes
  std::string_view axis = "cells";
  std::string_view ramp = "viridis";
  ToneRange tones;
  std::string_view unit;  ///< what the bar shows
  bool lit = false;
};

Result<void> draw_bar(Svg& svg, const Ramp& ramp, ToneRange tones, std::string_view unit) {
  const double left = left_margin + map_side + bar_gap;
  constexpr std::uint32_t steps = 128;
  std::vector<float> values(steps);
  for (std::uint32_t i = 0; i < steps; ++i)
    values[i] = tones.high + (tones.low - tones.high) * (static_cast<float>(i) + 0.5F) / static_cast<float>(steps);
  CRATON_TRY(svg.image(left, top_margin, bar_width, map_side, coloured({values, 1, steps}, tones, ramp)));
  svg.frame(left, top_margin, bar_width, map_side);
  const Axis axis{double{tones.low}, double{tones.high}, top_margin + map_side, top_margin};
  const std::vector<double> ticks = legend_ticks(axis.low, axis.high, 7);
  const int digits = ticks.size() > 1 ? std::max(0, static_cast<int>(std::ceil(-std::log10(ticks[1] - ticks[0]) - 1e-9))) : 2;
  for (const double value : ticks) {
    svg.line(left + bar_width, axis.at(value), left + bar_width + 4, axis.at(value), "ax");
    svg.text(left + bar_width + 7, axis.at(value) + 4, number_text(value, digits), Anchor::start, "m");
  }
  svg.text(map_width - 4, top_margin + map_side + 36, unit, Anchor::end, "m");
  return {};
}

/// Rows go up in the figure, as y does.
std::vector<float> upside_down(std::span<const float> values, std::uint32_t side) {
  std::vector<float> out(values.size());
  for (std::uint32_t y = 0; y < side; ++y)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(std::size_t{y} * side), side,
                out.begin() + static_cast<std::ptrdiff_t>(std::size_t{side - 1 - y} * side));
  return out;
}

Result<Svg> draw_map(const MapSubject& map) {
  Svg svg(map_width, map_height, map.title);
  CRATON_TRY(const Ramp* ramp, find_ramp(map.ramp, "ramp"));
  const std::vector<float> values = upside_down(map.values, map.side);
  const FloatView view{values, map.side, map.side};
  const Rgb8Image picture =
      map.lit ? shaded(view, map.tones, *ramp, {.relief = 44, .strength = 0.85}) : coloured(view, map.tones, *ramp);
  CRATON_TRY(svg.image(left_margin, top_margin, map_side, map_side, picture));
  const Axis x{map.low, map.high, left_margin, left_margin + map_side}, y{map.low, map.high, top_margin + map_side, top_margin};
  svg.axes(x, y, concat({"x, ", map.axis}), concat({"y, ", map.axis}), false);
  svg.text(left_margin, top_margin - 12, map.title, Anchor::start, "h");
  CRATON_TRY(draw_bar(svg, *ramp, map.tones, map.unit));
  return svg;
}

ToneRange symmetric(std::span<const float> values) {
  float reach = 1e-9F;
  for (const float v : values) reach = std::max(reach, std::abs(v));
  return {-reach, reach};
}

ToneRange tones_of(std::span<const float> values) {
  double sum = 0, squares = 0;
  for (const float v : values) {
    sum += double{v};
    squares += double{v} * double{v};
  }
  const auto n = static_cast<double>(values.size());
  const double mean = sum / n, reach = 2.5 * std::sqrt(std::max(1e-12, squares / n - mean * mean));
  return {static_cast<float>(mean - reach), static_cast<float>(mean + reach)};
}

void mark(Svg& svg, const MapSubject& map, LabPlace place) {
  const Axis x{map.low, map.high, left_margin, left_margin + map_side}, y{map.low, map.high, top_margin + map_side, top_margin};
  for (const std::string_view css : {"mark", "mark2"}) svg.circle(x.at(place.x), y.at(place.y), 4.5, css);
}

std::string place_text(LabPlace place) { return concat({"(", number_text(place.x, 3), ", ", number_text(place.y, 3), ")"}); }

// ---- the figures

Result<void> add_views(const LabFinding& found, std::vector<LabFigure>& figures) {
  struct Choice {
    const LabView& view;
    std::string_view name, title;
    bool lit;
  };
  for (const Choice& choice :
       {Choice{found.near, "near", "One realisation, near", false}, Choice{found.far, "far", "One realisation, from afar", false},
        Choice{found.near, "lit", "The same as ground, lit from above left", true},
        Choice{found.fractal, "fractal", "Fractal: 4 octaves, each finer by 3", true}}) {
    if (choice.view.values.empty()) continue;
    const MapSubject map{.name = "",
                         .title = std::string(choice.title),
                         .values = choice.view.values,
                         .side = choice.view.side,
                         .low = 0,
                         .high = choice.view.cells,
                         .ramp = choice.lit ? "moon" : "slate",
                         .tones = tones_of(choice.view.values),
                         .unit = "value",
                         .lit = choice.lit};
    CRATON_TRY(const Svg svg, draw_map(map));
    figures.push_back({std::string(choice.name), svg.finish()});
  }
  return {};
}

Result<void> add_fields(const LabFinding& found, std::vector<LabFigure>& figures) {
  const LabField& field = found.field;
  float highest = 0;
  for (const float v : field.variance) highest = std::max(highest, v);
  const MapSubject mean{.title = "Mean over seeds",
                        .values = field.mean,
                        .side = field.side,
                        .low = field.window.low,
                        .high = field.window.high,
                        .ramp = "balance",
                        .tones = symmetric(field.mean),
                        .unit = "mean"};
  MapSubject variance = mean;
  variance.title = "Variance over seeds";
  variance.values = field.variance;
  variance.ramp = "dusk";
  variance.tones = {0, highest};
  variance.unit = "variance";
  Result<Svg> svg = draw_map(mean);
  if (!svg) return svg.error();
  figures.push_back({"mean", svg->finish()});
  svg = draw_map(variance);
  if (!svg) return svg.error();
  figures.push_back({"variance", svg->finish()});
  for (std::size_t a = 0; a < found.correlations.size(); ++a) {
    const LabCorrelation& correlation = found.correlations[a];
    const MapSubject map{.title = concat({"Autocorrelation with ", place_text(correlation.anchor)}),
                         .values = correlation.correlation,
                         .side = correlation.side,
                         .low = correlation.window.low,
                         .high = correlation.window.high,
                         .ramp = "balance",
                         .tones = {-1, 1},
                         .unit = "correlation"};
    MapSubject covariance = map;
    covariance.title = concat({"Autocovariance with ", place_text(correlation.anchor)});
    covariance.values = correlation.covariance;
    covariance.tones = symmetric(correlation.covariance);
    covariance.unit = "covariance";
    for (const auto& [name, drawn] : {std::pair{"covariance-", covariance}, std::pair{"correlation-", map}}) {
      svg = draw_map(drawn);
      if (!svg) return svg.error();
      mark(*svg, drawn, correlation.anchor);
      figures.push_back({concat({name, std::to_string(a + 1)}), svg->finish()});
    }
  }
  return {};
}

LabFigure draw_histogram(const LabHistogram& histogram, std::size_t index) {
  constexpr double width = map_width, height = 240;
  Svg svg(width, height, concat({"Histogram at ", place_text(histogram.place)}));
  const auto most = static_cast<double>(*std::max_element(histogram.counts.begin(), histogram.counts.end()));
  double all = 0;
  for (const std::uint64_t count : histogram.counts) all += static_cast<double>(count);
  const double reach = histogram.reach > 0 ? histogram.reach : 1, bins = static_cast<double>(histogram.counts.size()),
               bin = 2 * reach / bins, density = 1 / (all * bin);
  const Axis x{-reach, reach, left_margin, width - 16}, y{0, most * density * 1.08, height - bottom_margin, top_margin};
  svg.axes(x, y, "value", "density");
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double from = x.at(-reach + static_cast<double>(i) * bin), to = x.at(-reach + static_cast<double>(i + 1) * bin);
    const double top = y.at(static_cast<double>(histogram.counts[i]) * density);
    svg.rect(from, top, to - from + 0.3, y.begin - top, histogram.modes > 1 ? "#b5562c" : "#3f7ca8");
  }
  const std::string_view shape = histogram.modes > 2 ? "several modes" : histogram.modes == 2 ? "two modes" : "one mode";
  svg.text(left_margin, top_margin - 12, concat({"At ", place_text(histogram.place), ": ", shape}), Anchor::start, "h");
  return {concat({"histogram-", std::to_string(index + 1)}), svg.finish()};
}

Result<void> add_plane(const LabFinding& found, std::vector<LabFigure>& figures) {
  const LabPlaneSpectrum& plane = found.plane;
  // The middle alone, where something is: a little more than the outline.
  const double widest = *std::max_element(plane.outline.begin(), plane.outline.end());
  const double shown = std::min(plane.highest, widest > 0 ? 1.7 * widest : plane.highest);
  const auto reach = static_cast<std::uint32_t>(shown / plane.ring_step), centre = plane.side / 2;
  // A pixel is the mean of so many frequencies that pictures stay small.
  constexpr std::uint32_t most_pixels = 257;
  const std::uint32_t block = (2 * reach + most_pixels) / most_pixels, side = (2 * reach + 1) / block;
  const std::uint32_t first = centre - side * block / 2;
  std::vector<float> part(std::size_t{side} * side);
  for (std::uint32_t y = 0; y < side * block; ++y)
    for (std::uint32_t x = 0; x < side * block; ++x)
      part[std::size_t{y / block} * side + x / block] +=
          plane.modulus[std::size_t{first + y} * plane.side + first + x] / static_cast<float>(block * block);
  const double edge = side * block / 2.0 * plane.ring_step;
  const MapSubject map{.title = "Spectrum; the line is at half its height",
                       .values = part,
                       .side = side,
                       .low = -edge,
                       .high = edge,
                       .axis = "cycles a cell",
                       .ramp = "viridis",
                       .tones = {0, 1.15F},
                       .unit = "modulus"};
  CRATON_TRY(Svg svg, draw_map(map));
  const Axis x{map.low, map.high, left_margin, left_margin + map_side}, y{map.low, map.high, top_margin + map_side, top_margin};
  std::vector<std::pair<double, double>> line;
  for (std::size_t d = 0; d < plane.outline.size(); ++d) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(d) / static_cast<double>(plane.outline.size());
    line.emplace_back(x.at(plane.outline[d] * std::cos(angle)), y.at(plane.outline[d] * std::sin(angle)));
  }
  svg.path(line, "#ffffff", 1.6, true);
  figures.push_back({"spectrum", svg.finish()});
  return {};
}

/// Neighbours in the order of directions have colours that are hard to tell apart: they are dashed in turn.
std::string dashes_of(std::size_t place_in_order) {
  constexpr std::string_view dashes[] = {"", "7 3", "2 2.5"};
  const std::string_view own = dashes[place_in_order % std::size(dashes)];
  return own.empty() ? "" : concat({"stroke-dasharray=\"", own, "\""});
}

LabFigure draw_slices(const LabSlices& slices, double shown, bool decibels) {
  constexpr double width = 500, height = map_height, right = 84;
  Svg svg(width, height, slices.through_vertex ? "Spectra of lines through a vertex" : "Spectra of lines from anywhere");
  const std::size_t end = std::min(slices.modulus[0].size(), static_cast<std::size_t>(shown / slices.frequency_step) + 1);
  double highest = 0;
  for (const std::vector<double>& spectrum : slices.modulus)
    for (std::size_t f = 1; f < end; ++f) highest = std::max(highest, spectrum[f]);
  const Axis x{0, static_cast<double>(end - 1) * slices.frequency_step, left_margin, width - right},
      y = spectrum_axis(decibels, height - bottom_margin, top_margin);
  svg.axes(x, y, "cycles a cell", spectrum_axis_label(decibels));
  std::vector<std::size_t> order(slices.directions.size());
  for (std::size_t d = 0; d < order.size(); ++d) order[d] = d;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return slices.directions[a] < slices.directions[b]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t d = order[i];
    std::vector<std::pair<double, double>> line;
    for (std::size_t f = 1; f < end; ++f)
      line.emplace_back(x.at(static_cast<double>(f) * slices.frequency_step),
                        spectrum_place(y, slices.modulus[d][f] / highest, decibels));
    svg.path(line, colour_of_direction(slices.directions[d]), 1.3, false, dashes_of(i));
    const double row = top_margin + 8 + static_cast<double>(i) * 18;
    svg.path(std::vector<std::pair<double, double>>{{width - right + 14, row}, {width - right + 36, row}},
             colour_of_direction(slices.directions[d]), 3, false, dashes_of(i));
    svg.text(width - right + 42, row + 4, number_text(slices.directions[d], 0) + "°", Anchor::start, "m");
  }
  svg.text(left_margin, top_margin - 12,
           slices.through_vertex ? "Lines through a vertex, by direction" : "Lines from anywhere, by direction", Anchor::start,
           "h");
  return {concat({slices.through_vertex ? "slices-vertex" : "slices", decibels ? "-log" : ""}), svg.finish()};
}

}  // namespace

namespace lab {

std::string_view colour_of_noise(std::size_t index) {
  constexpr std::string_view colours[] = {"#c4622d", "#2f86c1", "#4f9d3a", "#9a63c0", "#c09a1c", "#cf4f68", "#1f9c8f", "#7d8590"};
  return colours[index % std::size(colours)];
}

Axis spectrum_axis(bool decibels, double bottom, double top) {
  return decibels ? Axis{lowest_decibels, 3, bottom, top} : Axis{0, 1.06, bottom, top};
}

std::string_view spectrum_axis_label(bool decibels) {
  return decibels ? "mean modulus, decibels below the highest" : "mean modulus, of the highest";
}

double spectrum_place(const Axis& axis, double modulus, bool decibels) {
  if (!decibels) return axis.at(std::min(axis.high, modulus));
  return axis.at(std::clamp(20 * std::log10(std::max(modulus, 1e-9)), axis.low, axis.high));
}

std::string colour_of_direction(double degrees) {
  return concat({"hsl(", std::to_string(std::lround(degrees * 2)), ",62%,50%)"});
}

}  // namespace lab

Result<std::vector<LabFigure>> lab_figures(const LabFinding& finding, const Execution& execution) {
  std::vector<LabFigure> figures;
  CRATON_TRY(add_views(finding, figures));
  if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
  CRATON_TRY(add_fields(finding, figures));
  for (std::size_t h = 0; h < finding.histograms.size(); ++h) figures.push_back(draw_histogram(finding.histograms[h], h));
  CRATON_TRY(add_plane(finding, figures));
  const double shown = std::min(4.0, 2.2 * std::max(0.5, finding.plane.centroid_frequency));
  for (const LabSlices& slices : {std::cref(finding.slices), std::cref(finding.vertex_slices)}) {
    figures.push_back(draw_slices(slices, shown, false));
    figures.push_back(draw_slices(slices, std::max(5.0, shown), true));
  }
  return figures;
}

}  // namespace craton
