#pragma once

#include <cmath>

#include <craton/surface/domain.h>

namespace craton {

/// What is at `at` on an axis that repeats, where it is nearest to `other`; a period of 0: the axis does not repeat.
inline double beside(double at, double other, double period) {
  return period > 0 ? at + period * std::floor((other - at) / period + 0.5) : at;
}
/// A way along such an axis, the shorter way around.
inline double shortest(double way, double period) { return period > 0 ? way - period * std::floor(way / period + 0.5) : way; }

/// After how many metres a map repeats. Planes and spheres do not.
struct Periods {
  double x = 0, y = 0;

  Periods() = default;
  explicit Periods(const Torus& torus)
      : x(static_cast<double>(torus.period()[0]) / units_per_metre),
        y(static_cast<double>(torus.period()[1]) / units_per_metre) {}
  explicit Periods(const Domain& domain) {
    if (const auto* torus = std::get_if<Torus>(&domain)) *this = Periods(*torus);
  }

  Vec3d beside(const Vec3d& place, const Vec3d& other) const {
    return {craton::beside(place.x, other.x, x), craton::beside(place.y, other.y, y), place.z};
  }
  Vec3d shortest(const Vec3d& way) const { return {craton::shortest(way.x, x), craton::shortest(way.y, y), way.z}; }
};

}  // namespace craton
