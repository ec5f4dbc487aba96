// Gullies: the same ground whoever asks and at whatever level, down the slope, and without pits.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <queue>

#include <craton/surface/plane_tile.h>

#include "stages/all_stages.h"
#include "stages/noise_on.h"
#include "stages/stage_test.h"

namespace craton {
namespace {

/// Layer height: made by `ground` of metres from the first sample, which lies at `corner`.
Surface ground_of(Point2 corner, double step, int side, std::uint32_t halo, const std::function<double(double, double)>& ground) {
  PlaneTile::Params params{.step = step, .width = side, .height = side};
  params.x = static_cast<double>(corner.x) / units_per_metre;
  params.y = static_cast<double>(corner.y) / units_per_metre;
  Surface surface{Domain(*PlaneTile::make(params, halo))};
  const auto& tile = std::get<PlaneTile>(surface.domain());
  testing::add_layer(surface, "height", [&](Cell c) {
    const Point2 place = tile.position(c);
    return static_cast<float>(
        ground(static_cast<double>(place.x - corner.x) / 1024, static_cast<double>(place.y - corner.y) / 1024));
  });
  return surface;
}

StageSpec gullies(double strength, double longest, double shortest) {
  StageSpec spec{.stage = "gullies", .id = "gullies"};
  spec.params.set("strength", strength);
  spec.params.set("longest", longest);
  spec.params.set("shortest", shortest);
  spec.params.set("wear", std::string("wear"));
  return spec;
}

/// Valleys that fall evenly between ridges, 300 m apart: from their axes, as a share of the way to the ridge.
double from_axis(double x, double y) {
  const double turn = (y + 40 * std::sin(x / 170)) / 300;
  return std::abs(2 * (turn - std::floor(turn)) - 1);
}
double drained_hills(double x, double y) {
  const double away = from_axis(x, y);
  return 0.12 * x + 90 * std::sqrt(away * away + 0.01) * (1 + 0.3 * std::sin(x / 230));
}

float at(const Surface& surface, const std::string& layer, std::uint32_t column, std::uint32_t row) {
  return surface.layer(layer)->numbers()[std::get<PlaneTile>(surface.domain()).cell(column, row)];
}

/// A share of all samples that lie in a pit (Barnes, Lehman & Mulla 2014).
double pit_share(const Surface& surface, std::uint32_t side) {
  struct Wet {
    float level;
    std::uint32_t column, row;
    bool operator<(const Wet& other) const { return level > other.level; }
  };
  std::vector<float> filled(std::size_t{side} * side, 1e30F);
  std::priority_queue<Wet> open;
  for (std::uint32_t i = 0; i < side; ++i)
    for (const auto& [c, r] : {std::pair(i, 0U), std::pair(i, side - 1), std::pair(0U, i), std::pair(side - 1, i)}) {
      filled[std::size_t{r} * side + c] = at(surface, "height", c, r);
      open.push({filled[std::size_t{r} * side + c], c, r});
    }
  while (!open.empty()) {
    const Wet wet = open.top();
    open.pop();
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const std::uint32_t c = wet.column + static_cast<std::uint32_t>(dx), r = wet.row + static_cast<std::uint32_t>(dy);
        if (c >= side || r >= side) continue;
        const float level = std::max(wet.level, at(surface, "height", c, r));
        if (level >= filled[std::size_t{r} * side + c]) continue;
        filled[std::size_t{r} * side + c] = level;
        open.push({level, c, r});
      }
  }
  std::size_t pits = 0;
  for (std::uint32_t r = 0; r < side; ++r)
    for (std::uint32_t c = 0; c < side; ++c) pits += filled[std::size_t{r} * side + c] > at(surface, "height", c, r) + 1e-4F;
  return static_cast<double>(pits) / (static_cast<double>(side) * side);
}

TEST(Gullies, LevelsAgreeBitForBit) {
  for (const Point2 corner : {Point2{}, Point2{(std::int64_t{1} << 50) + 4096, -(std::int64_t{1} << 50)}}) {
    Surface fine = ground_of(corner, 1, 161, 62, drained_hills), coarse = ground_of(corner, 4, 41, 16, drained_hills);
    ASSERT_TRUE(testing::run_stage(fine, gullies(0.9, 64, 16)));
    ASSERT_TRUE(testing::run_stage(coarse, gullies(0.9, 64, 4)));  // shows none shorter than 16 m
    for (std::uint32_t row = 0; row < 41; ++row)
      for (std::uint32_t column = 0; column < 41; ++column)
        ASSERT_EQ(at(coarse, "height", column, row), at(fine, "height", 4 * column, 4 * row)) << column << " " << row;
  }
}

TEST(Gullies, HoldNoWater) {
  for (const double step : {1.0, 4.0}) {
    Surface surface = ground_of({}, step, 300, 130, drained_hills);
    const double before = pit_share(surface, 300);
    const auto& tile = std::get<PlaneTile>(surface.domain());
    testing::add_layer(surface, "river_distance", [&](Cell c) {
      const Point2 place = tile.position(c);
      return static_cast<float>(150 * from_axis(static_cast<double>(place.x) / 1024, static_cast<double>(place.y) / 1024) - 2);
    });
    StageSpec spec = gullies(0.9, 128, 4);
    spec.params.set("from_river", std::string("river_distance"));
    ASSERT_TRUE(testing::run_stage(surface, spec));
    EXPECT_LT(before, 1e-4);
    EXPECT_LT(pit_share(surface, 300), 0.008) << step;
    double sum = 0;
    for (std::uint32_t row = 0; row < 300; ++row)
      for (std::uint32_t column = 0; column < 300; ++column) {
        EXPECT_GE(at(surface, "wear", column, row), 0);
        sum += at(surface, "wear", column, row);
      }
    EXPECT_GT(sum / 90'000, 0.3) << step;  // and there are some
  }
}

TEST(Gullies, RunDownTheSlope) {
  Surface surface = ground_of({}, 1, 200, 62, [](double x, double y) { return 0.3 * x + 0.4 * y; });
  ASSERT_TRUE(testing::run_stage(surface, gullies(1, 64, 16)));
  double down = 0, across = 0;
  for (std::uint32_t row = 5; row < 195; ++row)
    for (std::uint32_t column = 5; column < 195; ++column) {
      const auto wear = [&](std::uint32_t c, std::uint32_t r) { return static_cast<double>(at(surface, "wear", c, r)); };
      const double dx = wear(column + 1, row) - wear(column - 1, row), dy = wear(column, row + 1) - wear(column, row - 1);
      down += std::pow(0.6 * dx + 0.8 * dy, 2);
      across += std::pow(0.8 * dx - 0.6 * dy, 2);
    }
  EXPECT_GT(across, 3 * down);
}

TEST(Gullies, LeavePlainsAndRiverbanksAlone) {
  Surface flat = ground_of({}, 1, 80, 62, [](double x, double) { return 0.05 * x; });
  ASSERT_TRUE(testing::run_stage(flat, gullies(1, 64, 4)));
  EXPECT_EQ(at(flat, "wear", 40, 40), 0);
  Surface banks = ground_of({}, 1, 80, 62, [](double x, double) { return 0.6 * x; });
  testing::add_layer(banks, "river_distance", [](Cell) { return -1.0F; });
  StageSpec spec = gullies(1, 64, 4);
  spec.params.set("from_river", std::string("river_distance"));
  ASSERT_TRUE(testing::run_stage(banks, spec));
  for (std::uint32_t i = 0; i < 80; ++i) EXPECT_EQ(at(banks, "wear", i, i), 0);
}

}  // namespace
}  // namespace craton
