#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include <craton/base/hash.h>
#include <craton/surface/cube_sphere.h>

/// What tests of spheres share.
namespace craton {

inline CubeSphere sphere_of(const CubeSphere::Params& params, Seed seed = {7}) {
  Result<CubeSphere> sphere = CubeSphere::make(params, seed);
  EXPECT_TRUE(sphere) << sphere.error().to_string();
  return *std::move(sphere);
}

inline Vec3d unit(const Vec3d& v) {
  const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  return {v.x / length, v.y / length, v.z / length};
}

/// Numbers and directions that are the same in every run.
class Dice {
 public:
  explicit Dice(std::uint64_t seed = 1) : state_(mix64(seed + 1)) {}

  /// In [−1, 1).
  double number() { return static_cast<double>(mix64(++state_ * 0x9E3779B97F4A7C15u) >> 11) * 0x1p-52 - 1; }

  /// Of length 1, spread evenly.
  Vec3d direction() {
    for (;;) {
      const Vec3d v{number(), number(), number()};
      const double squared = v.x * v.x + v.y * v.y + v.z * v.z;
      if (squared > 0.01 && squared <= 1) return unit(v);
    }
  }

  /// Close to an edge of the cube, and one time in two close to a corner.
  Vec3d direction_near_edge(double distance) {
    const double side = number() < 0 ? -1 : 1, along = number() < 0 ? number() : (number() < 0 ? -1 : 1);
    const double a = 1 + distance * number(), b = side + distance * number(), c = along + distance * number();
    switch (mix64(++state_) % 6) {
      case 0: return unit({a, b, c});
      case 1: return unit({-a, b, c});
      case 2: return unit({c, a, b});
      case 3: return unit({c, -a, b});
      case 4: return unit({b, c, a});
      default: return unit({b, c, -a});
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace craton
