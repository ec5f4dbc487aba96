#include "stages/air/currents_mesh.h"

#include <algorithm>
#include <cmath>

#include "stages/air/carrier.h"
#include "stages/air/circulation.h"

namespace craton::air {
namespace {

/// A shore is felt over the sea east of it (or west of it): 1 at land, falling over `width`.
std::vector<float> shore_felt(const ClimateMesh& mesh, std::span<const float> land, float eastwards, float width) {
  const std::size_t cells = mesh.count();
  std::vector<Vec3f> wind(cells);
  for (std::size_t c = 0; c < cells; ++c) wind[c] = mesh.east()[c] * eastwards;
  const std::vector<float> eddies(cells, 0.05F);
  const Carrier carrier(mesh, wind, eddies);
  const float fades = 0.0864F / width;
  std::vector<float> felt(land.begin(), land.end()), share(cells);
  for (std::size_t c = 0; c < cells; ++c) share[c] = 1 / (carrier.comes()[c] + fades * mesh.area()[c]);
  carrier.sweep(1, [&](std::size_t c) {
    const float over_sea = carrier.brought(felt, c) * share[c];
    felt[c] = over_sea + land[c] * (1 - over_sea);
  });
  return felt;
}

float bell(float latitude, float middle, float half_width) {
  const float t = (std::abs(latitude) - middle) / half_width;
  return std::max(0.0F, 1 - t * t) * std::max(0.0F, 1 - t * t);
}

}  // namespace

std::vector<float> current_warmth(const ClimateMesh& mesh, std::span<const float> land, const CurrentPhysics& physics) {
  const std::size_t cells = mesh.count();
  const std::vector<float> west = shore_felt(mesh, land, 1, physics.width), east = shore_felt(mesh, land, -1, physics.width);
  std::vector<float> warmth(cells), share(cells), source(cells);
  std::vector<Vec3f> wind(cells);
  const ZonalCurve zonal(zonal_air);
  for (std::size_t c = 0; c < cells; ++c) {
    const float latitude = mesh.latitude()[c];
    const ZonalAir air = zonal(latitude);
    wind[c] = mesh.east()[c] * air.east + mesh.north()[c] * air.north;
    // Gyres: towards the pole along the west of an ocean in low latitudes, back along its east; beyond 40° the other way round.
    const float gyre = bell(latitude, 28, 20), upper = bell(latitude, 60, 20);
    warmth[c] =
        physics.warm * (west[c] * 0.5F * gyre + east[c] * upper) - physics.cold * (east[c] * gyre + west[c] * 0.5F * upper);
  }
  const std::vector<float> eddies(cells, 0.5F);
  const Carrier carrier(mesh, wind, eddies);
  for (std::size_t c = 0; c < cells; ++c) {
    const float sea = (1 - land[c]) * 2 * mesh.area()[c], over_land = land[c] / physics.days * mesh.area()[c];
    source[c] = sea * warmth[c];
    share[c] = 1 / (carrier.comes()[c] + sea + over_land);
    warmth[c] *= 1 - land[c];
  }
  carrier.sweep(1, [&](std::size_t c) { warmth[c] = (carrier.brought(warmth, c) + source[c]) * share[c]; });
  return warmth;
}

}  // namespace craton::air
