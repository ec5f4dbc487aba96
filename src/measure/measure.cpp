#include <craton/measure/measure.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "measure/ground.h"

namespace craton {
namespace {

using measure::Ground;

enum Key { land_share, mean_slope, erosion_score, hypsometric_integral, pit_share, spectral_slope };

constexpr MeasureInfo measures[] = {
    {.key = "land_share", .unit = "", .doc = "Share of the area that is not sea.", .cite = "", .earth = MeasureRange{0.29, 0.29}},
    {.key = "mean_slope", .unit = "m/m", .doc = "Mean slope of the land.", .cite = "Horn 1981"},
    {.key = "erosion_score",
     .unit = "",
     .doc = "Standard deviation over mean of the largest difference between a land cell and its neighbours: high where flat "
            "plains lie beside steep mountains.",
     .cite = "Olsen 2004",
     .earth = MeasureRange{0.45, 0.47}},
    {.key = "hypsometric_integral",
     .unit = "",
     .doc = "Where the mean height of the land lies between its lowest and its highest point: low for old, worn relief.",
     .cite = "Strahler 1952; Pike & Wilson 1971",
     .earth = MeasureRange{0.35, 0.6}},
    {.key = "pit_share",
     .unit = "",
     .doc =
         "Share of the land that lies in pits: water that falls there must rise before it can leave for the sea or the border.",
     .cite = "Barnes, Lehman & Mulla 2014",
     .earth = MeasureRange{0.006, 0.046}},
    {.key = "spectral_slope",
     .unit = "",
     .doc =
         "The exponent β with which the power of profiles falls with frequency, for wavelengths over 20 cells: 2 for real land, "
         "higher for smooth relief, lower for rough.",
     .cite = "Turcotte 1987",
     .earth = MeasureRange{1.7, 2.4}},
};

/// Of the land: lowest, highest, mean by area; and its share of the whole.
struct Hypsometry {
  double low = INFINITY, high = -INFINITY, mean = 0, land = 0, whole = 0;
};

template <class T>
Hypsometry block_hypsometry(const T& topology, const Ground& ground, Cell begin, Cell end) {
  Hypsometry block;
  for (Cell cell = begin; cell < end; ++cell) {
    const double area = topology.area(cell), height = double{ground.heights[cell]};
    block.whole += area;
    if (!ground.is_land(cell)) continue;
    block.land += area;
    block.mean += area * height;
    block.low = std::min(block.low, height);
    block.high = std::max(block.high, height);
  }
  return block;
}

Result<Hypsometry> hypsometry_of(const Domain& domain, const Ground& ground, const Execution& execution) {
  const auto blocks = measure::block_by_block(domain, execution, [&](const auto& topology, Cell begin, Cell end) {
    return block_hypsometry(topology, ground, begin, end);
  });
  if (!blocks) return blocks.error();
  Hypsometry total;
  for (const Hypsometry& block : *blocks) {
    total.whole += block.whole;
    total.land += block.land;
    total.mean += block.mean;
    total.low = std::min(total.low, block.low);
    total.high = std::max(total.high, block.high);
  }
  if (total.land > 0) total.mean /= total.land;
  return total;
}

Result<void> check_numbers(std::span<const float> heights, std::string_view layer) {
  const auto bad = std::find_if(heights.begin(), heights.end(), [](float height) { return !std::isfinite(height); });
  if (bad == heights.end()) return {};
  return Error{ErrorCode::invalid_value, std::string(layer),
               concat({"cell ", std::to_string(bad - heights.begin()), " holds no number; relief is measured where all do"})};
}

}  // namespace

std::span<const MeasureInfo> all_measures() { return measures; }

Result<std::vector<Measured>> measure_relief(const Surface& surface, std::string_view layer, const MeasureOptions& options,
                                             const Execution& execution) {
  const Layer* found = surface.layer(layer);
  if (!found || found->type() != LayerType::number)
    return Error{ErrorCode::unknown_name, std::string(layer), "there is no layer of numbers of this name"};
  const std::span<const float> heights = found->numbers();
  CRATON_TRY(check_numbers(heights, layer));
  Ground ground{heights};
  if (options.sea_level) ground.sea_level = static_cast<float>(*options.sea_level);
  const Domain& domain = surface.domain();

  std::vector<Measured> all;
  for (const MeasureInfo& info : measures) all.push_back({.info = &info});
  const Result<Hypsometry> hypsometry = hypsometry_of(domain, ground, execution);
  if (!hypsometry) return hypsometry.error();
  all[land_share].value = hypsometry->land / hypsometry->whole;
  const Result<std::optional<double>> spectrum = measure::measure_spectrum(domain, heights, execution);
  if (!spectrum) return spectrum.error();
  all[spectral_slope].value = *spectrum;
  if (!*spectrum) all[spectral_slope].note = "profiles are shorter than 128 cells, or flat";
  if (hypsometry->land == 0) {
    for (const Key key : {mean_slope, erosion_score, hypsometric_integral, pit_share}) all[key].note = "there is no land";
    return all;
  }

  const double range = hypsometry->high - hypsometry->low;
  if (range > 0)
    all[hypsometric_integral].value = (hypsometry->mean - hypsometry->low) / range;
  else
    all[hypsometric_integral].note = "all land is of one height";
  const Result<measure::Slopes> slopes = measure::measure_slopes(domain, ground, execution);
  if (!slopes) return slopes.error();
  if (slopes->any) {
    all[mean_slope].value = slopes->mean_slope;
    all[erosion_score].value = slopes->erosion_score;
  } else {
    all[mean_slope].note = all[erosion_score].note = "no land cell has all its neighbours";
  }
  const Result<double> pits = measure::measure_pits(domain, ground, execution);
  if (!pits) return pits.error();
  all[pit_share].value = *pits;
  return all;
}

}  // namespace craton
