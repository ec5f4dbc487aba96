#include "stages/air/rainfall.h"

#include <algorithm>
#include <cmath>

#include "base/math_kernels.h"
#include "stages/air/carrier.h"

namespace craton::air {
namespace {

constexpr int rounds = 2;

/// What rain needs to know of a cell, in the order in which a sweep asks for it.
struct RainCell {
  float leaves = 0;  ///< with the wind, and what the sea takes back
  float source = 0;  ///< by evaporation
  float per_capacity = 0;
  float rate = 0;  ///< of rain in humid air, times the cell's area
  float kept = 1;  ///< the share of rain that does not return to the air
};

float power(float base, float exponent) { return math::kernel::pow(base, exponent); }

}  // namespace

SeasonRain seasonal_rain(const ClimateMesh& mesh, const GroundBelow& below, std::span<const float> wide,
                         std::span<const float> warmth, std::span<const Vec3f> wind, Season season, const RainPhysics& physics) {
  const std::size_t n = mesh.count();
  std::vector<float> eddies(n);
  std::vector<ZonalAir> air(n);
  const ZonalCurve zonal(zonal_air);
  for (std::size_t c = 0; c < n; ++c) {
    air[c] = zonal(seasonal_latitude(mesh.latitude()[c], wide[c], season, physics.circulation));
    eddies[c] = physics.eddies + physics.storm_eddies * air[c].storms;
  }
  const Carrier carrier(mesh, wind, eddies);
  std::vector<Vec3f> slope(n);
  mesh.gradient(below.ground, slope);
  const std::vector<float> usual = zonal_means(mesh, warmth);
  std::vector<float> meeting(n);
  for (std::size_t c = 0; c < n; ++c) meeting[c] = carrier.meeting(c);
  mesh.smooth(meeting, 0.15F);

  std::vector<RainCell> cells(n);
  std::vector<float> water(n), humidity(n);
  for (std::size_t c = 0; c < n; ++c) {
    const float capacity = physics.capacity * math::kernel::exp(physics.growth * std::clamp(warmth[c], -60.0F, 40.0F));
    const float area = mesh.area()[c], sea = 1 - below.land[c];
    RainCell& cell = cells[c];
    const float evaporation = physics.evaporation * sea * area;
    cell.leaves = carrier.leaves()[c] + evaporation;
    cell.source = evaporation * physics.humid * capacity + carrier.beyond()[c] * 0.7F * capacity;
    cell.per_capacity = 1 / (physics.humid * capacity);
    const float meet = std::clamp(meeting[c] * physics.meeting, -0.9F, 4.0F);
    const float lift = std::max(dot(wind[c], slope[c]), 0.0F);
    const float warmer = std::clamp((warmth[c] - usual[c]) * physics.convection, -0.7F, 1.5F);
    cell.rate = physics.rain * area * (1 + physics.storms * air[c].storms) * (1 - physics.sinking * air[c].sinking) * (1 + meet) *
                (1 + physics.lifting * lift) * (1 + warmer);
    const float warm = std::clamp((warmth[c] + 5) / 25, 0.0F, 1.0F);
    cell.kept = 1 - physics.recycling * below.land[c] * warm;
    water[c] = 0.7F * physics.humid * capacity * (1 - 0.5F * below.land[c]);
  }
  const float steep = physics.steepness;
  const auto falls = [&](std::size_t c) {
    const float humid = std::min(water[c] * cells[c].per_capacity, 2.0F);
    return cells[c].rate * (steep == 3 ? humid * humid * humid : power(humid, steep));
  };
  carrier.sweep(rounds, [&](std::size_t c) {
    const RainCell& cell = cells[c];
    const float next = (carrier.brought(water, c) + cell.source) / (cell.leaves + falls(c) * cell.kept);
    water[c] = 0.3F * water[c] + 0.7F * next;  // rain answers to water steeply: half steps do not swing
  });

  SeasonRain result;
  result.rain.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    const float rain = falls(c) * water[c];
    result.rain[c] = rain / mesh.area()[c];
    const float sea = 1 - below.land[c];
    result.evaporated += double{cells[c].source} - double{physics.evaporation * sea * mesh.area()[c] * water[c]} +
                         double{(1 - cells[c].kept) * rain};
    result.rained += double{rain};
  }
  return result;
}

void by_own_summer(const ClimateMesh& mesh, std::span<float> july, std::span<float> january) {
  constexpr float belt = 3;  // degrees
  for (std::size_t c = 0; c < mesh.count(); ++c) {
    const float t = std::clamp((mesh.latitude()[c] + belt) / (2 * belt), 0.0F, 1.0F);
    const float north = t * t * (3 - 2 * t), all = july[c] + january[c];
    const float summer = january[c] + (july[c] - january[c]) * north;
    july[c] = summer;
    january[c] = std::max(all - summer, 0.0F);
  }
}

}  // namespace craton::air
