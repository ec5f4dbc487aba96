// Lakes in the hollows of the ground: full to the rim over which they overflow, or, in dry country, as high as what runs in can
// keep them (Langbein 1961).
#include <algorithm>

#include "stages/all_stages.h"
#include "stages/each_cell.h"
#include "stages/water/lakes/lake_finder.h"
#include "stages/water/water_params.h"

namespace craton {
namespace {

struct LakesParams : WaterParams {
  Read<float> layer = "height";
  Write<std::int32_t> lake = "lake";
  Write<float> depth = "lake_depth";
  double least_area = 100'000, least_depth = 2;
  double dryness = 4;
  Field runoff = 1.0, loss = 0.0, bed_loss = 0.0;
  WriteTable table = lakes_table;
};

Result<void> run(const LakesParams& params, StageContext& context) {
  const std::span<const float> heights = params.layer;
  FlowRouter router(context.domain());
  CRATON_TRY(route_water(router, heights, params, context));
  const LakeRules rules{.least_area = params.least_area,
                        .least_depth = params.least_depth,
                        .dryness = params.dryness,
                        .runoff = params.runoff,
                        .loss = params.loss,
                        .balanced = lakes_lose(params.loss),
                        .bed_loss = params.bed_loss,
                        .beds_lose = lakes_lose(params.bed_loss)};
  Lakes lakes = find_lakes(context.domain(), heights, router, rules);
  for (Lake& lake : lakes.lakes) lake.kind = lake.closed() ? LakeKind::closed : LakeKind::source;  // until rivers are known
  lakes.describe(context.domain(), heights);
  const std::span<std::int32_t> numbers = params.lake;
  const std::span<float> depths = params.depth;
  CRATON_TRY(each_cell(heights.size(), context.execution, [&](Cell c) {
    numbers[c] = static_cast<std::int32_t>(lakes.number[c]);
    depths[c] = lakes.number[c] == 0 ? 0 : lakes.surface(c, 0) - heights[c];
  }));
  return params.table.set(lakes.table());
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<LakesParams>() {
  using P = LakesParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground."),
      result_param<&P::lake>("lake", "The number of each cell's lake, from 1; 0: none.", ""),
      result_param<&P::depth>("depth", "How deep its water is.", "m"),
      number_param<&P::least_area>("least_area", 0, 1e15, "m²", "Smaller hollows are no lakes."),
      number_param<&P::least_depth>("least_depth", 0, 1e5, "m", "Shallower hollows are no lakes."),
      number_param<&P::dryness>(
          "dryness", 0, 1000, "",
          "How many times more water a square metre of lake loses than one of land gives. A lake that would cover more than one "
          "part in so "
          "many of its catchment does not fill its hollow: it has no outlet, and turns salt. 0: all overflow. Where `loss` is "
          "told "
          "it does not count."),
      field_param<&P::runoff>("runoff", 0, 1e9, "m/year", "With `loss`: the rain that runs off, as the stage `rivers` has it."),
      field_param<&P::loss>(
          "loss", -100, 1000, "m/year",
          "What open water loses to the air and the ground beyond the rain on it; below 0 it gains. A lake to which more comes "
          "overflows; another shrinks to what it can keep, has no outlet, and turns salt. 0: `dryness` tells instead."),
      field_param<&P::bed_loss>(
          "bed_loss", 0, 1e5, "m/year",
          "With `loss`: what water loses in its bed on the way, as the stage `rivers` has it, so that less comes into lakes."),
      sea_level_param(),
      lakes_param(),
      on_planes_param<&WaterParams::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<LakesParams>() {
  static const TableUse list[] = {table_use<&LakesParams::table>()};
  return list;
}

const StageEntry& lakes_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "lakes",
      .title = "Lakes",
      .doc = "Finds the hollows that hold lakes, those that overflow and those that do not, with their level, depth, area and "
             "outlet as objects. The ground stays as it is.",
      .cite = "Langbein 1961; Cordonnier, Bovy & Braun 2019",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
