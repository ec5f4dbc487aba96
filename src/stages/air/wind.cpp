// Wind: trades, westerlies and polar easterlies about a thermal equator that moves with the season, monsoons where land is warmer
// or colder than its parallel, and high ground that turns the wind aside.
#include <algorithm>
#include <cmath>

#include "stages/air/mesh_world.h"
#include "stages/air/winds.h"
#include "stages/all_stages.h"
#include "stages/fields.h"

namespace craton {
namespace {

using air::ClimateMesh, air::Season;

struct WindParams {
  Read<float> layer = "height", warmest = "temperature_warmest", coldest = "temperature_coldest";
  Write<float> east = "wind_east", north = "wind_north", monsoon_east = "monsoon_east", monsoon_north = "monsoon_north";
  Field strength = 1.0, belts = 0.0;
  double monsoon = 1, around = 1, lapse = 5.7;
  int mesh = air::usual_mesh;
  ReadTable climate = air::climate_table;
};

/// Mean of the year and half of what July has more than January, each with an eastward and a northward part.
void fill_cells(const WindParams& params, Cell first, std::size_t count, const std::array<const float*, 4>& parts) {
  const std::array<std::span<float>, 4> out{params.east, params.north, params.monsoon_east, params.monsoon_north};
  for (std::size_t part = 0; part < 4; ++part) {
    float* to = out[part].data() + first;
    const float* from = parts[part];
    visit_fields(
        first,
        [=](auto strength) {
          CRATON_CELLS_APART
          for (std::size_t i = 0; i < count; ++i) to[i] = strength[i] * from[i];
        },
        params.strength);
  }
}

/// One latitude: the same wind everywhere.
Result<void> fill_plane(const WindParams& params, double latitude, float tilt, const Execution& execution) {
  air::CirculationPhysics circulation;
  circulation.tilt = tilt;
  const auto at = [&](Season season) {
    return air::zonal_air(air::seasonal_latitude(static_cast<float>(latitude), 0.3F, season, circulation));
  };
  const air::ZonalAir july = at(Season::july), january = at(Season::january);
  const std::array<float, 4> parts{(july.east + january.east) / 2, (july.north + january.north) / 2,
                                   (july.east - january.east) / 2, (july.north - january.north) / 2};
  constexpr std::uint64_t block = 1 << 12;
  return parallel_blocks(params.east->size(), block, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::array<std::vector<float>, 4> rows;
    for (std::size_t part = 0; part < 4; ++part) rows[part].assign(end - begin, parts[part]);
    fill_cells(params, static_cast<Cell>(begin), end - begin, {rows[0].data(), rows[1].data(), rows[2].data(), rows[3].data()});
  });
}

/// Winds of both seasons on the mesh.
struct MeshWinds {
  std::vector<Vec3f> july, january;
};

Result<MeshWinds> mesh_winds(const ClimateMesh& mesh, const WindParams& params, float tilt, const StageContext& context) {
  CRATON_TRY(const air::MeshGround ground, air::ground_on(mesh, params.layer, context));
  CRATON_TRY(std::vector<float> warm, air::means_on(mesh, params.warmest, "warmest", context));
  CRATON_TRY(std::vector<float> cold, air::means_on(mesh, params.coldest, "coldest", context));
  const auto lapse = static_cast<float>(params.lapse);
  for (std::size_t c = 0; c < mesh.count(); ++c) {
    warm[c] += lapse * ground.ground[c];
    cold[c] += lapse * ground.ground[c];
    if (mesh.latitude()[c] < 0) std::swap(warm[c], cold[c]);  // now July and January
  }
  air::WindPhysics physics;
  physics.circulation.tilt = tilt;
  physics.monsoon *= static_cast<float>(params.monsoon);
  physics.around = std::min(1.0F, physics.around * static_cast<float>(params.around));
  const air::WideGround wide = air::wide_ground(mesh, ground.land);
  return MeshWinds{air::seasonal_wind(mesh, ground.below(), wide, warm, Season::july, physics),
                   air::seasonal_wind(mesh, ground.below(), wide, cold, Season::january, physics)};
}

/// On maps directions are the same everywhere; on spheres vectors are interpolated in space, where poles are no special places.
air::MeshRows fields_of(const ClimateMesh& mesh, const MeshWinds& winds) {
  std::vector<air::MeshField> fields;
  std::vector<float> part(mesh.count());
  const auto add = [&](auto&& value) {
    for (std::size_t c = 0; c < mesh.count(); ++c) part[c] = value(c);
    fields.emplace_back(mesh, part);
  };
  for (const float sign : {1.0F, -1.0F}) {
    const auto mixed = [&](std::size_t c) { return (winds.july[c] + winds.january[c] * sign) * 0.5F; };
    if (mesh.is_sphere()) {
      add([&](std::size_t c) { return mixed(c).x; });
      add([&](std::size_t c) { return mixed(c).y; });
      add([&](std::size_t c) { return mixed(c).z; });
    } else {
      add([&](std::size_t c) { return dot(mixed(c), mesh.east()[c]); });
      add([&](std::size_t c) { return dot(mixed(c), mesh.north()[c]); });
    }
  }
  return {mesh, std::move(fields)};
}

/// The eastward and northward parts of vectors at sites of a sphere: of two vectors, x y z each, in place of their x and y. At
/// the poles themselves there is no east: 0.
void along_parallels(const Vec3f* site, std::size_t count, const std::array<float*, 6>& parts) {
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3f at = site[i];
    const float flat = std::sqrt(at.x * at.x + at.y * at.y);
    const float over = flat > 0 ? 1 / flat : 0.0F;
    const float ex = -at.y * over, ey = at.x * over;
    for (const std::size_t first : {std::size_t{0}, std::size_t{3}}) {
      const float x = parts[first][i], y = parts[first + 1][i], z = parts[first + 2][i];
      parts[first][i] = ex * x + ey * y;
      parts[first + 1][i] = at.z * (ex * y - ey * x) + flat * z;  // north = site × east
    }
  }
}

Result<void> run(const WindParams& params, StageContext& context) {
  CRATON_TRY(const air::KeptClimate kept, air::kept_climate(params.climate.get(), context.path));
  const auto tilt = static_cast<float>(kept.tilt);
  if (std::holds_alternative<PlaneTile>(context.domain()))
    return fill_plane(params, kept.latitudes.latitude, tilt, context.execution);

  CRATON_TRY(const ClimateMesh mesh, air::mesh_of(context, params.mesh, kept.latitudes, params.belts));
  CRATON_TRY(const MeshWinds winds, mesh_winds(mesh, params, tilt, context));
  const air::MeshRows rows = fields_of(mesh, winds);
  const std::uint32_t width = mesh.fine_width();
  const auto* sphere = std::get_if<CubeSphere>(&context.domain());
  return air::for_mesh_rows(rows, width, context.execution, [&](Cell first, std::vector<std::vector<float>>& values) {
    if (!sphere) {
      fill_cells(params, first, width, {values[0].data(), values[1].data(), values[2].data(), values[3].data()});
      return;
    }
    const Vec3f* site = sphere->sites().data() + first;
    along_parallels(site, width,
                    {values[0].data(), values[1].data(), values[2].data(), values[3].data(), values[4].data(), values[5].data()});
    fill_cells(params, first, width, {values[0].data(), values[1].data(), values[3].data(), values[4].data()});
  });
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<WindParams>() {
  using P = WindParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "Heights; what lies below 0 m is sea."),
      layer_param<&P::warmest>("warmest", "Mean of the warmest month, by the stage `temperature`."),
      layer_param<&P::coldest>("coldest", "Mean of the coldest month."),
      field_param<&P::strength>("strength", 0, 10, "", "Times the wind: 0 is calm."),
      number_param<&P::monsoon>("monsoon", 0, 5, "",
                                "How strongly warm land draws air in and cold land sends it out: 1 as on Earth."),
      number_param<&P::around>("around", 0, 2, "", "How much high ground turns the wind aside: 1 as on Earth."),
      number_param<&P::lapse>("lapse", 0, 20, "°C/km",
                              "How much colder air is with height: warmth is compared as if all ground lay at sea level."),
      field_param<&P::belts>("belts", -60, 60, "°", air::belts_doc),
      integer_param<&P::mesh>("mesh", 8, 512, "", "Cells along an edge of the cube, as in `temperature`."),
      result_param<&P::east>("east", "Wind to the east, mean of the year.", "m/s"),
      result_param<&P::north>("north", "Wind to the north, mean of the year.", "m/s"),
      result_param<&P::monsoon_east>("monsoon_east",
                                     "What July's wind has more to the east than the mean; January's has as much less.", "m/s"),
      result_param<&P::monsoon_north>("monsoon_north",
                                      "What July's wind has more to the north than the mean; January's has as much less.", "m/s"),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<WindParams>() {
  static const TableUse list[] = {table_use<&WindParams::climate>()};
  return list;
}

const StageEntry& wind_stage() {
  static const StageEntry entry = stage_of<run>({
      .id = "wind",
      .title = "Wind",
      .doc = "Trades, westerlies and polar easterlies about a thermal equator that moves with the season; monsoons; high "
             "ground turns the wind aside. Mean of the year, and what July has more than that (January has as much less). "
             "Comes after `temperature`.",
      .cite = "Peixoto & Oort 1992; Gill 1980",
      .reach_doc = "whole; point on endless planes, which lie at one latitude",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
