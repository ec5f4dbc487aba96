// Waterfalls: where the long profile of a river breaks. Steep links between a river's cells are steps; steps that follow each
// other closely are one cascade, and so one fall.
#include <algorithm>
#include <vector>

#include "stages/all_stages.h"
#include "stages/water/bound_waters.h"
#include "stages/water/rivers/river_path.h"

namespace craton {
namespace {

struct WaterfallsParams : ReadWaters {
  Read<float> layer = "height", discharge = "discharge";
  double least_drop = 15, least_discharge = 3e6, together = 300;
  Field least_slope = 0.3;
  OnPlanes on_planes = OnPlanes::refuse;
  WriteTable waterfalls = waterfalls_table;
};

/// From one of a river's cells to a later one.
struct Fall {
  std::size_t river = 0, top = 0, foot = 0;
  std::size_t lip = 0;  // where it is steepest
  float steepest = 0;   // m/m
  double length = 0;    // m, along the river
};

class FallFinder {
 public:
  explicit FallFinder(const WaterfallsParams& params)
      : domain_(params.waters.domain()),
        params_(params),
        rivers_(params.waters.rivers),
        beds_(params.waters.beds(params.layer)),
        discharge_(params.discharge) {}

  std::vector<Waterfall> find() const {
    std::vector<Waterfall> all;
    for (std::size_t i = 0; i < rivers_.size(); ++i) {
      std::vector<Fall> steps = steps_of(i);
      for (std::size_t s = 0; s < steps.size();) {
        Fall fall = steps[s++];
        while (s < steps.size() && gap(fall, steps[s]) <= params_.together) join(fall, steps[s++]);
        if (double{surface(fall, fall.top) - surface(fall, fall.foot)} >= params_.least_drop) all.push_back(described(fall));
      }
    }
    return all;
  }

 private:
  /// Of the water: the sea's is at 0.
  float surface(const Fall& fall, std::size_t place) const {
    const float bed = beds_[rivers_[fall.river].cells[place]];
    return rivers_[fall.river].mouth == Mouth::sea ? std::max(bed, 0.0F) : bed;
  }

  Waterfall described(const Fall& fall) const {
    const Cell lip = rivers_[fall.river].cells[fall.lip];
    const auto high = double{surface(fall, fall.top)}, low = double{surface(fall, fall.foot)};
    return {.river = static_cast<std::int64_t>(fall.river),
            .at = river_point(domain_, lip, surface(fall, fall.lip)),
            .drop = high - low,
            .high = high,
            .low = low,
            .length = fall.length,
            .discharge = double{discharge_[lip]}};
  }

  std::vector<Fall> steps_of(std::size_t river) const {
    const std::vector<Cell>& cells = rivers_[river].cells;
    std::vector<Fall> steps;
    for (std::size_t k = 0; k + 1 < cells.size(); ++k) {
      if (double{discharge_[cells[k]]} < params_.least_discharge) continue;
      Fall step{.river = river, .top = k, .foot = k + 1, .lip = k};
      const float length = length_between(domain_, cells[k], cells[k + 1]);
      step.steepest = (surface(step, k) - surface(step, k + 1)) / length;
      step.length = double{length};
      if (step.steepest > 0 && step.steepest >= params_.least_slope[cells[k]]) steps.push_back(step);
    }
    return steps;
  }

  /// Metres along the river between two.
  double gap(const Fall& upper, const Fall& lower) const {
    const std::span<const Cell> cells = rivers_[upper.river].cells;
    return length_of(domain_, cells.subspan(upper.foot, lower.top - upper.foot + 1));
  }
  void join(Fall& upper, const Fall& lower) const {
    upper.length += gap(upper, lower) + lower.length;
    upper.foot = lower.foot;
    if (lower.steepest <= upper.steepest) return;
    upper.steepest = lower.steepest;
    upper.lip = lower.lip;
  }

  const Domain& domain_;
  const WaterfallsParams& params_;
  const std::vector<River>& rivers_;
  FlatArray<float> beds_;
  std::span<const float> discharge_;
};

Result<void> run(WaterfallsParams& params, StageContext&) {
  params.waters.waterfalls = FallFinder(params).find();
  return params.waterfalls.set(params.waters.waterfall_table());
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<WaterfallsParams>() {
  using P = WaterfallsParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::lake>("lake", "The numbers of the lakes, by the stage `lakes`."),
      layer_param<&P::discharge>("discharge", "The water of the rivers, by the stage `rivers`."),
      number_param<&P::least_drop>("least_drop", 0, 1e5, "m", "Lower ones do not count."),
      field_param<&P::least_slope>("least_slope", 0, 1000, "m/m", "From one cell to the next: less steep water is no fall."),
      number_param<&P::least_discharge>("least_discharge", 0, 1e15, "m³/year", "Where rivers have less water there is none."),
      number_param<&P::together>("together", 0, 1e6, "m", "Steps of a river that are no farther apart are one fall."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<WaterfallsParams>() {
  return tables_with_waters<WaterfallsParams, &WaterfallsParams::waterfalls>();
}

const StageEntry& waterfalls_stage() {
  static const StageEntry entry = waters_stage_of<run>({
      .id = "waterfalls",
      .title = "Waterfalls",
      .doc = "Finds where rivers fall: steep steps of their long profiles, with height, top, foot and discharge as "
             "objects. A cascade is one fall. The ground stays as it is.",
  });
  return entry;
}

}  // namespace craton
