#include <craton/surface/cube_sphere.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <craton/base/hash.h>
#include "surface/cube_faces.h"

namespace craton {
namespace {

CubeSphere made(int resolution, double jitter = 0.8, double theta = 0.8687, double radius = 6'371'000, Seed seed = {7}) {
  Result<CubeSphere> sphere = CubeSphere::make({resolution, radius, jitter, theta}, seed);
  EXPECT_TRUE(sphere) << sphere.error().to_string();
  return *std::move(sphere);
}

/// Reproducible directions, evenly spread.
class Directions {
 public:
  explicit Directions(std::uint64_t seed) : state_(seed) {}
  Vec3d operator()() {
    for (;;) {
      const Vec3d v{next(), next(), next()};
      const double squared = v.x * v.x + v.y * v.y + v.z * v.z;
      if (squared > 0.01 && squared <= 1) return v;
    }
  }
  double next() { return static_cast<double>(mix64(++state_ * 0x9E3779B97F4A7C15u) >> 11) * 0x1p-52 - 1; }

 private:
  std::uint64_t state_;
};

Cell nearest_of_all(const CubeSphere& sphere, Vec3d d) {
  const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  d = {d.x / length, d.y / length, d.z / length};
  Cell best = 0;
  double least = 10;
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    const Vec3d s = sphere.direction(cell);
    const double squared = (d.x - s.x) * (d.x - s.x) + (d.y - s.y) * (d.y - s.y) + (d.z - s.z) * (d.z - s.z);
    if (squared < least) {
      least = squared;
      best = cell;
    }
  }
  return best;
}

TEST(CubeSphere, AreasSumToTheWhole) {
  for (int resolution : {4, 5, 33, 64, 255})
    for (double theta : {0.01, 0.785398, 0.8687, 1.5}) {
      const CubeSphere sphere = made(resolution, 0.8, theta, 1000);
      double sum = 0;
      for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
        ASSERT_GT(sphere.area(cell), 0);
        sum += sphere.area(cell);
      }
      EXPECT_NEAR(sum / (4 * 3.141592653589793 * 1e6), 1, 1e-12) << resolution << " " << theta;
    }
}

TEST(CubeSphere, NearestIsThatOfAllSites) {
  for (int resolution : {4, 5, 8})
    for (double jitter : {0.0, 0.5, 1.0})
      for (double theta : {0.01, 0.785398, 0.8687, 1.2, 1.5}) {
        const CubeSphere sphere = made(resolution, jitter, theta);
        Directions random(1);
        for (int i = 0; i < 2000; ++i) {
          const Vec3d d = random();
          ASSERT_EQ(sphere.nearest(d), nearest_of_all(sphere, d)) << resolution << " " << jitter << " " << theta;
        }
      }
}

TEST(CubeSphere, LinksAreMutual) {
  for (int resolution : {4, 5, 16}) {
    const CubeSphere sphere = made(resolution);
    int with_seven = 0;
    for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
      int degree = 0;
      std::set<Cell> different;
      sphere.for_each_link(cell, [&](Link link) {
        ++degree;
        different.insert(link.to);
        int back = 0;
        sphere.for_each_link(link.to, [&](Link other) { back += other.to == cell && other.length == link.length; });
        ASSERT_EQ(back, 1);
      });
      ASSERT_EQ(different.size(), static_cast<std::size_t>(degree));
      ASSERT_EQ(different.count(cell), 0u);
      with_seven += degree == 7;
      ASSERT_GE(degree, 7);
    }
    EXPECT_EQ(with_seven, 24);
  }
}

}  // namespace
}  // namespace craton
