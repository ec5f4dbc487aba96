#include "picture/sphere_sampler.h"

#include <algorithm>
#include <cmath>

namespace craton::picture {

namespace {
constexpr std::int64_t around = 2;  // cells: more than sites within reach can lie away, as sites stray by less than half a cell
constexpr double reach_cells = 1.35;
}  // namespace

SphereSampler::SphereSampler(const CubeSphere& sphere) : sphere_(sphere), side_(sphere.resolution()) {
  // Cells along the middle of an edge are the narrowest, some 0.85 of the mean.
  const double chord = reach_cells * 0.85 * sphere.spacing() / sphere.radius();
  reach_ = static_cast<float>(chord * chord);
}

float SphereSampler::at(std::span<const float> values, const Vec3d& direction) const {
  const FacePlace place = face_place_of(direction, sphere_.theta());
  const auto last = static_cast<std::int64_t>(side_) - 1;
  const auto index = [&](double part) { return std::clamp(static_cast<std::int64_t>(part * side_), std::int64_t{0}, last); };
  const std::int64_t column = index(place.a), row = index(place.b);
  const auto x = static_cast<float>(direction.x), y = static_cast<float>(direction.y), z = static_cast<float>(direction.z);
  const std::span<const Vec3f> sites = sphere_.sites();
  float sum = 0, all = 0, nearest = 1e30F;
  Cell own = 0;
  const auto add = [&](Cell cell) {
    const Vec3f& site = sites[cell];
    const float dx = site.x - x, dy = site.y - y, dz = site.z - z, square = dx * dx + dy * dy + dz * dz;
    if (square < nearest) {
      nearest = square;
      own = cell;
    }
    if (square >= reach_) return;
    const float near = 1 - square / reach_, weight = near * near * near;
    sum += weight * values[cell];
    all += weight;
  };
  const bool inside = column >= around && row >= around && column + around <= last && row + around <= last;
  for (std::int64_t r = row - around; r <= row + around; ++r)
    for (std::int64_t c = column - around; c <= column + around; ++c) {
      if (inside) {
        add(sphere_.cell(place.face, static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(r)));
      } else if (const std::optional<Cell> cell = sphere_.folded(place.face, c, r)) {
        add(*cell);
      }
    }
  return all > 0 ? sum / all : values[own];
}

}  // namespace craton::picture
