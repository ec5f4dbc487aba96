// Sunlight on slopes: the day's light above the air (Berger 1978), on ground that leans (Liu & Jordan 1963, without air). The sun
// shines on a slope while cos θ = A + B cos h + C sin h > 0, where h is the hour as an angle; both ends are closed forms.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/math_kernels.h"
#include "stages/air/ground_slope.h"
#include "stages/air/insolation.h"
#include "stages/air/latitudes.h"
#include "stages/all_stages.h"
#include "stages/each_cell.h"

namespace craton {
namespace {

enum class SunSeason : std::uint8_t { year, july, january };

struct SunlightParams {
  Read<float> layer = "height";
  Write<float> sunlight = "sunlight";
  SunSeason season = SunSeason::year;
  double tilt = 23.44;
  Field slopes = 1.0;
  air::MapLatitudes latitudes = air::MapLatitudes::range;
  double south = -90, north = 90, latitude = 45;

  air::LatitudeParams place() const { return {latitudes, south, north, latitude}; }
};

/// Declinations that stand for a season: the middles of twelve equal parts of the year are six, each twice.
std::vector<double> declinations(const SunlightParams& params) {
  if (params.season == SunSeason::july) return {params.tilt};
  if (params.season == SunSeason::january) return {-params.tilt};
  std::vector<double> list;
  for (const double sine : {0.2588190451025207, 0.7071067811865476, 0.9659258262890683}) {
    const double degrees = air::declination(params.tilt, sine);
    list.push_back(degrees);
    list.push_back(-degrees);
  }
  return list;
}

/// The latitude of a cell.
struct CellLatitude {
  const air::Latitudes& latitudes;

  double operator()(const PlaneTile&, Cell) const { return latitudes.constant(); }
  double operator()(const Torus& map, Cell cell) const {
    const Cell row = cell / map.size().width;
    return latitudes.of_row(row);
  }
  double operator()(const CubeSphere& sphere, Cell cell) const {
    const Vec3d at = sphere.direction(cell);
    return math::kernel::atan2(at.z, std::sqrt(at.x * at.x + at.y * at.y)) * (180 / 3.14159265358979323846);
  }
};

Result<void> run(const SunlightParams& params, StageContext& context) {
  const std::span<const float> heights = params.layer;
  const std::span<float> out = params.sunlight;
  const air::Latitudes latitudes(context.domain(), params.place());
  const CellLatitude latitude_of{latitudes};
  const std::vector<double> days = declinations(params);
  return std::visit(
      [&](const auto& topology) {
        return each_cell(out.size(), context.execution, [&](Cell cell) {
          air::GroundSlope slope = heights[cell] < 0 ? air::GroundSlope{} : air::slope_of(topology, heights, cell);
          slope.east *= params.slopes[cell];
          slope.north *= params.slopes[cell];
          const double latitude = latitude_of(topology, cell);
          double light = 0;
          for (const double day : days) light += air::SunDay(latitude, day).on_slope(slope.east, slope.north);
          out[cell] = static_cast<float>(light / static_cast<double>(days.size()));
        });
      },
      context.domain());
}

Reach reach(const SunlightParams&, double) { return Reach::stencil(1); }

Result<void> check(const SunlightParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return air::check_latitudes(params.place(), domain, path);
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<SunSeason>() {
  static constexpr std::string_view names[] = {"year", "july", "january"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<SunlightParams>() {
  using P = SunlightParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "Heights; what lies below 0 m is sea, and level."),
      choice_param<&P::season>("season", "Mean of the year, or of the middle of northern summer (july) or winter (january)."),
      number_param<&P::tilt>("tilt", 0, 90, "°", "Tilt of the planet's axis."),
      field_param<&P::slopes>("slopes", 0, 100, "", "Times the slope of the ground: 0 is level ground everywhere."),
      choice_param<&P::latitudes>("latitudes", air::latitudes_doc),
      number_param<&P::south>("south", -90, 90, "°", "Latitude of a map's south edge; with band, the southernmost."),
      number_param<&P::north>("north", -90, 90, "°", "Latitude of a map's north edge; with band, the northernmost."),
      number_param<&P::latitude>("latitude", -90, 90, "°", "The latitude of an endless plane, the same everywhere on it."),
      result_param<&P::sunlight>("sunlight", "The sun's light above the air, on the slope of the ground.", "W/m²"),
  };
  return list;
}

const StageEntry& sunlight_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "sunlight",
      .title = "Sunlight",
      .doc = "The light of the sun by latitude, season, slope and the direction it faces, as the mean over a day; above the "
             "air, without the shadow of other ground.",
      .cite = "Berger 1978",
      .reach_doc = "stencil: 1 cell",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
