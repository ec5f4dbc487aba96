#pragma once

#include <span>
#include <vector>

#include "stages/air/winds.h"

namespace craton::air {

struct RainPhysics {
  CirculationPhysics circulation;
  float capacity = 13.7F;                     ///< mm of water in saturated air above ground of 0 °C
  float growth = 0.07F;                       ///< and how fast that grows with each °C (Clausius & Clapeyron)
  float evaporation = 0.41F;                  ///< 1/day: how fast air over the sea comes near its capacity
  float humid = 0.7F;                         ///< how near
  float rain = 0.147F;                        ///< 1/day: the share of the water in humid air that falls
  float storms = 1.7F;                        ///< how much more where fronts pass
  float sinking = 0.2F;                       ///< how much less where air comes down
  float east_coast = 1, west_coast = 0.55F;   ///< and how much of that east coasts are spared, and west coasts get more
  float meeting = 0.36F;                      ///< days: more where winds meet, less where they part
  float lifting = 0.04F;                      ///< 1/day for each m/s · m/km up a slope: what air holds lies within 2.2 km
  float convection = 0.15F;                   ///< more for each °C that the ground is warmer than elsewhere on its parallel
  float stable = 0.05F;                       ///< less for each °C that it is colder
  float recycling = 0.2F;                     ///< the share of rain on warm land that goes back into the air
  float eddies = 1.27F, storm_eddies = 3.1F;  ///< 10⁶ m²/s: everywhere, and more where fronts pass
};

struct SeasonRain {
  std::vector<float> rain;            ///< mm/day
  double evaporated = 0, rained = 0;  ///< mm/day · square megametres, over all
  float adjusted = 1;                 ///< by what share rain was brought into balance
};

/// `warmth` is the temperature of the ground in that season, °C.
SeasonRain seasonal_rain(const ClimateMesh& mesh, const GroundBelow& below, const WideGround& wide, std::span<const float> warmth,
                         std::span<const Vec3f> wind, Season season, const RainPhysics& physics);

/// Trades July for January south of the equator, mixed across a narrow belt, so that no line shows where summer and winter trade
/// names.
void by_own_summer(const ClimateMesh& mesh, std::span<float> july, std::span<float> january);

}  // namespace craton::air
