#include "stages/air/current_warmth.h"

#include <algorithm>
#include <cmath>

#include "stages/air/circulation.h"
#include "stages/air/upwind_transport.h"

namespace craton::air {
std::vector<float> current_warmth(const ClimateMesh& mesh, std::span<const float> land, const CurrentPhysics& physics) {
  const std::size_t cells = mesh.count();
  const std::vector<float> side = coast_side(mesh, land, physics.width);
  std::vector<float> warmth(cells), share(cells), source(cells);
  std::vector<Vec3f> wind(cells);
  const ZonalCurve zonal(zonal_air);
  for (std::size_t c = 0; c < cells; ++c) {
    const float latitude = mesh.latitude()[c];
    const ZonalAir air = zonal(latitude);
    wind[c] = mesh.east()[c] * air.east + mesh.north()[c] * air.north;
    // Gyres: towards the pole along the west of an ocean in low latitudes, back along its east; beyond 40° the other way round.
    const float gyre = side[c] * belt(latitude, 28, 20), upper = side[c] * belt(latitude, 60, 22);
    warmth[c] = (gyre > 0 ? 0.5F * physics.warm : physics.cold) * gyre - (upper > 0 ? 0.5F * physics.cold : physics.warm) * upper;
  }
  const std::vector<float> eddies(cells, 0.5F);
  const UpwindTransport transport(mesh, wind, eddies);
  for (std::size_t c = 0; c < cells; ++c) {
    const float sea = (1 - land[c]) * 2 * mesh.area()[c], over_land = land[c] / physics.days * mesh.area()[c];
    source[c] = sea * warmth[c];
    share[c] = 1 / (transport.comes()[c] + sea + over_land);
    warmth[c] *= 1 - land[c];
  }
  transport.sweep(1, [&](std::size_t c) { warmth[c] = (transport.brought(warmth, c) + source[c]) * share[c]; });
  return warmth;
}

}  // namespace craton::air
