#include "measure/coast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include <craton/base/hash.h>

namespace craton::measure {
namespace {

using IsLand = std::function<bool(const Vec3d&)>;

std::optional<double> dimension(const Domain& domain, const IsLand& is_land, unsigned threads = 0) {
  std::vector<float> heights(cell_count(domain));
  std::visit(
      [&](const auto& topology) {
        for (Cell cell = 0; cell < topology.cell_count(); ++cell) heights[cell] = is_land(topology.centre(cell)) ? 1.0F : -1.0F;
      },
      domain);
  const Result<std::vector<CoastPairs>> counts = count_coast(domain, {heights, 0}, {.threads = threads});
  EXPECT_TRUE(counts);
  const auto land = static_cast<double>(std::count(heights.begin(), heights.end(), 1.0F));
  return coast_dimension(*counts, land / static_cast<double>(heights.size()));
}

Domain plane(int size) { return *PlaneTile::make({.width = size, .height = size}); }
Domain torus(int size) { return *Torus::make({.width = size, .height = size, .step = 1}); }

TEST(Coast, AStraightOneHasOneDimension) {
  for (const double angle : {0.0, 0.3, std::numbers::pi / 4, 1.2}) {
    const auto half = [&](const Vec3d& p) { return (p.x - 250) * std::cos(angle) + (p.y - 261) * std::sin(angle) > 0; };
    const std::optional<double> found = dimension(plane(513), half);
    ASSERT_TRUE(found) << angle;
    EXPECT_NEAR(*found, 1, 0.02) << angle;
  }
  const std::optional<double> band = dimension(torus(512), [](const Vec3d& p) { return p.x > 100.5 && p.x < 333.5; });
  ASSERT_TRUE(band);
  EXPECT_NEAR(*band, 1, 1e-9);
}

TEST(Coast, ACircleHasOneDimensionOnAnyDomain) {
  const auto disc = [](const Vec3d& p) { return std::hypot(p.x - 510, p.y - 520) < 400; };
  for (const Domain& domain : {plane(1025), torus(1024)}) {
    const std::optional<double> found = dimension(domain, disc);
    ASSERT_TRUE(found);
    EXPECT_NEAR(*found, 1, 0.02);
  }
  const Domain sphere = *CubeSphere::make({.resolution = 200, .radius = 1}, Seed{3});
  const std::optional<double> cap = dimension(sphere, [](const Vec3d& p) { return 0.4 * p.x + 0.5 * p.y + 0.77 * p.z > 0.3; });
  ASSERT_TRUE(cap);
  EXPECT_NEAR(*cap, 1, 0.05);  // the sites are no even grid, which makes it look rough
}

/// Where the outline of Koch's snowflake crosses each row: between the first crossing and the second lies land, and so on.
class Snowflake {
 public:
  Snowflake(int size, int depth) : crossings_(static_cast<std::size_t>(size)) {
    const double middle = size / 2.0 + 0.37, radius = 0.48 * size;
    for (int i = 0; i < 3; ++i) {
      const double from = -2.0 * std::numbers::pi * i / 3, to = -2.0 * std::numbers::pi * (i + 1) / 3;
      add({middle + radius * std::cos(from), middle + radius * std::sin(from)},
          {middle + radius * std::cos(to), middle + radius * std::sin(to)}, depth);
    }
    for (std::vector<double>& row : crossings_) std::sort(row.begin(), row.end());
  }

  bool holds(const Vec3d& place) const {
    const std::vector<double>& row = crossings_[static_cast<std::size_t>(place.y)];
    return (std::upper_bound(row.begin(), row.end(), place.x) - row.begin()) % 2 == 1;
  }

 private:
  struct Place {
    double x, y;
  };

  void add(Place a, Place b, int depth) {
    if (depth == 0) {
      add_edge(a, b);
      return;
    }
    const Place step{(b.x - a.x) / 3, (b.y - a.y) / 3};
    const Place p{a.x + step.x, a.y + step.y}, r{b.x - step.x, b.y - step.y};
    const double c = 0.5, s = std::sqrt(3.0) / 2;
    const Place q{p.x + c * step.x - s * step.y, p.y + s * step.x + c * step.y};
    add(a, p, depth - 1);
    add(p, q, depth - 1);
    add(q, r, depth - 1);
    add(r, b, depth - 1);
  }

  void add_edge(Place a, Place b) {
    if (a.y > b.y) std::swap(a, b);
    for (double row = std::max(0.0, std::ceil(a.y)); row < b.y && row < static_cast<double>(crossings_.size()); ++row)
      crossings_[static_cast<std::size_t>(row)].push_back(a.x + (b.x - a.x) * (row - a.y) / (b.y - a.y));
  }

  std::vector<std::vector<double>> crossings_;
};

TEST(Coast, KochsCurveHasItsDimension) {
  for (const int size : {1025, 1400}) {
    const Snowflake snowflake(size, 7);
    const std::optional<double> found = dimension(plane(size), [&](const Vec3d& p) { return snowflake.holds(p); });
    ASSERT_TRUE(found);
    EXPECT_NEAR(*found, std::log(4.0) / std::log(3.0), 0.02) << size;
  }
}

TEST(Coast, DotsAndDustAreNoCoasts) {
  EXPECT_FALSE(dimension(plane(512), [](const Vec3d& p) { return std::hypot(p.x - 200, p.y - 200) < 3; }));
  EXPECT_FALSE(
      dimension(plane(512), [](const Vec3d& p) { return mix64(static_cast<std::uint64_t>(p.x + 1000 * p.y)) % 2 == 0; }));
  EXPECT_FALSE(dimension(plane(512), [](const Vec3d&) { return true; }));
  EXPECT_FALSE(dimension(plane(20), [](const Vec3d& p) { return p.x > 10; }));
  EXPECT_FALSE(dimension(plane(1), [](const Vec3d&) { return true; }));
}

TEST(Coast, PairsAreCountedOverTheSidesOfMapsThatClose) {
  // Land is column 0 … 63 of 128. Two columns d apart are parted in d of them at a coast: there is one on a plane, two on a
  // torus.
  for (const bool closed : {false, true}) {
    const Domain domain =
        *Torus::make({.width = 128, .height = 80, .step = 1, .wrap = closed ? Torus::Wrap::both : Torus::Wrap::none});
    std::vector<float> heights(cell_count(domain));
    for (Cell cell = 0; cell < heights.size(); ++cell) heights[cell] = cell % 128 < 64 ? 1.0F : -1.0F;
    const Result<std::vector<CoastPairs>> counts = count_coast(domain, {heights, 0}, {});
    ASSERT_TRUE(counts);
    ASSERT_EQ(counts->size(), 5u);  // 2, 3, 4, 6 and 8 of 80
    for (const CoastPairs& count : *counts) {
      EXPECT_EQ(count.parted, std::uint64_t{80} * count.distance * (closed ? 2 : 1));
      EXPECT_EQ(count.pairs, closed ? 2u * 128 * 80 : (128 - 8) * 80u + 128u * (80 - 8));
    }
  }
}

TEST(Coast, PairsGoOverTheEdgesOfFaces) {
  // Whichever face is land, its neighbours' pairs reach it over two of its edges, and its own go out over two.
  const CubeSphere sphere = *CubeSphere::make({.resolution = 32, .radius = 1}, Seed{3});
  std::uint64_t parted = 0;
  for (Cell face = 0; face < 6; ++face) {
    std::vector<float> heights(sphere.cell_count(), -1);
    for (Cell cell = 0; cell < 32 * 32; ++cell) heights[face * 32 * 32 + cell] = 1;
    const Result<std::vector<CoastPairs>> counts = count_coast(sphere, {heights, 0}, {});
    ASSERT_TRUE(counts);
    ASSERT_EQ(counts->size(), 3u);  // 2, 3 and 4
    EXPECT_EQ((*counts)[0].pairs, 2u * sphere.cell_count());
    EXPECT_EQ((*counts)[2].parted, 2 * (*counts)[0].parted);
    parted += (*counts)[0].parted;
  }
  EXPECT_EQ(parted, 6u * 2 * 2 * (2 * 32));  // each pair over an edge is counted for both of its faces
}

}  // namespace
}  // namespace craton::measure
