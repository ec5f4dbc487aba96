// Rivers as objects, from their source to the sea, a lake or the river they join: Strahler 1957 for their orders, Leopold &
// Maddock 1953 for their width.
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/water/rivers/river_network.h"
#include "stages/water/water_params.h"

namespace craton {
namespace {

struct RiversParams {
  Read<float> layer = "height";
  Read<std::int32_t> lake = "lake";
  Write<std::int32_t> river = "river";
  Write<float> discharge = "discharge";
  Field rain = 0.5, sinks = 0.0, lake_loss = 0.0, bed_loss = 0.0;
  double least_discharge = 3e6, least_length = 2000;
  double sea_level = 0;
  OnPlanes on_planes = OnPlanes::refuse;
  WriteTable rivers = rivers_table, balance = "water_balance";
  ChangeTable lakes = lakes_table;
};

ObjectTable table_of(const WaterBalance& balance) {
  const auto one = [](double value) { return std::vector<double>{value}; };
  const double gone = balance.sea + balance.border + balance.lakes + balance.sinks + balance.beds;
  const double error = balance.runoff > 0 ? std::abs(balance.runoff - gone) / balance.runoff : 0;
  return {"water_balance",
          "Where the water that runs off the land goes.",
          {{"runoff", "m3/year", "What the land gives.", one(balance.runoff)},
           {"sea", "m3/year", "Of that runs into the sea.", one(balance.sea)},
           {"border", "m3/year", "Leaves the map.", one(balance.border)},
           {"lakes", "m3/year", "Lakes lose to the air and the ground, beyond the rain on them.", one(balance.lakes)},
           {"sinks", "m3/year", "The ground swallows.", one(balance.sinks)},
           {"beds", "m3/year", "Rivers and brooks lose in their beds, to the ground and the air.", one(balance.beds)},
           {"error", "", "What is missing or too much, as a part of what runs off.", one(error)}}};
}

Result<void> write_layers(const RiversParams& params, const RiverNetwork& network, const Execution& execution) {
  const std::span<std::int32_t> numbers = params.river;
  const std::span<float> water = params.discharge;
  return parallel_blocks(network.number.size(), 1 << 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) {
      numbers[c] = static_cast<std::int32_t>(network.number[c]);
      water[c] = static_cast<float>(network.discharge[c]);
    }
  });
}

Result<void> run(const RiversParams& params, StageContext& context) {
  const Domain& domain = context.domain();
  CRATON_TRY(Lakes lakes, Lakes::load(params.lakes.get(), params.lake.values(), context.path_of("lake")));
  const RiverRules rules{.sea_level = static_cast<float>(params.sea_level),
                         .rain = params.rain,
                         .least_discharge = params.least_discharge,
                         .least_length = params.least_length,
                         .sinks = params.sinks,
                         .lake_loss = params.lake_loss,
                         .lakes_lose = lakes_lose(params.lake_loss),
                         .bed_loss = params.bed_loss,
                         .beds_lose = lakes_lose(params.bed_loss)};
  Result<RiverNetwork> network = find_rivers(domain, params.layer, lakes, rules, context.execution);
  if (!network) {
    if (!network.error().path.empty() || network.error().code == ErrorCode::cancelled) return network.error();
    return Error{network.error().code, context.path + "/layer", network.error().message};
  }
  CRATON_TRY(write_layers(params, *network, context.execution));
  name_lakes(*network, lakes);
  CRATON_TRY(params.balance.set(table_of(network->balance)));
  CRATON_TRY(params.lakes.set(lakes.table()));
  Hydrography waters(domain, std::move(network->rivers), std::move(lakes));
  waters.draw_all(network->bed);
  return params.rivers.set(waters.river_table());
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<RiversParams>() {
  using P = RiversParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground."),
      layer_param<&P::lake>("lake", "The numbers of the lakes, by the stage `lakes`."),
      result_param<&P::river>("river", "The number of the river in whose bed a cell lies, from 1; 0: none.", ""),
      result_param<&P::discharge>("discharge", "The water that runs through each cell.", "m3/year"),
      field_param<&P::rain>("rain", 0, 1e9, "m/year",
                            "The rain that runs off. As a layer it may also bring in rivers from outside, at single cells."),
      number_param<&P::least_discharge>("least_discharge", 0, 1e15, "m³/year",
                                        "Where a river begins: higher leaves fewer of them."),
      number_param<&P::least_length>("least_length", 0, 1e9, "m", "Shorter rivers are left out, with all that flows into them."),
      field_param<&P::sinks>("sinks", 0, 1, "",
                             "Where it is more than 0 the ground swallows rivers, as a layer: give it to the stage `lakes` too."),
      field_param<&P::lake_loss>(
          "lake_loss", -100, 1000, "m/year",
          "What lakes lose beyond the rain on them: give it to the stage `lakes` too, as `loss`. 0: they lose "
          "nothing, and rain on them runs off as on land."),
      field_param<&P::bed_loss>("bed_loss", 0, 1e5, "m/year",
                                "What running water on land loses to the ground and the air, over its whole width: rivers "
                                "dwindle, and end where all is "
                                "gone. Give it to the stage `lakes` too."),
      number_param<&P::sea_level>("sea_level", -1e6, 1e6, "m", "Ground below it is sea, where rivers end."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<RiversParams>() {
  static const TableUse list[] = {table_use<&RiversParams::rivers>(), table_use<&RiversParams::balance>(),
                                  table_use<&RiversParams::lakes>()};
  return list;
}

const StageEntry& rivers_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "rivers",
      .title = "Rivers",
      .doc = "Picks the rivers of the ground as objects: source, mouth, the river or lake that each runs into, order, length, "
             "discharge, width and path. They join, never cross, never run uphill and pass lakes from inlet to outlet, and "
             "some dry up; the kinds of the lakes follow from what flows in and out. The ground stays as it is.",
      .cite = "Strahler 1957; Leopold & Maddock 1953",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
