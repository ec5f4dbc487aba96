#pragma once

#include <span>
#include <vector>

#include "stages/air/climate_mesh.h"

namespace craton::air {

/// Numbers behind the temperatures. The same for the Earth and for every other world.
struct HeatPhysics {
  float equator = 28.9F, pole = -15;  ///< °C at sea level, mean of the year, under an axis tilted as the Earth's
  float tilt = 23.44F;
  float sea_swing = 0.028F, land_swing = 0.11F;  ///< °C for each W/m² by which midsummer differs from the mean of the year
  float land_warmth = 6, land_cold = 15;     ///< °C: how much warmer land is at the equator, and how much colder at the poles
  float land_days = 6.8F, sea_days = 0.75F;  ///< until air has taken on the nature of what it lies on
  float barrier = 0.8F;                      ///< how much faster above ground 1 km high, which the sea's air does not cross
  float eddies = 0.23F;                      ///< 10⁶ m²/s
};

struct Heat {
  std::vector<float> mean;    ///< °C at sea level
  std::vector<float> swing;   ///< °C: warmest month less the mean of the year
  std::vector<float> day;     ///< °C: warmest less coldest hour of a usual day
  std::vector<float> inland;  ///< 0 … 1: how continental the air is
};

/// `land` is the share of land of each cell, `ground` its mean height in km, sea counted as 0.
Heat heat_on(const ClimateMesh& mesh, std::span<const float> land, std::span<const float> ground, const HeatPhysics& physics);

/// Without a mesh, at one latitude.
float mean_at(float latitude, const HeatPhysics& physics);
float light_swing(float latitude, const HeatPhysics& physics);
/// Warmest less coldest hour of a usual day, °C.
float day_range(float latitude, float inland);
/// What continental air adds to the mean of the year.
float land_effect(float latitude, float inland, const HeatPhysics& physics);
/// °C for each W/m².
inline float swing_by_light(float inland, const HeatPhysics& physics) {
  return physics.sea_swing + (physics.land_swing - physics.sea_swing) * inland;
}

}  // namespace craton::air
