#pragma once

#include <span>

#include <craton/surface/cube_sphere.h>

namespace craton::picture {

/// Reads layers of a sphere at directions: a mean of the sites within 1.6 cells, the nearer the more (Shepard 1968, with weights
/// that end smoothly). Continuous everywhere. `sample` is exact for slopes; this takes a fraction of its time.
class SphereSampler {
 public:
  explicit SphereSampler(const CubeSphere& sphere);

  float at(std::span<const float> values, const Vec3d& direction) const;

 private:
  const CubeSphere& sphere_;
  double side_;
  float reach_;  ///< square of the chord within which sites count, on a sphere of radius 1
};

}  // namespace craton::picture
