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

/// What comes in and goes out, told as areas: runoff and loss are the same everywhere, and all of the catchment gives water.
struct Kept {
  double area = 0, catchment = 0;
  bool has_outlet = false;
};

Kept kept_lake(double runoff, double loss) {
  RiverWorld world(domain_of("torus", 31, 60, "none"), bowl_in_valley());
  EXPECT_TRUE(world.run(lakes_stage(), {{"least_area", 300.0}, {"least_depth", 0.5}, {"runoff", runoff}, {"loss", loss}}));
  EXPECT_TRUE(
      world.run(rivers_stage(), {{"least_discharge", 1000.0}, {"least_length", 30.0}, {"rain", runoff}, {"lake_loss", loss}}));
  EXPECT_LT(world.column<double>("water_balance", "error")[0], 1e-9);
  EXPECT_EQ(world.column<double>("lakes", "area").size(), 1U);
  return {world.column<double>("lakes", "area")[0], world.column<double>("lakes", "catchment")[0],
          world.column<std::int64_t>("lakes", "outlet")[0] >= 0};
}

TEST(LakeBalance, OverflowsWhereMoreComesInThanItLoses) {
  const Kept full = kept_lake(1, 0.001);
  ASSERT_TRUE(full.has_outlet);
  const double most = (full.catchment - full.area) / full.area;  // m a year that it can lose of each that the land gives
  EXPECT_TRUE(kept_lake(1, 0.999 * most).has_outlet);
  EXPECT_FALSE(kept_lake(1, 1.001 * most).has_outlet);
  EXPECT_TRUE(kept_lake(0.3, 0.3 * 0.999 * most).has_outlet);
  EXPECT_TRUE(kept_lake(0.3, -2).has_outlet) << "where more rains than dries";
}

TEST(LakeBalance, ShrinksToWhatComesIn) {
  const Kept full = kept_lake(1, 0.001);
  constexpr double cell = 100;  // m²: cells of 10 m
  for (const double loss : {20.0, 40.0, 100.0}) {
    const Kept lake = kept_lake(0.5, loss);
    ASSERT_FALSE(lake.has_outlet) << loss;
    // The ground of the lake, were it dry, would give water too.
    const double wanted = full.catchment * 0.5 / (0.5 + loss);
    EXPECT_LE(lake.area, std::max(wanted, cell)) << loss;
    EXPECT_GT(lake.area, wanted - cell) << loss;
  }
}

TEST(LakeBalance, RiversLoseWhatTheirLakesDo) {
  const auto mouths = [](double loss) {
    RiverWorld world(domain_of("torus", 31, 60, "none"), bowl_in_valley());
    EXPECT_TRUE(world.run(lakes_stage(), {{"least_area", 300.0}, {"least_depth", 0.5}, {"runoff", 1.0}, {"loss", loss}}));
    EXPECT_TRUE(
        world.run(rivers_stage(), {{"least_discharge", 10000.0}, {"least_length", 30.0}, {"rain", 1.0}, {"lake_loss", loss}}));
    const auto at = [&](const char* name) { return world.column<double>("water_balance", name)[0]; };
    const double area = world.column<double>("lakes", "area")[0];
    EXPECT_NEAR(at("lakes"), loss * area, 1e-6 * at("runoff"));
    EXPECT_NEAR(at("runoff"), 31 * 60 * 100.0 - area, 1e-6 * at("runoff"));
    EXPECT_NEAR(at("border"), at("runoff") - loss * area, 1e-6 * at("runoff"));
    return at("border");
  };
  EXPECT_LT(mouths(3), mouths(1));
}

}  // namespace
}  // namespace craton
