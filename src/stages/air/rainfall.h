#pragma once

#include <span>
#include <vector>

#include "stages/air/winds.h"

namespace craton::air {

struct RainPhysics {
  CirculationPhysics circulation;
  float capacity = 12;                       ///< mm of water in saturated air above ground of 0 °C
  float growth = 0.062F;                     ///< and how fast that grows with each °C (Clausius & Clapeyron)
  float evaporation = 0.25F;                 ///< 1/day: how fast air over the sea comes near its capacity
  float humid = 0.85F;                       ///< how near
  float rain = 0.12F;                        ///< 1/day: the share of the water in humid air that falls
  float steepness = 3;                       ///< the power of relative humidity by which it rains
  float storms = 1;                          ///< how much more where fronts pass
  float sinking = 0.7F;                      ///< how much less where air comes down
  float meeting = 2;                         ///< days: more where winds meet, less where they part
  float lifting = 0.3F;                      ///< more for each m/s · m/km up a slope
  float convection = 0.03F;                  ///< more for each °C that the ground is warmer than elsewhere on its parallel
  float recycling = 0.5F;                    ///< the share of rain on warm land that goes back into the air
  float eddies = 0.5F, storm_eddies = 1.5F;  ///< 10⁶ m²/s: everywhere, and more where fronts pass
};

struct SeasonRain {
  std::vector<float> rain;            ///< mm/day
  double evaporated = 0, rained = 0;  ///< mm/day · square megametres, over all
};

/// `warmth` is the temperature of the ground in that season, °C.
SeasonRain seasonal_rain(const ClimateMesh& mesh, const GroundBelow& below, std::span<const float> wide,
                         std::span<const float> warmth, std::span<const Vec3f> wind, Season season, const RainPhysics& physics);

/// Trades July for January south of the equator, mixed across a narrow belt, so that no line shows where summer and winter trade
/// names.
void by_own_summer(const ClimateMesh& mesh, std::span<float> july, std::span<float> january);

}  // namespace craton::air
