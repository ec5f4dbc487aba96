#include "stages/air/winds.h"

#include <algorithm>
#include <cmath>

#include "base/math_kernels.h"
#include "stages/air/upwind_transport.h"

namespace craton::air {
namespace {

/// Twice the rate at which the planet turns, in 10⁻⁴/s, times the sine of the latitude.
float coriolis(float latitude) {
  return 1.458F * static_cast<float>(math::kernel::sin(double{latitude} * (3.14159265358979323846 / 180)));
}

constexpr float side_radius = 1.1F;  // megametres

/// The gradient of values that were spread, spread once more: along the edges of the cube it has kinks.
void smooth_gradient(const ClimateMesh& mesh, std::span<const float> values, float radius, std::span<Vec3f> rise) {
  mesh.gradient(values, rise);
  std::vector<float> part(mesh.count());
  for (float Vec3f::*axis : {&Vec3f::x, &Vec3f::y, &Vec3f::z}) {
    for (std::size_t c = 0; c < part.size(); ++c) part[c] = rise[c].*axis;
    const std::vector<float> spread = mesh.spread(part, radius);
    for (std::size_t c = 0; c < part.size(); ++c) rise[c].*axis = spread[c];
  }
}

/// Turned to the right by a quarter, seen from above.
Vec3f to_the_right(const ClimateMesh& mesh, std::size_t cell, const Vec3f& v) {
  const Vec3f &east = mesh.east()[cell], &north = mesh.north()[cell];
  return east * dot(v, north) - north * dot(v, east);
}

}  // namespace

WideGround wide_ground(const ClimateMesh& mesh, std::span<const float> land) {
  return {mesh.spread(land, 0.8F), coast_side(mesh, land, side_radius)};
}

std::vector<Vec3f> seasonal_wind(const ClimateMesh& mesh, const GroundBelow& below, const WideGround& wide,
                                 std::span<const float> warmth, Season season, const WindPhysics& physics) {
  const std::size_t cells = mesh.count();
  std::vector<float> unusual = zonal_means(mesh, warmth);
  for (std::size_t c = 0; c < cells; ++c) unusual[c] = warmth[c] - unusual[c];
  unusual = mesh.spread(unusual, 0.7F * physics.spread);
  std::vector<Vec3f> rise(cells), slope(cells), wind(cells);
  const ZonalCurve zonal(zonal_air);
  const LatitudeCurve<float> turning(coriolis);
  smooth_gradient(mesh, unusual, 0.7F * physics.spread, rise);
  mesh.gradient(below.ground, slope);
  for (std::size_t c = 0; c < cells; ++c) {
    const float latitude = mesh.latitude()[c];
    const float from_equator = seasonal_latitude(latitude, wide.land[c], season, physics.circulation);
    const ZonalAir air = zonal(from_equator);
    // Highs over subtropical oceans: towards the pole along east coasts and onto them, towards the equator along west coasts.
    const float high = physics.highs * wide.side[c] * belt(from_equator, 26, 20);
    const float poleward = air.north + (latitude < 0 ? -high : high);
    Vec3f v = mesh.east()[c] * (air.east - 0.5F * std::max(high, 0.0F)) + mesh.north()[c] * poleward;
    // Warm ground is a low: air flows in, held back by drag and turned aside by the planet's rotation (Gill 1980).
    const float f = turning(latitude);
    const float over = physics.monsoon / (physics.drag * physics.drag + f * f);
    v = v + (rise[c] * physics.drag + to_the_right(mesh, c, rise[c]) * f) * over;
    // Around high ground rather than over it.
    const float steepness = std::sqrt(dot(slope[c], slope[c]));
    if (steepness > 0) {
      const Vec3f uphill = slope[c] * (1 / steepness);
      v = v - uphill * (dot(v, uphill) * physics.around * steepness / (steepness + physics.steep));
    }
    // Along the ground.
    wind[c] = mesh.east()[c] * dot(v, mesh.east()[c]) + mesh.north()[c] * dot(v, mesh.north()[c]);
  }
  return wind;
}

}  // namespace craton::air
