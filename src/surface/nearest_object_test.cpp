#include <craton/surface/nearest_object.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "surface/sphere_test.h"

namespace craton {
namespace {

using Path = ObjectColumn::Path;

Domain torus_of(const std::string& wrap) {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{100});
  spec.params.set("height", std::int64_t{80});
  spec.params.set("step", 10.0);
  spec.params.set("wrap", wrap);
  return *make_domain(spec, Seed{5}, 0, "");
}

ObjectTable lines(std::vector<Path> paths) { return {"rivers", "", {{"path", "m", "", std::move(paths)}}}; }

TEST(NearestObject, OfLines) {
  const Domain domain = torus_of("none");
  const ObjectTable table = lines({{}, {{100, 100, 5}, {200, 100, 3}}, {{100, 300, 0}, {200, 300, 0}}});
  const auto found = nearest_object(domain, table, {125, 130, 999});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->row, 1U);
  EXPECT_DOUBLE_EQ(found->distance, 30);
  EXPECT_EQ(found->point, (Vec3d{125, 100, 4.5}));
  EXPECT_DOUBLE_EQ(nearest_object(domain, table, {60, 70, 0})->distance, 50);
  EXPECT_EQ(nearest_object(domain, table, {150, 200, 0})->row, 1U) << "the first of equals";
  EXPECT_EQ(nearest_object(domain, table, {150, 201, 0})->row, 2U);
  EXPECT_FALSE(nearest_object(domain, lines({{}}), {0, 0, 0}));
  EXPECT_FALSE(nearest_object(domain, {"kinds", "", {{"name", "", "", std::vector<std::string>{"x"}}}}, {0, 0, 0}));
  const ObjectTable springs{"springs", "", {{"at", "m", "", std::vector<Vec3d>{{0, 0, 1}, {30, 40, 1}}}}};
  EXPECT_EQ(nearest_object(domain, springs, {30, 50, 0})->row, 1U);
}

TEST(NearestObject, AroundMapsThatClose) {
  const ObjectTable table = lines({{{5, 5, 0}, {-20, 5, 0}}, {{400, 400, 0}, {410, 400, 0}}});  // 1000 m × 800 m
  EXPECT_DOUBLE_EQ(nearest_object(torus_of("both"), table, {970, 5, 0})->distance, 10);
  EXPECT_DOUBLE_EQ(nearest_object(torus_of("both"), table, {970, 795, 0})->distance, std::sqrt(200));
  EXPECT_DOUBLE_EQ(nearest_object(torus_of("x"), table, {970, 205, 0})->distance, std::sqrt(100 + 40000));
  EXPECT_EQ(nearest_object(torus_of("none"), table, {970, 205, 0})->row, 1U);
  // A line that is longer than half the map, told from another copy of it.
  const ObjectTable line = lines({{{-450, 100, 0}, {450, 100, 0}}});
  EXPECT_DOUBLE_EQ(nearest_object(torus_of("both"), line, {1440, 107, 0})->distance, 7);
}

TEST(NearestObject, OfAreasIsAnywhereInThemButOnIslands) {
  const Path shore{{0, 0, 7}, {0, 100, 7}, {100, 100, 7}, {100, 0, 7}, {0, 0, 7}};
  const Path island{{40, 40, 7}, {60, 40, 7}, {60, 60, 7}, {40, 60, 7}, {40, 40, 7}};
  const ObjectTable table{
      "lakes", "", {{"shore", "m", "", std::vector<Path>{shore}}, {"islands", "m", "", std::vector<Path>{island}}}};
  const Domain domain = torus_of("both");
  const auto at = [&](double x, double y) { return nearest_object(domain, table, {x, y, 0})->distance; };
  EXPECT_EQ(at(20, 20), 0);
  EXPECT_EQ(at(1020, -780), 0);
  EXPECT_EQ(nearest_object(domain, table, {20, 20, 0})->point, (Vec3d{20, 20, 7}));
  EXPECT_DOUBLE_EQ(at(52, 50), 8);
  EXPECT_DOUBLE_EQ(at(130, 50), 30);
  EXPECT_DOUBLE_EQ(at(990, 50), 10);
}

/// The angle between two directions.
double angle(const Vec3d& a, const Vec3d& b) {
  const Vec3d c{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return std::atan2(std::sqrt(c.x * c.x + c.y * c.y + c.z * c.z), a.x * b.x + a.y * b.y + a.z * b.z);
}

TEST(NearestObject, OnSpheresIsByGreatCircles) {
  const Domain domain(sphere_of({.resolution = 8, .radius = 1000}));
  Dice dice(3);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Path> paths;
    for (int row = 0; row < 4; ++row) {
      Path path;
      for (int i = 0; i < 3; ++i) {
        const Vec3d out = dice.direction();
        path.push_back({out.x * 1100, out.y * 1100, out.z * 1100});
      }
      paths.push_back(std::move(path));
    }
    const Vec3d place = dice.direction();
    double expected = 10;
    for (const Path& path : paths)
      for (std::size_t i = 0; i + 1 < path.size(); ++i)
        for (int k = 0; k <= 4000; ++k) {
          const double share = k / 4000.0;
          expected = std::min(expected, angle(place, {path[i].x + (path[i + 1].x - path[i].x) * share,
                                                      path[i].y + (path[i + 1].y - path[i].y) * share,
                                                      path[i].z + (path[i + 1].z - path[i].z) * share}));
        }
    const auto found = nearest_object(domain, lines(paths), place);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->distance, expected * 1000, 0.5) << trial;
    EXPECT_LE(found->distance, expected * 1000 + 1e-6);
    EXPECT_NEAR(angle(place, found->point) * 1000, found->distance, 1e-6);
    EXPECT_NEAR(std::hypot(found->point.x, found->point.y, found->point.z), 1100, 1e-6);
  }
}

TEST(NearestObject, OfAreasOnSpheres) {
  const Domain domain(sphere_of({.resolution = 8, .radius = 1000}));
  Path shore, island;  // counterclockwise around the pole at 60°, clockwise at 80°
  for (int i = 0; i <= 36; ++i) {
    const Vec3d out = direction_of(LatLon{60, 10.0 * (i % 36)}), in = direction_of(LatLon{80, -10.0 * (i % 36)});
    shore.push_back({out.x * 1010, out.y * 1010, out.z * 1010});
    island.push_back({in.x * 1010, in.y * 1010, in.z * 1010});
  }
  const ObjectTable table{
      "lakes", "", {{"shore", "m", "", std::vector<Path>{shore}}, {"islands", "m", "", std::vector<Path>{island}}}};
  const auto at = [&](double latitude, double longitude) {
    return nearest_object(domain, table, direction_of(LatLon{latitude, longitude}))->distance;
  };
  const double degree = 1000 * 3.14159265358979 / 180;
  EXPECT_EQ(at(70, 33), 0);
  EXPECT_EQ(at(65, -170), 0);
  EXPECT_NEAR(at(90, 0), 10 * degree, 0.1 * degree);
  EXPECT_NEAR(at(50, 20), 10 * degree, 1e-6);
  EXPECT_NEAR(at(-90, 0), 150 * degree, 0.3 * degree);
}

}  // namespace
}  // namespace craton
