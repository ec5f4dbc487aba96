#include "stages/water/river_world_test.h"

namespace craton {
namespace {

using namespace water_test;

/// A valley that falls to the south by 0.05 m a cell, with cliffs of the given heights across it.
RiverWorld valley_with_cliffs(std::initializer_list<std::pair<Cell, float>> cliffs) {
  const Domain domain = domain_of("torus", 41, 100, "none");
  std::vector<float> heights(41 * 100);
  for (Cell c = 0; c < heights.size(); ++c) {
    const Cell y = c / 41;
    heights[c] = 0.05F * static_cast<float>(100 - y) + 2 * std::abs(static_cast<float>(c % 41) - 20) + 1;
    for (const auto& [row, high] : cliffs)
      if (y < row) heights[c] += high;
  }
  RiverWorld world(domain, heights);
  world.find_waters(20'000);
  return world;
}

const std::vector<double>& heights_of(const RiverWorld& world) { return world.column<double>("waterfalls", "height"); }

TEST(Waterfalls, AreWhereTheProfileBreaks) {
  RiverWorld world = valley_with_cliffs({{30, 25}, {70, 12}});
  ASSERT_TRUE(
      world.run(waterfalls_stage(), {{"least_drop", 8.0}, {"least_discharge", 0.0}, {"together", 30.0}, {"least_slope", 0.5}}));
  ASSERT_EQ(heights_of(world).size(), 2U);
  EXPECT_NEAR(heights_of(world)[0], 25, 0.2);
  EXPECT_NEAR(heights_of(world)[1], 12, 0.2);
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec3d at = world.column<Vec3d>("waterfalls", "at")[i];
    EXPECT_EQ(at.x, 200);
    EXPECT_EQ(at.y, i == 0 ? 290 : 690);
    EXPECT_EQ(at.z, world.column<double>("waterfalls", "top")[i]);
    EXPECT_DOUBLE_EQ(world.column<double>("waterfalls", "top")[i] - world.column<double>("waterfalls", "foot")[i],
                     heights_of(world)[i]);
  }
  ASSERT_TRUE(world.run(waterfalls_stage(), {{"least_drop", 15.0}, {"least_discharge", 0.0}, {"least_slope", 0.5}}));
  EXPECT_EQ(heights_of(world).size(), 1U);
  ASSERT_TRUE(world.run(waterfalls_stage(), {{"least_drop", 8.0}, {"least_discharge", 1e9}, {"least_slope", 0.5}}));
  EXPECT_EQ(heights_of(world).size(), 0U);
  ASSERT_TRUE(world.run(waterfalls_stage(), {{"least_drop", 8.0}, {"least_discharge", 0.0}, {"least_slope", 2.0}}));
  EXPECT_EQ(heights_of(world).size(), 1U) << "only the higher one is that steep";
}

TEST(Waterfalls, ACascadeIsOne) {
  RiverWorld world = valley_with_cliffs({{30, 10}, {32, 14}, {34, 10}, {60, 20}});
  const std::initializer_list<std::pair<const char*, ParamValue>> near{
      {"least_drop", 8.0}, {"least_discharge", 0.0}, {"together", 20.0}, {"least_slope", 0.5}};
  ASSERT_TRUE(world.run(waterfalls_stage(), near));
  ASSERT_EQ(heights_of(world).size(), 2U);
  EXPECT_NEAR(heights_of(world)[0], 34.25, 0.2);
  EXPECT_EQ(world.column<Vec3d>("waterfalls", "at")[0].y, 310) << "at the highest step";
  EXPECT_EQ(world.column<double>("waterfalls", "length")[0], 50);
  ASSERT_TRUE(
      world.run(waterfalls_stage(), {{"least_drop", 8.0}, {"least_discharge", 0.0}, {"together", 5.0}, {"least_slope", 0.5}}));
  EXPECT_EQ(heights_of(world).size(), 4U);
}

TEST(Waterfalls, OnAnyGroundHaveTheirDrop) {
  std::size_t count = 0;
  for (const auto& each : river_domains())
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      RiverWorld world(each.second, hills(shallow_seas, each.second, seed, 0.4F));
      world.find_waters(800);
      ASSERT_TRUE(world.run(waterfalls_stage(),
                            {{"least_drop", 5.0}, {"least_discharge", 1000.0}, {"together", 0.0}, {"least_slope", 0.4}}));
      count += heights_of(world).size();
      for (std::size_t i = 0; i < heights_of(world).size(); ++i) {
        EXPECT_GE(heights_of(world)[i], 5) << each.first;
        EXPECT_GE(world.column<double>("waterfalls", "discharge")[i], 1000) << each.first;
        EXPECT_GE(heights_of(world)[i], 0.4 * world.column<double>("waterfalls", "length")[i] - 1e-3) << each.first;
        EXPECT_GE(world.column<double>("waterfalls", "foot")[i], each.first == "planet" ? -1e-3 : 0) << each.first;
      }
    }
  EXPECT_GT(count, 20U);
}

TEST(Waterfalls, NeedRivers) {
  RiverWorld world(domain_of("torus", 8, 8), std::vector<float>(64, 1.0F));
  ASSERT_TRUE(world.run(lakes_stage()));
  ASSERT_TRUE(world.surface.add_layer({.name = "discharge"}));
  EXPECT_EQ(world.run(waterfalls_stage()).error().to_string(),
            "/stages/1: there are no rivers yet: put a stage \"rivers\" before this one");
}

}  // namespace
}  // namespace craton
