// Holdridge 1967. His triangle has logarithmic axes at 60° to each other: biotemperature, rain, and potential evapotranspiration
// as a share of rain, which is 58.93 · biotemperature / rain (mm) and so no third quantity. In such axes zones are hexagons: a
// place belongs to the nearest of their middles.
#include "stages/life/holdridge.h"

#include <algorithm>
#include <array>

#include <craton/base/math.h>

namespace craton {
namespace {

constexpr std::string_view names[] = {
    "sea",
    "ice",
    "polar desert",
    "subpolar dry tundra",
    "subpolar moist tundra",
    "subpolar wet tundra",
    "subpolar rain tundra",
    "boreal desert",
    "boreal dry scrub",
    "boreal moist forest",
    "boreal wet forest",
    "boreal rain forest",
    "cool temperate desert",
    "cool temperate desert scrub",
    "cool temperate steppe",
    "cool temperate moist forest",
    "cool temperate wet forest",
    "cool temperate rain forest",
    "warm temperate desert",
    "warm temperate desert scrub",
    "warm temperate thorn steppe",
    "warm temperate dry forest",
    "warm temperate moist forest",
    "warm temperate wet forest",
    "warm temperate rain forest",
    "subtropical desert",
    "subtropical desert scrub",
    "subtropical thorn woodland",
    "subtropical dry forest",
    "subtropical moist forest",
    "subtropical wet forest",
    "subtropical rain forest",
    "tropical desert",
    "tropical desert scrub",
    "tropical thorn woodland",
    "tropical very dry forest",
    "tropical dry forest",
    "tropical moist forest",
    "tropical wet forest",
    "tropical rain forest",
};
static_assert(std::size(names) == 40);

/// A belt of biotemperatures, an octave each from 1.5 °C on; its driest zone has less than 125 mm.
struct Belt {
  std::uint8_t first;  ///< its driest zone
  int zones;
};
constexpr std::array<Belt, 5> belts{{{3, 4}, {7, 5}, {12, 6}, {18, 7}, {32, 8}}};
constexpr std::uint8_t first_subtropical = 25;
constexpr std::uint8_t warm_temperate_belt = 3;
// Between warm temperate and subtropical runs the line of frost, about the middle of the belt (its logarithms): 12 · √2 °C.
constexpr float frost_line = 16.970562748477143F;

double octaves(double number) { return math::log(number) * 1.4426950408889634; }

}  // namespace

std::span<const std::string_view> holdridge_names() { return names; }

float biotemperature(const SeasonalClimate& climate) {
  float sum = 0;
  for (const float month : months_of(climate).temperature) sum += std::clamp(month, 0.0F, 30.0F);
  return sum / 12;
}

std::uint8_t holdridge_zone(float warmth, float rain) {
  if (!(warmth >= 1.5F)) return holdridge_polar;
  // In octaves from the lower end of the first belt, and from 62.5 mm, where the driest zones of all belts begin.
  const double t = octaves(double{warmth} / 1.5), p = octaves(std::max(10 * double{rain}, 1.0) / 62.5);
  int best_belt = 0, best_zone = 0;
  double nearest = 1e300;
  for (int belt = 0; belt < static_cast<int>(belts.size()); ++belt)
    for (int zone = 0; zone < belts[static_cast<std::size_t>(belt)].zones; ++zone) {
      // Beyond the outermost middles there are no further zones: their own go on.
      const double along_t = std::max(t, 0.5) > belts.size() - 0.5 ? belts.size() - 0.5 : std::max(t, 0.5);
      const double along_p = std::clamp(p, 0.5, belts[static_cast<std::size_t>(belt)].zones - 0.5);
      const double dt = along_t - (belt + 0.5), dp = along_p - (zone + 0.5), dr = dt - dp;
      const double distance = dt * dt + dp * dp + dr * dr;
      if (distance < nearest) nearest = distance, best_belt = belt, best_zone = zone;
    }
  if (best_belt == warm_temperate_belt && warmth >= frost_line) return static_cast<std::uint8_t>(first_subtropical + best_zone);
  return static_cast<std::uint8_t>(belts[static_cast<std::size_t>(best_belt)].first + best_zone);
}

}  // namespace craton
