// Rain: water that evaporates from warm seas and wet land, carried by the wind of each season, falls where air is humid: where it
// is lifted by the ground, where winds meet, where fronts pass; and less where it sinks. What one season's air takes up is what
// it rains.
#include <algorithm>
#include <cmath>

#include "stages/air/mesh_world.h"
#include "stages/air/rainfall.h"
#include "stages/all_stages.h"
#include "stages/fields.h"
#include "stages/water/on_planes.h"

namespace craton {
namespace {

using air::ClimateMesh, air::Season;

struct RainParams {
  Read<float> layer = "height", temperature = "temperature", warmest = "temperature_warmest", coldest = "temperature_coldest";
  Read<float> east = "wind_east", north = "wind_north", monsoon_east = "monsoon_east", monsoon_north = "monsoon_north";
  Write<float> rain = "rain", summer = "rain_summer", winter = "rain_winter";
  Field wetness = 1.0, moisture = 0.0, detail = 0.4, belts = 0.0;
  double cap = 150, cap_per_degree = 8, lifting = 1;
  OnPlanes on_planes = OnPlanes::refuse;
  int mesh = air::usual_mesh;
  ReadTable climate = air::climate_table;
};

constexpr float centimetres = 18.2625F;  // in half a year of 1 mm/day
constexpr float by_water = 0.15F;        // so much more rain falls beside rivers and lakes
constexpr float least_cap = 15;          // cm/year

/// Everything that rain needs, on the mesh.
struct MeshAir {
  air::MeshGround ground;
  std::vector<float> july, january;            ///< °C at the ground
  std::vector<Vec3f> july_wind, january_wind;  ///< m/s
};

Result<MeshAir> air_on(const ClimateMesh& mesh, const RainParams& params, const StageContext& context) {
  const auto means = [&](std::span<const float> layer, const char* param) { return air::means_on(mesh, layer, param, context); };
  CRATON_TRY(air::MeshGround ground, air::ground_on(mesh, params.layer, context));
  CRATON_TRY(const std::vector<float> east, means(params.east, "east"));
  CRATON_TRY(const std::vector<float> north, means(params.north, "north"));
  CRATON_TRY(const std::vector<float> monsoon_east, means(params.monsoon_east, "monsoon_east"));
  CRATON_TRY(const std::vector<float> monsoon_north, means(params.monsoon_north, "monsoon_north"));
  CRATON_TRY(std::vector<float> july, means(params.warmest, "warmest"));
  CRATON_TRY(std::vector<float> january, means(params.coldest, "coldest"));
  const std::size_t cells = mesh.count();
  MeshAir result{std::move(ground), std::move(july), std::move(january), std::vector<Vec3f>(cells), std::vector<Vec3f>(cells)};
  for (std::size_t c = 0; c < cells; ++c) {
    if (mesh.latitude()[c] < 0) std::swap(result.july[c], result.january[c]);
    const Vec3f year = mesh.east()[c] * east[c] + mesh.north()[c] * north[c];
    const Vec3f monsoon = mesh.east()[c] * monsoon_east[c] + mesh.north()[c] * monsoon_north[c];
    result.july_wind[c] = year + monsoon;
    result.january_wind[c] = year - monsoon;
  }
  return result;
}

/// Rain of both seasons on the mesh, in cm; both sides of the balance are equal.
struct MeshRain {
  std::vector<float> july, january;
};

Result<MeshRain> rain_on(const ClimateMesh& mesh, const MeshAir& air, const RainParams& params, float tilt,
                         const Execution& execution) {
  air::RainPhysics physics;
  physics.circulation.tilt = tilt;
  physics.lifting *= static_cast<float>(params.lifting);
  const air::WideGround wide = air::wide_ground(mesh, air.ground.land);
  MeshRain result;
  // Two seasons, two threads.
  CRATON_TRY(parallel_blocks(2, 1, execution, [&](std::uint64_t begin, std::uint64_t) {
    const bool july = begin == 0;
    air::SeasonRain season =
        air::seasonal_rain(mesh, air.ground.below(), wide, july ? air.july : air.january, july ? air.july_wind : air.january_wind,
                           july ? Season::july : Season::january, physics);
    for (float& rain : season.rain) rain *= centimetres;
    (july ? result.july : result.january) = std::move(season.rain);
  }));
  return result;
}

/// One row: rain of the two half-years of the place itself, more on ground that stands above its surroundings, capped.
void fill_cells(const RainParams& params, Cell first, std::size_t count, const float* warm_half, const float* cold_half,
                const float* ground) {
  const float *height = &params.layer.values()[first], *temperature = &params.temperature.values()[first];
  float *rain = &params.rain.values()[first], *summer = &params.summer.values()[first], *winter = &params.winter.values()[first];
  const auto cap = static_cast<float>(params.cap), slope = static_cast<float>(params.cap_per_degree);
  visit_fields(
      first,
      [=](auto wetness, auto moisture, auto detail) {
        CRATON_CELLS_APART
        for (std::size_t i = 0; i < count; ++i) {
          const float above = (height[i] > 0 ? height[i] * 0.001F : 0.0F) - ground[i];
          const float local = std::min(std::max(1 + detail[i] * above, 0.5F), 2.0F) * wetness[i] * (1 + by_water * moisture[i]);
          const float warm = warm_half[i] * local, cold = cold_half[i] * local, all = warm + cold;
          const float most = std::max(cap + slope * temperature[i], least_cap);
          const float kept = all > most ? most / all : 1.0F;
          summer[i] = warm * kept;
          winter[i] = cold * kept;
          rain[i] = summer[i] + winter[i];
        }
      },
      params.wetness, params.moisture, params.detail);
}

Result<void> run(const RainParams& params, StageContext& context) {
  CRATON_TRY(const air::KeptClimate kept, air::kept_climate(params.climate.get(), context.path));
  CRATON_TRY(const ClimateMesh mesh, air::mesh_of(context, params.mesh, kept.latitudes, params.belts));
  CRATON_TRY(const MeshAir air, air_on(mesh, params, context));
  CRATON_TRY(MeshRain rain, rain_on(mesh, air, params, static_cast<float>(kept.tilt), context.execution));
  // From here on the place's own summer and winter; at the equator, where they trade names, they are nearly alike.
  air::by_own_summer(mesh, rain.july, rain.january);
  const air::MeshRows rows(
      mesh, {air::MeshField(mesh, rain.july), air::MeshField(mesh, rain.january), air::MeshField(mesh, air.ground.ground)});
  const std::uint32_t width = mesh.fine_width();
  return air::for_mesh_rows(rows, width, context.execution, [&](Cell first, const std::vector<std::vector<float>>& values) {
    fill_cells(params, first, width, values[0].data(), values[1].data(), values[2].data());
  });
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<RainParams>() {
  using P = RainParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "Heights; what lies below 0 m is sea."),
      field_param<&P::wetness>("wetness", 0, 10, "", "Times the rain: a mask, or a wetter age."),
      field_param<&P::detail>("detail", 0, 2, "1/km",
                              "How much more rain falls on ground that stands a kilometre above its surroundings."),
      number_param<&P::lifting>("lifting", 0, 10, "", "How much slopes against the wind draw rain: 1 as on Earth."),
      field_param<&P::moisture>("moisture", 0, 1, "",
                                "Of the ground, as the stage `moisture` makes it: a little more rain near rivers and lakes."),
      number_param<&P::cap>("cap", 0, 1000, "cm/year", "No place of 0 °C gets more than this …"),
      number_param<&P::cap_per_degree>("cap_per_degree", 0, 100, "cm/year",
                                       "… and this much more for each °C: nothing is cold and very wet."),
      on_planes_param<&P::on_planes>(),
      field_param<&P::belts>("belts", -60, 60, "°", air::belts_doc),
      integer_param<&P::mesh>("mesh", 8, 512, "", "Cells along an edge of the cube, as in `temperature`."),
      layer_param<&P::temperature>("temperature", "Mean of the year, by the stage `temperature`."),
      layer_param<&P::warmest>("warmest", "Mean of the warmest month."),
      layer_param<&P::coldest>("coldest", "Mean of the coldest month."),
      layer_param<&P::east>("east", "Wind to the east, by the stage `wind`."),
      layer_param<&P::north>("north", "Wind to the north."),
      layer_param<&P::monsoon_east>("monsoon_east", "What July's wind has more to the east."),
      layer_param<&P::monsoon_north>("monsoon_north", "What July's wind has more to the north."),
      result_param<&P::rain>("rain", "Rain of the year.", "cm/year"),
      result_param<&P::summer>("summer", "Rain of the warm half of the year.", "cm"),
      result_param<&P::winter>("winter", "Rain of the cold half of the year.", "cm"),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<RainParams>() {
  static const TableUse list[] = {table_use<&RainParams::climate>()};
  return list;
}

const StageEntry& rain_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "rain",
      .title = "Rain",
      .doc = "Water that evaporates, travels with the wind and falls: on slopes against the wind, where winds meet, where "
             "fronts pass; less behind mountains, where air sinks, and far from the sea. Two seasons and the year. Comes "
             "after `wind`.",
      .cite = "Peixoto & Oort 1992; Smith & Barstad 2004",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
