// Lakes in the hollows of the ground: full to the rim over which they overflow, or, in dry country, as high as what runs in can
// keep them (Langbein 1961).
#include <algorithm>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/water/rivers/water_tables.h"
#include "stages/water/water_params.h"

namespace craton {
namespace {

struct LakesParams : WaterParams {
  std::string lake = "lake", depth = "lake_depth";
  double least_area = 100'000, least_depth = 2;
  double dryness = 4;
};

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  CRATON_TRY(const LakesParams params, stage_params<LakesParams>(spec, surface, context));
  CRATON_TRY(const auto height, surface.need_layer(params.layer, LayerType::number, context.path + "/layer"));
  const std::span<const float> heights = height->numbers();
  FlowRouter router(surface.domain());
  CRATON_TRY(route_water(router, *height, params, context));
  const LakeRules rules{.least_area = params.least_area, .least_depth = params.least_depth, .dryness = params.dryness};
  const Lakes lakes = find_lakes(surface.domain(), heights, router, rules);

  const Result<Layer*> number =
      surface.ensure_layer({.name = params.lake, .type = LayerType::integer, .doc = "Number of the lake, from 1; 0: none."});
  if (!number) return number.error();
  CRATON_TRY(const auto depth, surface.ensure_layer({.name = params.depth, .unit = "m", .doc = "Depth of lakes."}));
  const std::span<std::int32_t> numbers = (*number)->integers();
  const std::span<float> depths = depth->numbers();
  CRATON_TRY(parallel_blocks(heights.size(), 1 << 16, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) {
      const std::uint32_t lake = lakes.number[c];
      numbers[c] = static_cast<std::int32_t>(lake);
      depths[c] = lake == 0 ? 0 : lakes.lakes[lake - 1].level - heights[c];
    }
  }));
  std::vector<LakeKind> kinds;
  for (const Lake& lake : lakes.lakes) kinds.push_back(lake.closed() ? LakeKind::closed : LakeKind::source);
  return surface.set_objects(table_of_lakes(surface.domain(), heights, lakes, kinds));
}

Reach reach(const StageSpec& spec, double) { return reach_on_planes(plain_params<LakesParams>(spec).on_planes); }

}  // namespace

template <>
std::span<const ParamInfo> params_of<LakesParams>() {
  using P = LakesParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", LayerAccess::read, "The ground."),
      layer_param<&P::lake>("lake", LayerAccess::write, "The number of each cell's lake, from 1; 0: none.", LayerType::integer),
      layer_param<&P::depth>("depth", LayerAccess::write, "How deep its water is, in metres."),
      number_param<&P::least_area>("least_area", 0, 1e15, "m²", "Smaller hollows are no lakes."),
      number_param<&P::least_depth>("least_depth", 0, 1e5, "m", "Shallower hollows are no lakes."),
      number_param<&P::dryness>(
          "dryness", 0, 1000, "",
          "How many times more water a square metre of lake loses than one of land gives. A lake that would cover more than one "
          "part in so "
          "many of its catchment does not fill its hollow: it has no outlet, and turns salt. 0: all overflow."),
      sea_level_param(),
      lakes_param(),
      on_planes_param<&WaterParams::on_planes>(),
  };
  return list;
}

const StageEntry& lakes_stage() {
  static constexpr TableUse objects[] = {{lakes_table, LayerAccess::write}};
  static const StageEntry entry{
      .info =
          {.id = "lakes",
           .title = "Lakes",
           .doc =
               "Finds the hollows that hold lakes, those that overflow and those that do not, with their level, depth, area and "
               "outlet as objects. The ground stays as it is.",
           .cite = "Langbein 1961; Cordonnier, Bovy & Braun 2019",
           .version = 1,
           .reach_doc = "whole; with on_planes = tile_alone a tile of a plane for itself",
           .params = params_of<LakesParams>(),
           .layers = {},
           .tables = objects,
           .sea = true},
      .run = run,
      .reach = reach};
  return entry;
}

}  // namespace craton
