// Rivers as objects, from their source to the sea, a lake or the river they join: Strahler 1957 for their orders, Leopold &
// Maddock 1953 for their width.
#include <algorithm>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/water/rivers/water_tables.h"
#include "stages/water/water_params.h"

namespace craton {
namespace {

struct RiversParams {
  std::string layer = "height", lake = "lake", river = "river", discharge = "discharge";
  Field rain = 0.5, sinks = 0.0;
  double least_discharge = 3e6, least_length = 2000;
  double sea_level = 0;
  OnPlanes on_planes = OnPlanes::refuse;
};

Result<void> write_layers(Surface& surface, const RiversParams& params, const RiverNetwork& network, const Execution& execution) {
  const Result<Layer*> river = surface.ensure_layer(
      {.name = params.river, .type = LayerType::integer, .doc = "Number of the river whose bed this is, from 1; 0: none."});
  if (!river) return river.error();
  CRATON_TRY(const auto discharge,
             surface.ensure_layer({.name = params.discharge, .unit = "m3/year", .doc = "Water that runs through the cell."}));
  const std::span<std::int32_t> numbers = (*river)->integers();
  const std::span<float> water = discharge->numbers();
  return parallel_blocks(network.number.size(), 1 << 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) {
      numbers[c] = static_cast<std::int32_t>(network.number[c]);
      water[c] = static_cast<float>(network.discharge[c]);
    }
  });
}

/// Now that it is known what flows in and out.
Result<void> name_lakes(Surface& surface, const Lakes& lakes, const RiverNetwork& network) {
  ObjectTable table = *surface.objects(lakes_table);
  const std::vector<LakeKind> kinds = kinds_of_lakes(lakes, network);
  std::vector<std::string> names;
  std::vector<std::int64_t> outlets;
  for (const LakeKind kind : kinds) names.emplace_back(lake_kind_name(kind));
  for (const Cell outlet : network.outlets) outlets.push_back(outlet == no_cell ? -1 : std::int64_t{outlet});
  for (ObjectColumn& column : table.columns) {
    if (column.name == "kind") column.values = names;
    if (column.name == "outlet") column.values = outlets;
  }
  return surface.set_objects(std::move(table));
}

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  CRATON_TRY(const RiversParams params, stage_params<RiversParams>(spec, surface, context));
  CRATON_TRY(const auto height, surface.need_layer(params.layer, LayerType::number, context.path + "/layer"));
  CRATON_TRY(const auto numbers, surface.need_layer(params.lake, LayerType::integer, context.path + "/lake"));
  CRATON_TRY(const Lakes lakes, lakes_of(surface, *numbers, context.path + "/lake"));
  const RiverRules rules{.sea_level = static_cast<float>(params.sea_level),
                         .rain = params.rain,
                         .least_discharge = params.least_discharge,
                         .least_length = params.least_length,
                         .sinks = params.sinks};
  const Result<RiverNetwork> network = find_rivers(surface.domain(), height->numbers(), lakes, rules, context.execution);
  if (!network) {
    if (!network.error().path.empty() || network.error().code == ErrorCode::cancelled) return network.error();
    return Error{network.error().code, context.path + "/layer", network.error().message};
  }
  CRATON_TRY(write_layers(surface, params, *network, context.execution));
  CRATON_TRY(name_lakes(surface, lakes, *network));
  return surface.set_objects(table_of_rivers(surface.domain(), *network));
}

Reach reach(const StageSpec& spec, double) { return reach_on_planes(plain_params<RiversParams>(spec).on_planes); }

}  // namespace

template <>
std::span<const ParamInfo> params_of<RiversParams>() {
  using P = RiversParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", LayerAccess::read, "The ground."),
      layer_param<&P::lake>("lake", LayerAccess::read, "The numbers of the lakes, by the stage `lakes`.", LayerType::integer),
      layer_param<&P::river>("river", LayerAccess::write, "The number of the river in whose bed a cell lies, from 1; 0: none.",
                             LayerType::integer),
      layer_param<&P::discharge>("discharge", LayerAccess::write, "The water that runs through each cell, in m³ a year."),
      field_param<&P::rain>("rain", 0, 1e9, "m/year",
                            "The rain that runs off. As a layer it may also bring in rivers from outside, at single cells."),
      number_param<&P::least_discharge>("least_discharge", 0, 1e15, "m³/year",
                                        "Where a river begins: higher leaves fewer of them."),
      number_param<&P::least_length>("least_length", 0, 1e9, "m", "Shorter rivers are left out, with all that flows into them."),
      field_param<&P::sinks>("sinks", 0, 1, "",
                             "Where it is more than 0 the ground swallows rivers, as a layer: give it to the stage `lakes` too."),
      number_param<&P::sea_level>("sea_level", -1e6, 1e6, "m", "Ground below it is sea, where rivers end."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

const StageEntry& rivers_stage() {
  static constexpr TableUse objects[] = {{rivers_table, LayerAccess::write}, {lakes_table, LayerAccess::change}};
  static const StageEntry entry{
      .info =
          {.id = "rivers",
           .title = "Rivers",
           .doc =
               "Picks the rivers of the ground as objects: source, mouth, the river or lake that each runs into, order, length, "
               "discharge, width and path. They join, never cross, never run uphill and pass lakes from inlet to outlet; the "
               "kinds "
               "of the lakes follow from what flows in and out. The ground stays as it is.",
           .cite = "Strahler 1957; Leopold & Maddock 1953",
           .version = 1,
           .reach_doc = "whole; with on_planes = tile_alone a tile of a plane for itself",
           .params = params_of<RiversParams>(),
           .layers = {},
           .tables = objects,
           .sea = true},
      .run = run,
      .reach = reach};
  return entry;
}

}  // namespace craton
