#include "stages/places/place_keys.h"

#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>

namespace craton {
namespace {

/// Squares of planes, which have no size of their own: 2¹⁹ m.
constexpr double plane_side = 524288;
constexpr int finest = 30;

}  // namespace

PlaceKeys::PlaceKeys(const Domain& domain, Seed seed) : seed_(seed) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    side_x_ = side_y_ = side_z_ = 2 * sphere->radius();
  } else if (const auto* map = std::get_if<Torus>(&domain)) {
    // About square, and as many as fit around.
    const double step = metres_from_units(map->step());
    const double width = map->size().width * step, height = map->size().height * step;
    const double side = std::min(width, height);
    count_x_ = static_cast<std::uint64_t>(std::floor(width / side + 0.5));
    count_y_ = static_cast<std::uint64_t>(std::floor(height / side + 0.5));
    side_x_ = width / static_cast<double>(count_x_);
    side_y_ = height / static_cast<double>(count_y_);
    origin_ = map->centre(0);
  } else {
    side_x_ = side_y_ = plane_side;
  }
}

std::uint64_t PlaceKeys::square(std::string_view kind, const Vec3d& place, int level) const {
  const auto parts = static_cast<double>(std::uint64_t{1} << level);
  const auto along = [&](double at, double side, std::uint64_t count) {
    const auto number = static_cast<std::int64_t>(std::floor(at * parts / side));
    if (count == 0) return static_cast<std::uint64_t>(number);
    const auto around = static_cast<std::int64_t>(count << level);
    return static_cast<std::uint64_t>((number % around + around) % around);
  };
  // Heights count on spheres alone, where places are vectors.
  std::uint64_t key = mix64(seed_.child(kind).value + static_cast<std::uint64_t>(level));
  key = mix64(key ^ along(place.x - origin_.x, side_x_, count_x_)) + 1;
  key = mix64(key ^ along(place.y - origin_.y, side_y_, count_y_)) + 2;
  return side_z_ > 1 ? mix64(key ^ along(place.z, side_z_, 0)) : key;
}

std::uint64_t PlaceKeys::take(std::string_view kind, const Vec3d& place, int level) {
  for (; level < finest; ++level)
    if (const std::uint64_t key = square(kind, place, level); taken_.insert(key).second) return key;
  std::uint64_t key = square(kind, place, finest);
  while (!taken_.insert(key).second) key = mix64(key + 1);
  return key;
}

}  // namespace craton
