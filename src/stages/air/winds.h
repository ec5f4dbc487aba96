#pragma once

#include <array>
#include <span>
#include <vector>

#include "stages/air/circulation.h"
#include "stages/air/climate_mesh.h"

namespace craton::air {

struct WindPhysics {
  CirculationPhysics circulation;
  float monsoon = 0.23F;  ///< m/s for each °C in 1000 km, where wind turns neither right nor left and drag is 10⁻⁴/s
  float highs = 1.9F;     ///< m/s: around the highs over subtropical oceans, towards the pole along east coasts
  float spread = 1.5F;    ///< megametres: highs and lows are as wide as this at least
  float drag = 0.39F;     ///< 10⁻⁴/s: of the ground on moving air
  float around = 0.41F;   ///< the share of wind that steep ground turns along its slope
  float steep = 4.5F;     ///< m/km: half of that share
};

/// What winds need to know of the ground, on the mesh.
struct GroundBelow {
  std::span<const float> land;    ///< share of land
  std::span<const float> ground;  ///< mean height, km, sea counted as 0
};

/// What of the ground steers air in the large.
struct WideGround {
  std::vector<float> land;  ///< share of land
  std::vector<float> side;  ///< of continents: coast_side
};
WideGround wide_ground(const ClimateMesh& mesh, std::span<const float> land);

/// The wind of a season: `warmth` is the temperature at sea level, °C.
std::vector<Vec3f> seasonal_wind(const ClimateMesh& mesh, const GroundBelow& below, const WideGround& wide,
                                 std::span<const float> warmth, Season season, const WindPhysics& physics);

}  // namespace craton::air
