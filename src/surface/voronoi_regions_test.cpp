#include <craton/surface/voronoi_regions.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <vector>

#include "surface/sphere_test.h"

namespace craton {
namespace {

constexpr double pi = 3.14159265358979323846;

double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3d cross(const Vec3d& a, const Vec3d& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
double angle_between(const Vec3d& a, const Vec3d& b) {
  const Vec3d across = cross(a, b);
  return std::atan2(std::sqrt(dot(across, across)), dot(a, b));
}

std::vector<Vec3d> directions_of(const CubeSphere& sphere) {
  std::vector<Vec3d> sites(sphere.cell_count());
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) sites[cell] = unit(sphere.direction(cell));
  return sites;
}

const RegionSide& next_of(const VoronoiRegion& region, std::size_t i) { return region.sides[(i + 1) % region.sides.size()]; }

/// A region is convex and its sides lie on bisectors. So it is this polygon and nothing else, where each corner is a true one (as
/// near to the region's site as to those beyond the two sides that meet there, and to no site nearer, whichever of all it is),
/// and corners follow each other counterclockwise.
void expect_true_region(const VoronoiRegion& region, const std::vector<Vec3d>& sites, double radius) {
  const Vec3d& own = sites[region.cell];
  const double size = std::sqrt(4 * pi / static_cast<double>(sites.size()));
  ASSERT_GE(region.sides.size(), 3U);
  double area = (2 - static_cast<double>(region.sides.size())) * pi;  // the sum of the angles less that of a flat polygon
  for (std::size_t i = 0; i < region.sides.size(); ++i) {
    const RegionSide& side = region.sides[i];
    const RegionSide& before = region.sides[(i + region.sides.size() - 1) % region.sides.size()];
    const double near = dot(own, side.corner);
    ASSERT_NEAR(dot(side.corner, side.corner), 1, 1e-14);
    ASSERT_NEAR(dot(sites[side.neighbour], side.corner), near, 1e-12 * size) << region.cell << " side " << i;
    ASSERT_NEAR(dot(sites[before.neighbour], side.corner), near, 1e-12 * size) << region.cell << " side " << i;
    double nearest = -1;
    for (const Vec3d& site : sites) nearest = std::max(nearest, dot(site, side.corner));
    ASSERT_LE(nearest, near + 1e-12 * size) << region.cell << " has a corner that is nearer to another site";

    const Vec3d &to = next_of(region, i).corner, &from = side.corner;
    ASSERT_GT(dot(own, cross(from, to)), 0) << region.cell << ": corners run clockwise";
    ASSERT_NEAR(side.length, angle_between(from, to) * radius, 1e-12 * radius);
    const Vec3d in = cross(before.corner, from), out = cross(from, to);
    area += pi - angle_between(in, out);
  }
  // Angles are good to their rounding only (and to that of short sides).
  ASSERT_NEAR(region.area / (radius * radius), area, 1e-9 + 1e-6 * size * size) << region.cell;
}

class Regions : public testing::TestWithParam<double> {};

TEST_P(Regions, OfAThousandCellsAreWhatAllSitesTogetherLeave) {
  constexpr double radius = 6'371'000;
  const CubeSphere sphere = sphere_of({.resolution = 48, .radius = radius, .jitter = GetParam()});
  const std::vector<Vec3d> sites = directions_of(sphere);
  std::vector<Cell> cells;
  for (std::uint32_t face = 0; face < 6; ++face)  // all that meet at corners of the cube
    for (std::uint32_t column : {0U, 47U})
      for (std::uint32_t row : {0U, 47U}) cells.push_back(sphere.cell(face, column, row));
  Dice dice(3);
  while (cells.size() < 1000) {
    const Vec3d at = cells.size() % 3 == 0 ? dice.direction_near_edge(0.05) : dice.direction();
    cells.push_back(sphere.nearest(at));
  }
  for (const Cell cell : cells) {
    expect_true_region(region_of(sphere, cell), sites, radius);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Regions, FillTheSphereAndAreNeighboursOfEachOther) {
  for (const int resolution : {4, 5, 31, 128}) {
    const CubeSphere sphere = sphere_of({.resolution = resolution, .radius = 2, .jitter = GetParam()});
    const Result<RegionNeighbours> neighbours = region_neighbours(sphere);
    ASSERT_TRUE(neighbours);
    const auto neighbours_of = [&](Cell cell) {
      return std::span(neighbours->cells).subspan(neighbours->first[cell], neighbours->first[cell + 1] - neighbours->first[cell]);
    };
    VoronoiRegion region;
    double area = 0;
    std::size_t sides = 0;
    for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
      find_region(sphere, cell, region);
      area += region.area;
      sides += region.sides.size();
      ASSERT_EQ(neighbours_of(cell).size(), region.sides.size());
      for (std::size_t i = 0; i < region.sides.size(); ++i) {
        const RegionSide& side = region.sides[i];
        ASSERT_EQ(neighbours_of(cell)[i], side.neighbour);
        ASSERT_GT(side.length, 0);
        // The same border from the other side: its corners the same bits, the other way round.
        const VoronoiRegion other = region_of(sphere, side.neighbour);
        const auto back =
            std::find_if(other.sides.begin(), other.sides.end(), [&](const RegionSide& s) { return s.neighbour == cell; });
        ASSERT_NE(back, other.sides.end()) << resolution << ": " << side.neighbour << " does not know of " << cell;
        ASSERT_EQ(back->length, side.length);
        ASSERT_EQ(back->corner, next_of(region, i).corner);
        ASSERT_EQ(next_of(other, static_cast<std::size_t>(back - other.sides.begin())).corner, side.corner);
      }
    }
    EXPECT_NEAR(area / (16 * pi), 1, 1e-12) << resolution;
    // Euler: triangles everywhere make 3 · (n − 2) sides; corners of four regions each take one away.
    EXPECT_LE(sides / 2, 3 * (std::size_t{sphere.cell_count()} - 2));
    EXPECT_EQ(sides % 2, 0U);
  }
}

TEST_P(Regions, HoldThePlacesThatAreNearestToTheirSites) {
  const CubeSphere sphere = sphere_of({.resolution = 512, .jitter = GetParam()});
  Dice dice(8);
  VoronoiRegion region;
  for (int i = 0; i < 20'000; ++i) {
    const Vec3d at = i % 2 ? dice.direction() : dice.direction_near_edge(0.004);
    const Cell cell = sphere.nearest(at);
    find_region(sphere, cell, region);
    for (std::size_t side = 0; side < region.sides.size(); ++side)
      ASSERT_GT(dot(at, cross(region.sides[side].corner, next_of(region, side).corner)), -1e-12) << cell;
  }
}

INSTANTIATE_TEST_SUITE_P(Jitters, Regions, testing::Values(0.0, 0.8, 1.0));

TEST(VoronoiRegions, AreTrueForStrangeWarpsAndFewCells) {
  for (const double theta : {0.01, 1.2, 1.5})
    for (const int resolution : {4, 11}) {
      const CubeSphere sphere = sphere_of({resolution, 1, 1, theta});
      const std::vector<Vec3d> sites = directions_of(sphere);
      double area = 0;
      for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
        const VoronoiRegion region = region_of(sphere, cell);
        expect_true_region(region, sites, 1);
        if (HasFatalFailure()) return;
        area += region.area;
      }
      EXPECT_NEAR(area, 4 * pi, 1e-9) << theta << " " << resolution;
    }
}

TEST(VoronoiRegions, WithoutJitterHaveCornersOfFour) {
  const CubeSphere sphere = sphere_of({.resolution = 8, .jitter = 0});
  const VoronoiRegion middle = region_of(sphere, sphere.cell(0, 4, 4));  // four cells meet in the middle of a face
  ASSERT_GE(middle.sides.size(), 4U);
  const auto at_middle = std::count_if(middle.sides.begin(), middle.sides.end(), [](const RegionSide& side) {
    return angle_between(side.corner, {1, 0, 0}) < 1e-7;
  });
  EXPECT_EQ(at_middle, 1) << "no side of next to no length";
}

TEST(VoronoiRegions, SitesTellWhereTheyLie) {
  const CubeSphere sphere = sphere_of({.resolution = 20, .jitter = 1});
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    const RegionSite site = site_of(sphere, cell);
    ASSERT_EQ((site.face * 20 + site.row) * 20 + site.column, cell);
    ASSERT_NEAR((site.column + site.right) / 20, site.a, 1e-12);
    ASSERT_NEAR((site.row + site.down) / 20, site.b, 1e-12);
    ASSERT_TRUE(site.right > -1e-5 && site.right < 1 + 1e-5 && site.down > -1e-5 && site.down < 1 + 1e-5) << cell;
    const Vec3d there = direction_of(FacePlace{site.face, site.a, site.b}, sphere.theta());
    ASSERT_LT(angle_between(there, site.direction), 1e-13);
    ASSERT_LT(angle_between(there, sphere.direction(cell)), 1e-13);
  }
}

TEST(VoronoiRegions, DoNotDependOnTheHostsRounding) {
  const CubeSphere sphere = sphere_of({.resolution = 30, .jitter = 1});
  const VoronoiRegion usual = region_of(sphere, 1234);
  const int mode = std::fegetround();
  std::fesetround(FE_UPWARD);
  const VoronoiRegion upward = region_of(sphere, 1234);
  std::fesetround(mode);
  ASSERT_EQ(usual.sides.size(), upward.sides.size());
  EXPECT_EQ(usual.area, upward.area);
  for (std::size_t i = 0; i < usual.sides.size(); ++i) EXPECT_EQ(usual.sides[i].corner, upward.sides[i].corner);
}

}  // namespace
}  // namespace craton
