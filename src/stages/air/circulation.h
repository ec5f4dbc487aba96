#pragma once

#include <span>
#include <vector>

#include "stages/air/climate_mesh.h"
#include "stages/air/latitude_curve.h"

/// The three cells of the air: trades, westerlies, polar easterlies (Hadley 1735, Ferrel 1856), by distance from the thermal
/// equator, where the trades meet.
namespace craton::air {

/// Northern summer (July) and northern winter (January).
enum class Season : std::uint8_t { july, january };
inline constexpr float sign_of(Season season) { return season == Season::july ? 1.0F : -1.0F; }

/// Winds over flat sea and what they do, at a latitude counted from the thermal equator.
struct ZonalAir {
  float east = 0, north = 0;  ///< m/s
  float storms = 0;           ///< 0 … 1: how often fronts pass, in the belt of the westerlies
  float sinking = 0;          ///< 0 … 1: where air that rose at the thermal equator comes down
};
ZonalAir zonal_air(float latitude);
inline ZonalAir operator+(const ZonalAir& a, const ZonalAir& b) {
  return {a.east + b.east, a.north + b.north, a.storms + b.storms, a.sinking + b.sinking};
}
inline ZonalAir operator-(const ZonalAir& a, const ZonalAir& b) {
  return {a.east - b.east, a.north - b.north, a.storms - b.storms, a.sinking - b.sinking};
}
inline ZonalAir operator*(const ZonalAir& a, float f) { return {a.east * f, a.north * f, a.storms * f, a.sinking * f}; }
using ZonalCurve = LatitudeCurve<ZonalAir>;

struct CirculationPhysics {
  float shift_sea = 6.6F, shift_land = 7.5F;  ///< how far the thermal equator goes from the equator in July, degrees
  float shift_storms = 1.5F;                  ///< how far the belts of the middle latitudes go
  float tilt = 23.44F;                        ///< shifts grow with it
};
/// The latitude counted from the thermal equator; `land` is the share of land in the large.
float seasonal_latitude(float latitude, float land, Season season, const CirculationPhysics& physics);

/// Which side of a continent or ocean a cell lies on, −1 … 1: above 0 at east coasts (the west of oceans), below 0 at west
/// coasts; coasts are felt over about `radius` megametres.
std::vector<float> coast_side(const ClimateMesh& mesh, std::span<const float> land, float radius);

/// 1 at a latitude (of either hemisphere), 0 from `half_width` away on.
float belt(float latitude, float middle, float half_width);

/// Means along the parallels of a field, at each cell.
std::vector<float> zonal_means(const ClimateMesh& mesh, std::span<const float> values);

}  // namespace craton::air
