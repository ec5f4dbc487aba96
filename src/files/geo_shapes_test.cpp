#include "files/geo_shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <craton/surface/outline.h>

namespace craton::files {
namespace {

constexpr double degree = std::numbers::pi / 180;

Domain sphere_of(int resolution) {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", std::int64_t{resolution});
  spec.params.set("radius", 1000.0);
  return *make_domain(spec, Seed{5}, 0, "");
}

Vec3d place(double latitude, double longitude, double height = 0) {
  const Vec3d out = direction_of(LatLon{latitude, longitude});
  return {out.x * (1000 + height), out.y * (1000 + height), out.z * (1000 + height)};
}

TEST(GeoShapes, OfMapsHaveNorthUp) {
  DomainSpec spec{.kind = "torus"};
  const Domain torus = *make_domain(spec, Seed{5}, 0, "");
  EXPECT_EQ(geo_point(torus, {3, 4, 5}), (GeoPoint{3, -4, 5}));
  const Vec3d path[] = {{0, 0, 9}, {0, 0, 9}, {10, 20, 8}};
  const std::vector<GeoLine> lines = geo_lines(torus, path);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0], (GeoLine{{0, 0, 9}, {10, -20, 8}}));
  EXPECT_TRUE(geo_lines(torus, std::span(path).first(2)).empty());
}

TEST(GeoShapes, OfLinesAreCutAtLongitude180) {
  const Domain domain = sphere_of(8);
  const Vec3d path[] = {place(10, 170, 4), place(10, -170, 2), place(0, -160, 1), place(-20, 179, 0)};
  const std::vector<GeoLine> lines = geo_lines(domain, path);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].back().east, 180);
  EXPECT_EQ(lines[1].front().east, -180);
  EXPECT_NEAR(lines[0].back().north, 10, 0.2);
  EXPECT_EQ(lines[0].back().north, lines[1].front().north);
  EXPECT_NEAR(lines[0].back().up, 3, 0.01);
  EXPECT_EQ(lines[1].back().east, -180);
  EXPECT_EQ(lines[2].front().east, 180);
  EXPECT_NEAR(lines[2].back().east, 179, 1e-9);
  const Vec3d greenwich[] = {place(10, 5), place(10, -5)};
  EXPECT_EQ(geo_lines(domain, greenwich).size(), 1U);
}

TEST(GeoShapes, AlongLongitude180AreNotCut) {
  const Domain domain = sphere_of(8);
  const auto near = [](double latitude, double waver) {
    Vec3d at = place(latitude, 180);
    at.y = waver;
    return at;
  };
  const Vec3d western[] = {place(0, -170), place(10, -170), near(10, 1e-13), near(5, -1e-13),
                           near(3, 1e-13), near(0, -1e-13), place(0, -170)};
  const std::span<const Vec3d> rings[] = {western};
  const std::vector<GeoPolygon> polygons = geo_polygons(domain, rings);
  ASSERT_EQ(polygons.size(), 1U);
  ASSERT_EQ(polygons[0].size(), 1U);
  for (const GeoPoint& point : polygons[0][0]) EXPECT_LE(point.east, -169);
  // Of a bay whose head lies along longitude 180 the parts to its left and right remain, and what is beyond.
  const Vec3d bay[] = {place(0, 170),   place(0, -170), place(20, -170), place(20, 170), place(12, 170),
                       near(12, 1e-13), near(10, 0),    near(8, -1e-13), place(8, 170),  place(0, 170)};
  const std::span<const Vec3d> bays[] = {bay};
  const std::vector<GeoPolygon> parts = geo_polygons(domain, bays);
  ASSERT_EQ(parts.size(), 3U);
  for (const GeoPolygon& part : parts) EXPECT_TRUE(part.size() == 1 && part[0].size() < 9);
}

/// Of a ring on the sphere, in its own map: exact for edges along meridians and parallels.
double solid_angle(const GeoLine& ring) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i)
    sum += (ring[i + 1].east - ring[i].east) * degree *
           (std::sin(ring[i].north * degree) + std::sin(ring[i + 1].north * degree)) / 2;
  return -sum;  // counterclockwise: to the west along the north
}

struct Case {
  Vec3d middle;
  double outer, inner;  // cosines of the angles from the middle between which the region lies
  std::size_t polygons, holes;
};

TEST(GeoShapes, OfAreasCloseAlongLongitude180AndOverPoles) {
  const Domain domain = sphere_of(40);
  const auto& sphere = std::get<CubeSphere>(domain);
  const Case cases[] = {
      {{1, 0, 0}, 0.9, 2, 1, 0},           // far from all
      {{1, 0, 0}, 0.9, 0.98, 1, 1},        // with an island
      {{-1, 0.01, 0.2}, 0.9, 2, 2, 0},     // across longitude 180
      {{-1, 0.01, 0.2}, 0.9, 0.98, 2, 0},  // the island is cut too
      {{-1, 0.3, 0.2}, 0.9, 0.98, 2, 1},   // the island is not
      {{0.1, 0.1, 1}, 0.9, 2, 1, 0},       // over the north pole
      {{0.1, 0.1, 1}, 0.9, 0.96, 1, 0},    // around it
      {{0.3, 0.3, -1}, 0.8, 0.97, 1, 1},   // an island beside the south pole
      {{-0.3, 0, -1}, 0.8, 0.97, 1, 0},    // an island across longitude 180, beside the south pole
  };
  for (const Case& each : cases) {
    const Vec3d& at = each.middle;
    const double length = std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z);
    std::vector<std::uint32_t> regions(sphere.cell_count());
    double expected = 0;
    for (Cell cell = 0; cell < regions.size(); ++cell) {
      const Vec3d out = direction_of(FacePlace{cell / 1600, (cell % 40 + 0.5) / 40, (cell / 40 % 40 + 0.5) / 40}, sphere.theta());
      const double cosine = (out.x * at.x + out.y * at.y + out.z * at.z) / length;
      if (!(cosine > each.outer && cosine < each.inner)) continue;
      regions[cell] = 1;
      expected += sphere.area(cell) / 1e6;
    }
    std::vector<std::span<const Vec3d>> rings;
    const std::vector<Outline> lines = outlines_of(domain, regions, {.cut_corners = false});
    for (const Outline& line : lines) rings.emplace_back(line.path);
    const std::vector<GeoPolygon> polygons = geo_polygons(domain, rings);
    const auto name =
        ::testing::PrintToString(at.x) + " " + ::testing::PrintToString(at.z) + " " + ::testing::PrintToString(each.inner);
    EXPECT_EQ(polygons.size(), each.polygons) << name;
    double found = 0;
    std::size_t holes = 0;
    for (const GeoPolygon& polygon : polygons) {
      EXPECT_GT(solid_angle(polygon[0]), 0) << name;
      holes += polygon.size() - 1;
      for (const GeoLine& ring : polygon) {
        found += solid_angle(ring);
        EXPECT_EQ(ring.front(), ring.back()) << name;
        for (const GeoPoint& point : ring) EXPECT_TRUE(std::abs(point.east) <= 180 && std::abs(point.north) <= 90) << name;
      }
    }
    EXPECT_EQ(holes, each.holes) << name;
    EXPECT_NEAR(found, expected, 0.01 * expected) << name;
  }
}

}  // namespace
}  // namespace craton::files
