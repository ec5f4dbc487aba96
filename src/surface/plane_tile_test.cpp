#include <craton/surface/plane_tile.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace craton {
namespace {

static_assert(EvenTopology<PlaneTile>);

PlaneTile tile_of(const PlaneTile::Params& params, std::uint32_t halo = 0) {
  Result<PlaneTile> tile = PlaneTile::make(params, halo);
  EXPECT_TRUE(tile) << tile.error().to_string();
  return *std::move(tile);
}

Error refusal(const PlaneTile::Params& params, std::uint32_t halo = 0) {
  const Result<PlaneTile> tile = PlaneTile::make(params, halo);
  EXPECT_FALSE(tile);
  return tile ? Error{} : tile.error();
}

TEST(PlaneTile, PositionsAreExactAndComeBack) {
  // 2^52 m away a double knows only whole metres; positions know 1/1024 m.
  for (double x : {0.0, -17.25, 0x1p52, -0x1p52})
    for (double step : {1.0 / 1024, 1.0, 12.5}) {
      const PlaneTile tile = tile_of({.x = x, .y = -3, .step = step, .width = 7, .height = 5}, 2);
      EXPECT_EQ(tile.stored_width(), 11u);
      EXPECT_EQ(tile.stored_height(), 9u);
      EXPECT_EQ(tile.cell_count(), 99u);
      for (Cell cell = 0; cell < tile.cell_count(); ++cell) {
        const Point2 place = tile.position(cell);
        const std::int64_t column = std::int64_t{cell % 11} - 2, row = std::int64_t{cell / 11} - 2;
        ASSERT_EQ(place.x, static_cast<std::int64_t>(x * 1024) + column * static_cast<std::int64_t>(step * 1024));
        ASSERT_EQ(place.y, -3 * 1024 + row * static_cast<std::int64_t>(step * 1024));
        ASSERT_EQ(tile.nearest(place), cell);
      }
      EXPECT_EQ(tile.position(tile.cell(0, 0)).x, tile.origin().x);
    }
}

TEST(PlaneTile, CentresAreMetres) {
  const PlaneTile tile = tile_of({.x = 10, .y = 20, .step = 0.5, .width = 4, .height = 4}, 1);
  EXPECT_EQ(tile.centre(tile.cell(2, 3)), (Vec3d{11, 21.5, 0}));
  EXPECT_EQ(tile.spacing(), 0.5);
  EXPECT_EQ(tile.area(0), 0.25);
}

TEST(PlaneTile, NearestSampleEndsHalfAStepOutside) {
  const PlaneTile tile = tile_of({.step = 1, .width = 3, .height = 3});
  EXPECT_EQ(tile.nearest({511, 0}), tile.cell(0, 0));
  EXPECT_EQ(tile.nearest({512, 512}), tile.cell(0, 0)) << "half-way belongs to the west and north";
  EXPECT_EQ(tile.nearest({513, 513}), tile.cell(1, 1));
  EXPECT_EQ(tile.nearest({-511, -511}), tile.cell(0, 0));
  EXPECT_EQ(tile.nearest({-512, 0}), std::nullopt);
  EXPECT_EQ(tile.nearest({2560, 2560}), tile.cell(2, 2));
  EXPECT_EQ(tile.nearest({2561, 0}), std::nullopt);
  constexpr std::int64_t first = std::numeric_limits<std::int64_t>::min(), last = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(tile.nearest({first, first}), std::nullopt);
  EXPECT_EQ(tile.nearest({last, last}), std::nullopt);
  const PlaneTile finest = tile_of({.x = -0x1p52, .step = 1.0 / 1024, .width = 3, .height = 1});
  EXPECT_EQ(finest.nearest({last, 0}), std::nullopt);
}

// Every place of the plane belongs to one tile alone, whatever the step.
TEST(PlaneTile, NeighboursShareNoPlace) {
  for (double step : {3.0 / 1024, 4.0 / 1024}) {
    const PlaneTile west = tile_of({.x = 0, .step = step, .width = 5, .height = 1});
    const PlaneTile east = tile_of({.x = 5 * step, .step = step, .width = 5, .height = 1});
    for (std::int64_t x = -10; x < 60; ++x) EXPECT_FALSE(west.nearest({x, 0}) && east.nearest({x, 0}));
    for (std::int64_t x = 0; x < 5 * west.step(); ++x) EXPECT_TRUE(west.nearest({x, 0}) || east.nearest({x, 0}));
  }
}

TEST(PlaneTile, LinksAreMutual) {
  for (auto [width, height] : {std::pair{1, 1}, {1, 4}, {2, 2}, {5, 3}}) {
    const PlaneTile tile = tile_of({.step = 2, .width = width, .height = height});
    for (Cell cell = 0; cell < tile.cell_count(); ++cell) {
      std::set<Cell> different;
      int degree = 0;
      Cell before = 0;
      tile.for_each_link(cell, [&](Link link) {
        EXPECT_TRUE(degree == 0 || link.to > before) << "reading order";
        before = link.to;
        ++degree;
        different.insert(link.to);
        const Vec3d a = tile.centre(cell), b = tile.centre(link.to);
        EXPECT_EQ(link.length, static_cast<float>(std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))));
        int back = 0;
        tile.for_each_link(link.to, [&](Link other) { back += other.to == cell && other.length == link.length; });
        EXPECT_EQ(back, 1);
      });
      EXPECT_EQ(different.size(), static_cast<std::size_t>(degree));
    }
  }
}

TEST(PlaneTile, WithoutHaloKeepsTheSamples) {
  const PlaneTile tile = tile_of({.x = 100, .y = 50, .step = 2, .width = 6, .height = 4}, 3), inner = tile.without_halo();
  EXPECT_EQ(inner.halo(), 0u);
  EXPECT_EQ(inner.cell_count(), 24u);
  EXPECT_EQ(inner.size(), tile.size());
  EXPECT_EQ(inner.position(inner.cell(5, 3)).x, tile.position(tile.cell(5, 3)).x);
  EXPECT_EQ(inner.regular_lengths(), tile.regular_lengths());
}

TEST(PlaneTile, StepsAreRoundedToUnits) {
  EXPECT_EQ(tile_of({.step = 0.0012}).step(), 1);
  EXPECT_EQ(tile_of({.step = 1.0004}).step(), 1024);
  EXPECT_EQ(tile_of({.step = 1e6}).step(), 1'024'000'000);
  EXPECT_EQ(refusal({.step = 0.0001}).path, "step");
  EXPECT_EQ(refusal({.step = 0}).path, "step");
  EXPECT_EQ(refusal({.step = std::numeric_limits<double>::quiet_NaN()}).path, "step");
  EXPECT_EQ(refusal({.step = 1e7}).path, "step");
}

TEST(PlaneTile, SizesAreLimited) {
  EXPECT_EQ(refusal({.width = 0}).path, "width");
  EXPECT_EQ(refusal({.width = 65537}).path, "width");
  EXPECT_EQ(refusal({.height = -1}).path, "height");
  EXPECT_EQ(refusal({.width = 65536, .height = 65536}).path, "width") << "2^32 cells cannot be counted";
  EXPECT_TRUE(PlaneTile::make({.width = 65536, .height = 65535}));
  EXPECT_FALSE(PlaneTile::make({.width = 65536, .height = 65535}, 1));
  for (std::uint32_t halo : {40'000u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu}) {
    const Error error = refusal({.width = 1, .height = 1}, halo);
    EXPECT_NE(error.message.find("with the margin"), std::string::npos);
  }
}

TEST(PlaneTile, NeverCrossesTheEndsOfTheWorld) {
  EXPECT_EQ(refusal({.x = 0x1p53}).path, "x");
  EXPECT_EQ(refusal({.y = -0x1.1p52}).path, "y");
  EXPECT_EQ(refusal({.x = std::numeric_limits<double>::infinity()}).path, "x");
  const PlaneTile largest = tile_of({.x = 0x1p52, .y = -0x1p52, .step = 1e6, .width = 65536, .height = 60000}, 1000);
  const Point2 first = largest.position(0), last = largest.position(largest.cell_count() - 1);
  EXPECT_EQ(last.x - first.x, (65536 + 2000 - 1) * 1'024'000'000ll);
  EXPECT_EQ(last.y - first.y, (60000 + 2000 - 1) * 1'024'000'000ll);
}

}  // namespace
}  // namespace craton
