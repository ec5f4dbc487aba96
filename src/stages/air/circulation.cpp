#include "stages/air/circulation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math_kernels.h"
#include "base/smooth_step.h"

namespace craton::air {
namespace {

struct Knot {
  float latitude, value;
};
template <std::size_t Count>
float along(const std::array<Knot, Count>& knots, float latitude) {
  float value = knots[0].value;
  for (std::size_t i = 1; i < Count; ++i)
    value += (knots[i].value - knots[i - 1].value) * smooth_step(knots[i - 1].latitude, knots[i].latitude, latitude);
  return value;
}

// Climatological means over the oceans (Peixoto & Oort 1992, ch. 7), rounded.
constexpr std::array<Knot, 5> eastward{{{0, -2.5F}, {14, -6}, {47, 7}, {76, -2.5F}, {90, 0}}};
constexpr std::array<Knot, 4> equatorward{{{12, 3}, {45, -1.8F}, {76, 1}, {90, 0}}};

}  // namespace

ZonalAir zonal_air(float latitude) {
  const float away = std::min(std::abs(latitude), 90.0F), side = latitude < 0 ? -1.0F : 1.0F;
  ZonalAir air;
  air.east = along(eastward, away);
  // Straight through the thermal equator, where both trades meet head on.
  const float near = std::min(away / 12, 1.0F);
  const float back = along(equatorward, away) * (near * (1.5F - 0.5F * near * near));
  air.north = -side * back;
  air.storms = smooth_step(26, 46, away) * (1 - smooth_step(54, 80, away));
  air.sinking = smooth_step(8, 22, away) * (1 - smooth_step(26, 42, away));
  return air;
}

float seasonal_latitude(float latitude, float land, Season season, const CirculationPhysics& physics) {
  const float away = std::min(std::abs(latitude) / 90, 1.0F);
  const float tropics = 1 - smooth_step(10, 40, std::abs(latitude));
  const float equator = physics.shift_sea + (physics.shift_land - physics.shift_sea) * land;
  const float shift = (physics.shift_storms + (equator - physics.shift_storms) * tropics) * (physics.tilt / 23.44F);
  return latitude - sign_of(season) * shift * (1 - away * away * away * away);
}

std::vector<float> coast_side(const ClimateMesh& mesh, std::span<const float> land, float radius) {
  std::vector<Vec3f> rise(mesh.count());
  mesh.gradient(mesh.spread(land, 0.7F * radius), rise);
  std::vector<float> side(mesh.count());
  for (std::size_t c = 0; c < side.size(); ++c) side[c] = std::clamp(-2 * radius * dot(rise[c], mesh.east()[c]), -1.0F, 1.0F);
  // The other half of the radius hides the kinks that slopes have along the edges of the cube.
  return mesh.spread(side, 0.7F * radius);
}

float belt(float latitude, float middle, float half_width) {
  const float t = (std::abs(latitude) - middle) / half_width;
  const float inside = std::max(0.0F, 1 - t * t);
  return inside * inside;
}

std::vector<float> zonal_means(const ClimateMesh& mesh, std::span<const float> values) {
  constexpr std::size_t belts = 61;  // 3° apart, as tents that overlap
  std::array<double, belts> sums{}, areas{};
  const auto place = [&](std::size_t cell) { return (std::clamp(mesh.latitude()[cell], -90.0F, 90.0F) + 90) / 3; };
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const float at = place(cell);
    const auto belt = std::min(static_cast<std::size_t>(at), belts - 2);
    const double share = at - static_cast<float>(belt), area = mesh.area()[cell];
    for (const std::size_t next : {std::size_t{0}, std::size_t{1}}) {
      const double weight = area * (next == 0 ? 1 - share : share);
      sums[belt + next] += weight * values[cell];
      areas[belt + next] += weight;
    }
  }
  for (std::size_t belt = 0; belt < belts; ++belt)
    if (areas[belt] > 0) sums[belt] /= areas[belt];
  std::vector<float> means(values.size());
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const float at = place(cell);
    const auto belt = std::min(static_cast<std::size_t>(at), belts - 2);
    const double share = at - static_cast<float>(belt);
    means[cell] = static_cast<float>(sums[belt] * (1 - share) + sums[belt + 1] * share);
  }
  return means;
}

}  // namespace craton::air
