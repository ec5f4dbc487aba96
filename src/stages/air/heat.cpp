#include "stages/air/heat.h"

#include <algorithm>
#include <cmath>

#include "base/math_kernels.h"
#include "stages/air/circulation.h"
#include "stages/air/insolation.h"
#include "stages/air/upwind_transport.h"

namespace craton::air {
namespace {

constexpr std::size_t coarsest_cells = 6 * 20 * 20;

float square_of_sine(float latitude) {
  const auto sine = static_cast<float>(math::kernel::sin(double{latitude} * (3.14159265358979323846 / 180)));
  return sine * sine;
}

/// Land is warmer than the sea where the sun stands high, and colder towards the poles; neither where it covers as much of the
/// world as on Earth.
float effect_of(float poleward, float inland, const HeatPhysics& physics) {
  return (inland - 0.4F) * (physics.land_warmth - (physics.land_warmth + physics.land_cold) * poleward);
}

/// The sea holds the day's warmth, dry air inland does not, and a low sun brings little of it (Geerts 2003, rounded).
float day_of(float poleward, float inland) { return (3 + 12 * inland) * (1 - 0.7F * poleward); }

}  // namespace

float mean_at(float latitude, const HeatPhysics& physics) {
  // The second and fourth of Legendre's polynomials (North 1975), so that half of the fall lies beyond 45°.
  const float s = square_of_sine(latitude);
  const auto contrast = static_cast<float>(year_contrast(double{physics.tilt}) / year_contrast(23.44));
  const float shape = 0.45F * s + 0.55F * s * s;
  // The mean of `shape` over the planet is 0.26: it stays, whatever the tilt.
  return physics.equator - (physics.equator - physics.pole) * (0.26F + (shape - 0.26F) * contrast);
}

float land_effect(float latitude, float inland, const HeatPhysics& physics) {
  return effect_of(square_of_sine(latitude), inland, physics);
}

float day_range(float latitude, float inland) { return day_of(square_of_sine(latitude), inland); }

float light_swing(float latitude, const HeatPhysics& physics) {
  const double high = day_insolation(std::abs(double{latitude}), double{physics.tilt});
  const double low = day_insolation(std::abs(double{latitude}), -double{physics.tilt});
  return static_cast<float>((high - low) / 2);
}

namespace {

/// How continental the air is: 1 over land, 0 over the sea, carried by the prevailing wind. Solved on a coarser mesh first, so
/// that the sweeps need not carry it far.
std::vector<float> inland_on(const ClimateMesh& mesh, std::span<const float> land, std::span<const float> ground,
                             const HeatPhysics& physics) {
  const std::size_t cells = mesh.count();
  std::vector<float> inland(land.begin(), land.end());
  if (mesh.count() > coarsest_cells) {
    const ClimateMesh coarse = mesh.coarser(2);
    std::vector<float> wide_land(coarse.count()), wide_ground(coarse.count());
    coarse.means_in_order(land, wide_land);
    coarse.means_in_order(ground, wide_ground);
    inland = mesh.read(coarse, inland_on(coarse, wide_land, wide_ground, physics));
  }
  std::vector<Vec3f> wind(cells);
  const ZonalCurve zonal(zonal_air);
  for (std::size_t c = 0; c < cells; ++c) {
    const ZonalAir air = zonal(mesh.latitude()[c]);
    wind[c] = mesh.east()[c] * air.east + mesh.north()[c] * air.north;
  }
  const std::vector<float> eddies(cells, physics.eddies);
  const UpwindTransport transport(mesh, wind, eddies);
  std::vector<float> source(cells), share(cells);
  for (std::size_t c = 0; c < cells; ++c) {
    const float by_land = land[c] * (1 + physics.barrier * ground[c]) / physics.land_days * mesh.area()[c];
    const float by_sea = (1 - land[c]) / physics.sea_days * mesh.area()[c];
    source[c] = by_land + 0.5F * transport.beyond()[c];  // who knows what lies beyond
    share[c] = 1 / (transport.comes()[c] + by_land + by_sea);
  }
  transport.sweep(1, [&](std::size_t c) { inland[c] = (transport.brought(inland, c) + source[c]) * share[c]; });
  return inland;
}

}  // namespace

Heat heat_on(const ClimateMesh& mesh, std::span<const float> land, std::span<const float> ground, const HeatPhysics& physics) {
  const std::size_t cells = mesh.count();
  Heat heat;
  heat.inland = inland_on(mesh, land, ground, physics);
  heat.mean.resize(cells);
  heat.swing.resize(cells);
  heat.day.resize(cells);
  const LatitudeCurve<float> mean([&](float latitude) { return mean_at(latitude, physics); });
  const LatitudeCurve<float> light([&](float latitude) { return light_swing(latitude, physics); });
  const LatitudeCurve<float> poleward(square_of_sine);
  for (std::size_t c = 0; c < cells; ++c) {
    const float latitude = mesh.latitude()[c], inland = heat.inland[c];
    heat.mean[c] = mean(latitude) + effect_of(poleward(latitude), inland, physics);
    heat.day[c] = day_of(poleward(latitude), inland);
    heat.swing[c] = light(latitude) * swing_by_light(inland, physics);
  }
  return heat;
}

}  // namespace craton::air
