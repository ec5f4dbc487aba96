// Temperature: the sun's light by latitude and the planet's tilt (North 1975), seasons by how continental the air is (North,
// Mengel & Short 1983), carried by the prevailing wind; and the own height of each cell.
#include <algorithm>
#include <cmath>

#include "stages/air/heat.h"
#include "stages/air/mesh_world.h"
#include "stages/all_stages.h"
#include "stages/fields.h"

namespace craton {
namespace {

using air::ClimateMesh, air::MapLatitudes;

struct TemperatureParams {
  Read<float> layer = "height";
  Write<float> temperature = "temperature", warmest = "temperature_warmest", coldest = "temperature_coldest",
               day_range = "temperature_day_range";
  double tilt = 23.44, equator = air::HeatPhysics{}.equator, pole = air::HeatPhysics{}.pole;
  Field lapse = 5.7, warmth = 0.0, seasons = 1.0, inland = 0.5, belts = 0.0;
  MapLatitudes latitudes = MapLatitudes::range;
  double south = -90, north = 90, latitude = 45;
  int mesh = air::usual_mesh;
  WriteTable climate = air::climate_table;

  air::LatitudeParams place() const { return {latitudes, south, north, latitude}; }
  air::HeatPhysics physics() const {
    air::HeatPhysics heat;
    heat.tilt = static_cast<float>(tilt);
    heat.equator = static_cast<float>(equator);
    heat.pole = static_cast<float>(pole);
    return heat;
  }
};

/// Cells from `first` on, of which the mean at sea level and the swing of the seasons are known.
void fill_cells(const TemperatureParams& params, Cell first, std::size_t count, const float* level, const float* swing) {
  const float* height = &params.layer.values()[first];
  float *mean = &params.temperature.values()[first], *warmest = &params.warmest.values()[first],
        *coldest = &params.coldest.values()[first];
  visit_fields(
      first,
      [=](auto lapse, auto warmth, auto seasons) {
        CRATON_CELLS_APART
        for (std::size_t i = 0; i < count; ++i) {
          const float above = height[i] > 0 ? height[i] : 0.0F;
          const float year = level[i] + warmth[i] - lapse[i] * 0.001F * above, half = swing[i] * seasons[i];
          mean[i] = year;
          warmest[i] = year + half;
          coldest[i] = year - half;
        }
      },
      params.lapse, params.warmth, params.seasons);
}

/// Endless planes: one latitude, no wind from a sea that may lie anywhere.
Result<void> fill_plane(const TemperatureParams& params, const Execution& execution) {
  const air::HeatPhysics physics = params.physics();
  const auto latitude = static_cast<float>(params.latitude);
  const float light = air::light_swing(latitude, physics), base = air::mean_at(latitude, physics);
  const std::span<float> day_range = params.day_range;
  return parallel_blocks(params.layer->size(), 1 << 14, execution, [&](std::uint64_t begin, std::uint64_t end) {
    const auto first = static_cast<Cell>(begin);
    std::vector<float> level(end - begin), swing(end - begin);
    for (std::size_t i = 0; i < level.size(); ++i) {
      const float inland = params.inland[first + static_cast<Cell>(i)];
      level[i] = base + air::land_effect(latitude, inland, physics);
      swing[i] = light * air::swing_by_light(inland, physics);
      if (!day_range.empty()) day_range[begin + i] = air::day_range(latitude, inland);
    }
    fill_cells(params, first, level.size(), level.data(), swing.data());
  });
}

Result<void> run(const TemperatureParams& params, StageContext& context) {
  CRATON_TRY(params.climate.set(air::climate_to_keep(params.place(), params.tilt)));
  if (std::holds_alternative<PlaneTile>(context.domain())) return fill_plane(params, context.execution);

  CRATON_TRY(const ClimateMesh mesh, air::mesh_of(context, params.mesh, params.place(), params.belts));
  CRATON_TRY(const air::MeshGround ground, air::ground_on(mesh, params.layer, context));
  const air::Heat heat = air::heat_on(mesh, ground.land, ground.ground, params.physics());
  std::vector<air::MeshField> fields{air::MeshField(mesh, heat.mean), air::MeshField(mesh, heat.swing)};
  if (params.day_range) fields.emplace_back(mesh, heat.day);
  const air::MeshRows rows(mesh, std::move(fields));
  const std::uint32_t width = mesh.fine_width();
  return air::for_mesh_rows(rows, width, context.execution, [&](Cell first, const std::vector<std::vector<float>>& values) {
    fill_cells(params, first, width, values[0].data(), values[1].data());
    if (params.day_range) std::copy_n(values[2].data(), width, &params.day_range.values()[first]);
  });
}

Result<void> check(const TemperatureParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return air::check_latitudes(params.place(), domain, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<TemperatureParams>() {
  using P = TemperatureParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "Heights; what lies below 0 m is sea."),
      number_param<&P::tilt>("tilt", 0, 90, "°", "Tilt of the planet's axis: seasons, and how much light the poles get."),
      number_param<&P::equator>("equator", -100, 100, "°C", "Mean of the year at the equator, at sea level."),
      number_param<&P::pole>("pole", -150, 100, "°C", "Mean of the year at the poles, at sea level, under the Earth's tilt."),
      field_param<&P::lapse>("lapse", 0, 20, "°C/km", "How much colder it is on high ground."),
      field_param<&P::warmth>("warmth", -100, 100, "°C", "Added everywhere: a mask, or a warmer age."),
      field_param<&P::seasons>("seasons", 0, 5, "", "Times the difference between summer and winter."),
      field_param<&P::inland>("inland", 0, 1, "", "On endless planes: how continental the air is, 0 as on the open sea."),
      choice_param<&P::latitudes>("latitudes", air::latitudes_doc),
      number_param<&P::south>("south", -90, 90, "°", "Latitude of a map's south edge; with band, the southernmost."),
      number_param<&P::north>("north", -90, 90, "°", "Latitude of a map's north edge; with band, the northernmost."),
      number_param<&P::latitude>("latitude", -90, 90, "°", "The latitude of an endless plane, the same everywhere on it."),
      field_param<&P::belts>("belts", -60, 60, "°", air::belts_doc),
      integer_param<&P::mesh>("mesh", 8, 512, "",
                              "Cells along an edge of the cube on which air moves (maps get as many in all); never finer than "
                              "the world."),
      result_param<&P::temperature>("temperature", "Mean of the year.", "°C"),
      result_param<&P::warmest>("warmest", "Mean of the warmest month.", "°C"),
      result_param<&P::coldest>("coldest", "Mean of the coldest month.", "°C"),
      optional_result_param<&P::day_range>("day_range", "Warmest less coldest hour of a usual day, larger inland; \"\" for none.",
                                           "°C"),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<TemperatureParams>() {
  static const TableUse list[] = {table_use<&TemperatureParams::climate>()};
  return list;
}

const StageEntry& temperature_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "temperature",
      .title = "Temperature",
      .doc = "Warmth by latitude, season, height and nearness to the sea, which the prevailing wind carries inland: mean of "
             "the year, warmest and coldest month. Lengths count in degrees of latitude: a small planet has a small "
             "climate.",
      .cite = "North 1975; North, Mengel & Short 1983; Berger 1978",
      .reach_doc = "whole; point on endless planes, which lie at one latitude",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
