// Waterfalls: where the long profile of a river breaks. Steep links between a river's cells are steps; steps that follow each
// other closely are one cascade, and so one fall.
#include <algorithm>
#include <vector>

#include "stages/all_stages.h"
#include "stages/water/on_planes.h"
#include "stages/water/rivers/river_path.h"
#include "stages/water/rivers/river_rows.h"
#include "stages/water/rivers/water_tables.h"

namespace craton {
namespace {

struct WaterfallsParams {
  std::string layer = "height", lake = "lake", discharge = "discharge";
  double least_drop = 15, least_discharge = 3e6, together = 300;
  Field least_slope = 0.3;
  OnPlanes on_planes = OnPlanes::refuse;
};

constexpr std::string_view waterfalls_table = "waterfalls";

/// From one of a river's cells to a later one.
struct Fall {
  std::size_t river = 0, top = 0, foot = 0;
  std::size_t lip = 0;  // where it is steepest
  float steepest = 0;   // m/m
  double length = 0;    // m, along the river
};

class FallFinder {
 public:
  FallFinder(const Domain& domain, const WaterfallsParams& params, const RiverRows& rows, FlatArray<float> beds,
             std::span<const float> discharge)
      : domain_(domain), params_(params), rows_(rows), beds_(std::move(beds)), discharge_(discharge) {}

  std::vector<Fall> find() const {
    std::vector<Fall> all;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      std::vector<Fall> steps = steps_of(i);
      for (std::size_t s = 0; s < steps.size();) {
        Fall fall = steps[s++];
        while (s < steps.size() && gap(fall, steps[s]) <= params_.together) join(fall, steps[s++]);
        if (double{surface(fall, fall.top) - surface(fall, fall.foot)} >= params_.least_drop) all.push_back(fall);
      }
    }
    return all;
  }

  ObjectTable table(const std::vector<Fall>& falls) const {
    std::vector<std::int64_t> river;
    std::vector<Vec3d> at;
    std::vector<double> height, discharge, top, foot, length;
    for (const Fall& fall : falls) {
      const Cell lip = rows_.cells[fall.river][fall.lip];
      river.push_back(static_cast<std::int64_t>(fall.river));
      at.push_back(river_point(domain_, lip, surface(fall, fall.lip)));
      top.push_back(double{surface(fall, fall.top)});
      foot.push_back(double{surface(fall, fall.foot)});
      height.push_back(top.back() - foot.back());
      discharge.push_back(double{discharge_[lip]});
      length.push_back(fall.length);
    }
    return {std::string(waterfalls_table),
            "Waterfalls, by rivers and downstream along each.",
            {{"river", "", "Row of its river.", std::move(river)},
             {"at", "m", "Its lip, where it is steepest.", std::move(at)},
             {"height", "m", "From top to foot.", std::move(height)},
             {"discharge", "m3/year", "The water that falls.", std::move(discharge)},
             {"top", "m", "Height of the water above it.", std::move(top)},
             {"foot", "m", "Height of the water below it.", std::move(foot)},
             {"length", "m", "From top to foot along the river.", std::move(length)}}};
  }

 private:
  /// Of the water: the sea's is at 0.
  float surface(const Fall& fall, std::size_t place) const {
    const float bed = beds_[rows_.cells[fall.river][place]];
    return rows_.mouths[fall.river] == "sea" ? std::max(bed, 0.0F) : bed;
  }

  std::vector<Fall> steps_of(std::size_t river) const {
    const ObjectColumn::Cells& cells = rows_.cells[river];
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
    const std::span<const Cell> cells = rows_.cells[upper.river];
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
  const RiverRows& rows_;
  FlatArray<float> beds_;
  std::span<const float> discharge_;
};

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  CRATON_TRY(const WaterfallsParams params, stage_params<WaterfallsParams>(spec, surface, context));
  CRATON_TRY(const auto height, surface.need_layer(params.layer, LayerType::number, context.path + "/layer"));
  CRATON_TRY(const auto lake, surface.need_layer(params.lake, LayerType::integer, context.path + "/lake"));
  CRATON_TRY(const auto discharge, surface.need_layer(params.discharge, LayerType::number, context.path + "/discharge"));
  CRATON_TRY(const RiverRows rows, river_rows(surface, context.path));
  CRATON_TRY(const Lakes lakes, lakes_of(surface, *lake, context.path + "/lake"));
  const FallFinder finder(surface.domain(), params, rows, beds_of(surface.domain(), height->numbers(), lakes, rows),
                          discharge->numbers());
  return surface.set_objects(finder.table(finder.find()));
}

Reach reach(const StageSpec& spec, double) { return reach_on_planes(plain_params<WaterfallsParams>(spec).on_planes); }

}  // namespace

template <>
std::span<const ParamInfo> params_of<WaterfallsParams>() {
  using P = WaterfallsParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", LayerAccess::read, "The ground; what lies below 0 m is sea."),
      layer_param<&P::lake>("lake", LayerAccess::read, "The numbers of the lakes, by the stage `lakes`.", LayerType::integer),
      layer_param<&P::discharge>("discharge", LayerAccess::read, "The water of the rivers, by the stage `rivers`."),
      number_param<&P::least_drop>("least_drop", 0, 1e5, "m", "Lower ones do not count."),
      field_param<&P::least_slope>("least_slope", 0, 1000, "m/m", "From one cell to the next: less steep water is no fall."),
      number_param<&P::least_discharge>("least_discharge", 0, 1e15, "m³/year", "Where rivers have less water there is none."),
      number_param<&P::together>("together", 0, 1e6, "m", "Steps of a river that are no farther apart are one fall."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

const StageEntry& waterfalls_stage() {
  static constexpr TableUse objects[] = {
      {lakes_table, LayerAccess::read}, {rivers_table, LayerAccess::read}, {waterfalls_table, LayerAccess::write}};
  static const StageEntry entry{
      .info = {.id = "waterfalls",
               .title = "Waterfalls",
               .doc = "Finds where rivers fall: steep steps of their long profiles, with height, top, foot and discharge as "
                      "objects. A cascade is one fall. The ground stays as it is.",
               .cite = "",
               .version = 1,
               .reach_doc = "whole; with on_planes = tile_alone a tile of a plane for itself",
               .params = params_of<WaterfallsParams>(),
               .layers = {},
               .tables = objects},
      .run = run,
      .reach = reach};
  return entry;
}

}  // namespace craton
