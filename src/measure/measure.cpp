#include <craton/measure/measure.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "base/text.h"
#include "measure/coast.h"
#include "measure/ground.h"
#include "measure/water.h"
#include "surface/check_finite.h"
#include "surface/table_values.h"

namespace craton {
namespace {

using measure::Ground;

enum Key {
  land_share,
  mean_slope,
  erosion_score,
  lowest_score,
  hypsometric_integral,
  pit_share,
  spectral_slope,
  hack_exponent,
  concavity,
  bifurcation_ratio,
  length_ratio,
  area_ratio,
  drainage_density,
  coast_dimension,
  endorheic_share,
  lake_exponent,
  river_count,
  longest_river,
  water_error
};

constexpr MeasureInfo measures[] = {
    {.key = "land_share", .unit = "", .doc = "Share of the area that is not sea.", .cite = "", .earth = MeasureRange{0.29, 0.29}},
    {.key = "mean_slope", .unit = "m/m", .doc = "Mean slope of the land.", .cite = "Horn 1981"},
    {.key = "erosion_score",
     .unit = "",
     .doc = "Standard deviation over mean of the largest difference between a land cell and its neighbours: high where flat "
            "plains lie beside steep mountains.",
     .cite = "Olsen 2004",
     .earth = MeasureRange{0.45, 0.47}},
    {.key = "erosion_score_lowest",
     .unit = "",
     .doc = "Standard deviation over mean of the drop from a land cell to the lowest of its neighbours, 0 where none is lower.",
     .cite = "Strazdins 2013"},
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
    {.key = "hack_exponent",
     .unit = "",
     .doc = "The exponent h with which rivers grow longer with their catchments, L ∝ A^h. Rivers begin where 500 cells and 0.5 "
            "km² drain through a cell.",
     .cite = "Hack 1957",
     .earth = MeasureRange{0.5, 0.6}},
    {.key = "concavity",
     .unit = "",
     .doc = "The exponent θ with which rivers (over 10 cells) grow flatter with their catchments, S ∝ A^−θ: 0 for straight "
            "profiles, higher for hollow ones.",
     .cite = "Flint 1974",
     .earth = MeasureRange{0.23, 0.58}},
    {.key = "bifurcation_ratio",
     .unit = "",
     .doc = "How many times more rivers there are of one order than of the next.",
     .cite = "Horton 1945; Strahler 1957",
     .earth = MeasureRange{3, 5}},
    {.key = "length_ratio",
     .unit = "",
     .doc = "How many times longer rivers of one order are than those of the order below.",
     .cite = "Horton 1945",
     .earth = MeasureRange{1.5, 3.5}},
    {.key = "area_ratio",
     .unit = "",
     .doc = "How many times larger the catchments of rivers of one order are than those of the order below.",
     .cite = "Schumm 1956",
     .earth = MeasureRange{3, 6}},
    {.key = "drainage_density",
     .unit = "km/km²",
     .doc = "Length of rivers, lakes left out, for each area of land. Where cells are large rivers begin late, and it is low.",
     .cite = "Horton 1945"},
    {.key = "coast_dimension",
     .unit = "",
     .doc =
         "The dimension D of the coast: seen r times as closely it is r^(D − 1) times as long; between 2 cells and an eighth of "
         "the map. 1 for smooth coasts, higher for torn ones.",
     .cite = "Mandelbrot 1967; Bale & Schmidt 1984",
     .earth = MeasureRange{1.02, 1.3}},
    {.key = "endorheic_share",
     .unit = "",
     .doc =
         "Share of the land whose water reaches neither sea nor border: it runs into hollows too wide to overflow, whose lakes "
         "would cover over a sixth of their catchments.",
     .cite = "Langbein 1961",
     .earth = MeasureRange{0.2, 0.2}},
    {.key = "lake_exponent",
     .unit = "",
     .doc = "The exponent τ with which lakes become fewer with their area, n(A) ∝ A^−τ, where all hollows are full to their "
            "rims: for lakes of 10 cells and more.",
     .cite = "Cael & Seekell 2016; Clauset, Shalizi & Newman 2009",
     .earth = MeasureRange{2.05, 2.14}},
    {.key = "river_count",
     .unit = "",
     .doc = "Number of rivers, each from its source to the sea, the border or the river it joins. Where cells are large rivers "
            "begin late, and there are few.",
     .cite = ""},
    {.key = "longest_river", .unit = "m", .doc = "Length of the longest river, from its farthest source.", .cite = ""},
    {.key = "water_error",
     .unit = "",
     .doc = "What the stage `rivers` has lost or made of the water that runs off the land, as a part of it: between the land and "
            "the sea, borders, lakes and sinks.",
     .cite = ""},
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

void set(Measured& measured, const std::optional<double>& value, std::string_view note) {
  measured.value = value;
  if (!value) measured.note = note;
}

void set_relief(std::span<Measured> all, const Hypsometry& hypsometry, const measure::Slopes& slopes) {
  const double range = hypsometry.high - hypsometry.low;
  if (range > 0)
    all[hypsometric_integral].value = (hypsometry.mean - hypsometry.low) / range;
  else
    all[hypsometric_integral].note = "all land is of one height";
  if (slopes.any) {
    all[mean_slope].value = slopes.mean_slope;
    all[erosion_score].value = slopes.erosion_score;
    all[lowest_score].value = slopes.lowest_score;
  } else {
    all[mean_slope].note = all[erosion_score].note = all[lowest_score].note = "no land cell has all its neighbours";
  }
}

void set_water(std::span<Measured> all, const measure::WaterLaws& laws, double land) {
  all[pit_share].value = laws.pit_share;
  set(all[lake_exponent], laws.lake_exponent, "fewer than 30 hollows have 10 cells");
  all[river_count].value = laws.river_count;
  set(all[endorheic_share], laws.closed_share, "there is neither sea nor border that water could reach");
  if (!laws.any_channels) {
    for (const Key key : {hack_exponent, concavity, bifurcation_ratio, length_ratio, area_ratio, drainage_density, longest_river})
      all[key].note = "there are no rivers: no catchment has 500 cells and 0.5 km²";
    return;
  }
  all[longest_river].value = laws.longest_river;
  all[drainage_density].value = 1000 * laws.river_length / land;
  set(all[hack_exponent], laws.hack, "there are too few rivers");
  set(all[concavity], laws.concavity, "there are too few rivers, or they do not fall");
  const std::string_view few_orders = "fewer than three orders of rivers have four rivers";
  if (laws.horton) {
    all[bifurcation_ratio].value = laws.horton->bifurcation;
    all[length_ratio].value = laws.horton->length;
    all[area_ratio].value = laws.horton->area;
  } else {
    for (const Key key : {bifurcation_ratio, length_ratio, area_ratio}) all[key].note = few_orders;
  }
}

Result<void> set_coast(std::span<Measured> all, const Domain& domain, const Ground& ground, const Hypsometry& hypsometry,
                       const Execution& execution) {
  if (hypsometry.land == hypsometry.whole) {
    all[coast_dimension].note = "there is no sea";
    return {};
  }
  CRATON_TRY(const std::vector<measure::CoastPairs> counts, measure::count_coast(domain, ground, execution));
  set(all[coast_dimension], measure::coast_dimension(counts, hypsometry.land / hypsometry.whole),
      "the map is too small, or its coasts lie too close together");
  return {};
}

Result<std::vector<Measured>> measure_ground(const Domain& domain, const Ground& ground, const Execution& execution) {
  std::vector<Measured> all;
  for (const MeasureInfo& info : measures) all.push_back({.info = &info});
  CRATON_TRY(const Hypsometry hypsometry, hypsometry_of(domain, ground, execution));
  all[land_share].value = hypsometry.land / hypsometry.whole;
  CRATON_TRY(const std::optional<double> spectrum, measure::measure_spectrum(domain, ground.heights, execution));
  set(all[spectral_slope], spectrum, "profiles are shorter than 128 cells, or flat");
  if (hypsometry.land == 0) {
    for (Measured& each : all)
      if (!each.value && each.note.empty()) each.note = "there is no land";
    return all;
  }

  CRATON_TRY(const measure::Slopes slopes, measure::measure_slopes(domain, ground, execution));
  set_relief(all, hypsometry, slopes);
  CRATON_TRY(const measure::WaterLaws laws, measure::measure_water(domain, ground, execution));
  set_water(all, laws, hypsometry.land);
  CRATON_TRY(set_coast(all, domain, ground, hypsometry, execution));
  return all;
}

}  // namespace

std::span<const MeasureInfo> all_measures() { return measures; }

Result<std::vector<Measured>> measure_relief(const Surface& surface, std::string_view layer, const MeasureOptions& options,
                                             const Execution& execution) {
  const Layer* found = surface.layer(layer);
  if (!found || found->type() != LayerType::number)
    return Error{ErrorCode::unknown_name, std::string(layer), "there is no layer of numbers of this name"};
  Ground ground{found->numbers()};
  CRATON_TRY(check_finite(ground.heights, std::string(layer), "relief is measured where all do", execution));
  if (options.sea_level) ground.sea_level = static_cast<float>(*options.sea_level);
  try {
    CRATON_TRY(std::vector<Measured> all, measure_ground(surface.domain(), ground, execution));
    const auto* error = values_of<double>(surface.objects("water_balance"), "error");
    const bool told = error && error->size() == 1;
    set(all[water_error], told ? std::optional(error->front()) : std::nullopt, "there is no table water_balance");
    return all;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::unsupported, std::string(layer), "too large for the memory of this machine"};
  }
}

}  // namespace craton
