// The four kinds of lakes of source 003, each on a ground made for it.
#include "stages/water/river_world_test.h"

namespace craton {
namespace {

using namespace water_test;

/// A valley that slopes to the border in the south, with a bowl in its floor: much flows in.
std::vector<float> bowl_in_valley() {
  std::vector<float> heights(31 * 60);
  for (Cell c = 0; c < heights.size(); ++c) {
    const Cell row = c / 31;
    const float across = std::abs(static_cast<float>(c % 31) - 15), y = static_cast<float>(row);
    heights[c] = 0.5F * (60 - y) + 5 + across;
    const float from_bowl = std::hypot(across, y - 30);
    if (from_bowl < 6) heights[c] -= 9 * (1 - from_bowl / 6);
  }
  return heights;
}

/// A cone with a crater at its top: only the rain on the crater flows in.
std::vector<float> crater() {
  std::vector<float> heights(51 * 51);
  for (Cell c = 0; c < heights.size(); ++c) {
    const Cell row = c / 51;
    const float x = static_cast<float>(c % 51) - 25, y = static_cast<float>(row) - 25;
    const float from_middle = std::hypot(x, y);
    heights[c] = from_middle < 9 ? 40 - 2 * (9 - from_middle) : 40 - (from_middle - 9);
    if (std::abs(x) < 1 && y > 7 && y < 12) heights[c] -= 0.4F;  // a notch in its rim
  }
  return heights;
}

struct Found {
  std::string kind, water;
  bool has_outlet;
};

/// The only lake.
Found lake_of(const Domain& domain, const std::vector<float>& ground, double dryness, double least_discharge) {
  RiverWorld world(domain, ground);
  world.find_waters(least_discharge, 300, dryness);
  EXPECT_EQ(world.column<double>("lakes", "level").size(), 1U);
  if (world.column<double>("lakes", "level").empty()) return {};
  return {world.column<std::string>("lakes", "kind")[0], world.column<std::string>("lakes", "water")[0],
          world.column<std::int64_t>("lakes", "outlet")[0] >= 0};
}

TEST(LakeKinds, FlowThroughWhereARiverComesInAndOneLeaves) {
  const Found lake = lake_of(domain_of("torus", 31, 60, "none"), bowl_in_valley(), 0, 10'000);
  EXPECT_EQ(lake.kind, "flow-through");
  EXPECT_EQ(lake.water, "fresh");
  EXPECT_TRUE(lake.has_outlet);
}

TEST(LakeKinds, TerminalWhereARiverComesInAndDriesUp) {
  const Found lake = lake_of(domain_of("torus", 31, 60, "none"), bowl_in_valley(), 60, 10'000);
  EXPECT_EQ(lake.kind, "terminal");
  EXPECT_EQ(lake.water, "salt");
  EXPECT_FALSE(lake.has_outlet);
}

TEST(LakeKinds, SourceWhereOnlyRainComesInAndARiverLeaves) {
  const Found lake = lake_of(domain_of("torus", 51, 51, "none"), crater(), 0, 15'000);
  EXPECT_EQ(lake.kind, "source");
  EXPECT_EQ(lake.water, "fresh");
  EXPECT_TRUE(lake.has_outlet);
}

TEST(LakeKinds, ClosedWhereNothingComesInOrLeaves) {
  const Found lake = lake_of(domain_of("torus", 51, 51, "none"), crater(), 4, 15'000);
  EXPECT_EQ(lake.kind, "closed");
  EXPECT_EQ(lake.water, "salt");
  EXPECT_FALSE(lake.has_outlet);
}

TEST(LakeKinds, OfALakeThatOverflowsChangeWithWhatCountsAsARiver) {
  // With a higher threshold nothing comes into the valley's lake that is a river.
  const Found lake = lake_of(domain_of("torus", 31, 60, "none"), bowl_in_valley(), 0, 1e9);
  EXPECT_EQ(lake.kind, "source");
}

}  // namespace
}  // namespace craton
