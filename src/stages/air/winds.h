#pragma once

#include <array>
#include <span>
#include <vector>

#include "stages/air/circulation.h"
#include "stages/air/climate_mesh.h"

namespace craton::air {

struct WindPhysics {
  CirculationPhysics circulation;
  float monsoon = 0.6F;  ///< m/s for each °C in 1000 km, where wind turns neither right nor left and drag is 10⁻⁴/s
  float spread = 0.5F;   ///< megametres: highs and lows are as wide as this at least
  float drag = 0.5F;     ///< 10⁻⁴/s: of the ground on moving air
  float around = 0.5F;   ///< the share of wind that steep ground turns along its slope
  float steep = 5;       ///< m/km: half of that share
};

/// What winds need to know of the ground, on the mesh.
struct GroundBelow {
  std::span<const float> land;    ///< share of land
  std::span<const float> ground;  ///< mean height, km, sea counted as 0
};

/// Land in the large, which draws the thermal equator away from the equator.
std::vector<float> wide_land(const ClimateMesh& mesh, std::span<const float> land);

/// The wind of a season: `warmth` is the temperature at sea level, °C.
std::vector<Vec3f> seasonal_wind(const ClimateMesh& mesh, const GroundBelow& below, std::span<const float> wide,
                                 std::span<const float> warmth, Season season, const WindPhysics& physics);

}  // namespace craton::air
