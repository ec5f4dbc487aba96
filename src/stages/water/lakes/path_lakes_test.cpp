#include "stages/water/river_world_test.h"

namespace craton {
namespace {

using namespace water_test;

/// Of maps that are 41 cells wide.
Cell row_of(Cell cell) { return cell / 41; }

std::size_t touched(const Domain& domain, const std::vector<Cell>& cells, std::size_t own, std::size_t place) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < own; ++k) count += k != place && are_linked(domain, cells[k], cells[place]);
  return count;
}

/// Of the ground along a river: where it is at sea level no lake can be dug.
float lowest_until(const std::vector<Cell>& cells, std::size_t last, const std::vector<float>& heights) {
  float lowest = 1e9F;
  for (std::size_t k = 0; k <= last; ++k) lowest = std::min(lowest, heights[cells[k]]);
  return lowest;
}

TEST(PathLakes, AreWhereAPathTouchesItself) {
  std::size_t found = 0;
  for (const auto& each : river_domains())
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      RiverWorld world(each.second, hills(shallow_seas, each.second, seed, 0.3F));
      world.find_waters(500);
      const std::vector<std::int32_t> old_lake = world.integers("lake");
      const std::vector<float> before = world.numbers("height");
      const std::size_t old_count = world.column<double>("lakes", "level").size();
      ASSERT_TRUE(world.run(path_lakes_stage()));
      const std::vector<std::int32_t> lake = world.integers("lake");
      const std::vector<float> height = world.numbers("height"), depth = world.numbers("lake_depth");
      const auto& levels = world.column<double>("lakes", "level");
      const auto& outlets = world.column<std::int64_t>("lakes", "outlet");
      found += levels.size() - old_count;
      const auto& rivers = world.column<ObjectColumn::Cells>("rivers", "cells");
      const auto& mouths = world.column<std::string>("rivers", "mouth");
      for (std::size_t i = 0; i < rivers.size(); ++i) {
        const std::size_t own = rivers[i].size() - 1;
        for (std::size_t k = 0; k < own; ++k)
          if (touched(each.second, rivers[i], own, k) > 2 && lowest_until(rivers[i], std::min(k + 12, own - 1), before) > 0.2F) {
            EXPECT_NE(lake[rivers[i][k]], 0) << each.first;
          }
        expect_never_rises(each.second, world.column<ObjectColumn::Path>("rivers", "path")[i], each.first);
        const std::int64_t row = world.column<std::int64_t>("rivers", "lake")[i];
        EXPECT_EQ(lake[rivers[i].back()], row + 1) << each.first;
        EXPECT_EQ(row >= 0, mouths[i] == "lake") << each.first;
      }
      for (Cell c = 0; c < lake.size(); ++c) {
        if (old_lake[c] != 0) { EXPECT_EQ(lake[c], old_lake[c]); }
        if (lake[c] == old_lake[c]) { EXPECT_EQ(height[c], before[c]); }
        EXPECT_EQ(depth[c], lake[c] == 0 ? 0 : static_cast<float>(levels[static_cast<std::size_t>(lake[c] - 1)]) - height[c]);
        if (lake[c] != old_lake[c]) { EXPECT_GT(depth[c], 0) << each.first; }
        EXPECT_EQ(height[c] < 0, before[c] < 0) << each.first;
      }
      for (std::size_t i = old_count; i < levels.size(); ++i)
        if (outlets[i] >= 0) { EXPECT_EQ(lake[static_cast<Cell>(outlets[i])], static_cast<std::int32_t>(i + 1)); }
    }
  EXPECT_GT(found, 20U);
}

TEST(PathLakes, AHollowWithoutExitIsAClosedLake) {
  const Domain domain = domain_of("torus", 41, 41);  // no sea and no border: all runs to the lowest cell
  std::vector<float> heights(41 * 41);
  for (Cell c = 0; c < heights.size(); ++c)
    heights[c] = 10 + std::hypot(static_cast<float>(c % 41) - 20, static_cast<float>(row_of(c)) - 20);
  RiverWorld world(domain, heights);
  world.find_waters(3000);
  ASSERT_FALSE(world.column<std::string>("rivers", "mouth").empty());
  EXPECT_EQ(world.column<std::string>("rivers", "mouth")[0], "sink");
  ASSERT_TRUE(world.run(path_lakes_stage()));
  const Cell middle = 20 * 41 + 20;
  const std::int32_t number = world.integers("lake")[middle];
  ASSERT_GT(number, 0);
  const auto row = static_cast<std::size_t>(number - 1);
  EXPECT_EQ(world.column<std::int64_t>("lakes", "outlet")[row], -1);
  EXPECT_EQ(world.column<std::string>("lakes", "kind")[row], "terminal");
  EXPECT_EQ(world.column<std::string>("lakes", "water")[row], "salt");
  EXPECT_EQ(world.column<std::string>("rivers", "mouth")[0], "lake");
  EXPECT_EQ(world.column<std::int64_t>("rivers", "lake")[0], number - 1);
}

TEST(PathLakes, LeaveMaskedCellsAsTheyAre) {
  const Domain domain = domain_of("torus", 64, 64);
  RiverWorld world(domain, hills(shallow_seas, domain, 1, 0.3F));
  world.find_waters(500);
  const std::vector<std::int32_t> lake = world.integers("lake");
  ASSERT_TRUE(world.run(path_lakes_stage(), {{"strength", 0.0}}));
  EXPECT_EQ(world.integers("lake"), lake);
  EXPECT_EQ(world.numbers("height"), hills(shallow_seas, domain, 1, 0.3F));
}

TEST(PathLakes, NeedRivers) {
  RiverWorld world(domain_of("torus", 8, 8), std::vector<float>(64, 1.0F));
  ASSERT_TRUE(world.run(lakes_stage()));
  EXPECT_EQ(world.run(path_lakes_stage()).error().to_string(),
            "/stages/1: there are no rivers yet: put a stage \"rivers\" before this one");
}

}  // namespace
}  // namespace craton
