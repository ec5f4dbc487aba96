#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "stages/life/koppen.h"

/// Life zones by Holdridge 1967, "Life Zone Ecology": by biotemperature, rain and how much of it could evaporate.
namespace craton {

/// "sea", "ice", "polar desert", "subpolar dry tundra", … "tropical rain forest": 40 in all, warmer and wetter ones later.
std::span<const std::string_view> holdridge_names();
inline constexpr std::uint8_t holdridge_sea = 0, holdridge_ice = 1, holdridge_polar = 2;

/// Mean of the year with months below 0 °C counted as 0 and those above 30 °C as 30.
float biotemperature(const SeasonalClimate& climate);

/// The zone whose hexagon holds the place: each is one octave wide in biotemperature, in rain and in their ratio. `rain` is
/// in cm a year. Nothing of sea and ice.
std::uint8_t holdridge_zone(float biotemperature, float rain);

}  // namespace craton
