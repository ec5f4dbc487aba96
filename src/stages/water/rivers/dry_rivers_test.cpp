// Rivers that lose water on their way: against the law of one without tributaries, d√Q/dx = −2.5 · loss in m³/s and years.
#include <algorithm>
#include <cmath>

#include "stages/water/hydrography.h"
#include "stages/water/river_world_test.h"

namespace craton {
namespace {

using namespace water_test;

constexpr int dry_columns = 400, dry_rows = 5;  // cells of 10 m

/// A straight valley that falls to the border in the east, with water coming in at cells of its floor alone.
RiverWorld dry_valley(const std::vector<std::pair<int, float>>& springs, double bed_loss) {
  std::vector<float> heights(dry_columns * dry_rows), rain(heights.size(), 0.0F);
  for (int y = 0; y < dry_rows; ++y)
    for (int x = 0; x < dry_columns; ++x)
      heights[static_cast<std::size_t>(y * dry_columns + x)] =
          100 + 0.1F * static_cast<float>(dry_columns - x) + 5 * static_cast<float>(std::abs(y - 2));
  for (const auto& [x, cubic_metres] : springs) rain[static_cast<std::size_t>(2 * dry_columns + x)] = cubic_metres / 100;
  RiverWorld world(domain_of("torus", dry_columns, dry_rows, "none"), heights);
  const Result<Layer*> layer = world.surface.add_layer({.name = "wet"});
  EXPECT_TRUE(layer);
  std::copy(rain.begin(), rain.end(), (*layer)->numbers().begin());
  EXPECT_TRUE(world.run(lakes_stage(), {{"least_area", 300.0}, {"least_depth", 0.5}}));
  EXPECT_TRUE(world.run(rivers_stage(), {{"least_discharge", 1000.0}, {"least_length", 30.0}, {"bed_loss", bed_loss}},
                        {{"rain", "wet"}}));
  return world;
}

double told_balance(const RiverWorld& world, const char* name) { return world.column<double>("water_balance", name)[0]; }

TEST(DryRivers, EndWhereAllIsGone) {
  for (const double loss : {4000.0, 7000.0, 12000.0}) {
    const RiverWorld world = dry_valley({{5, 1e7F}}, loss);
    ASSERT_EQ(world.surface.objects("rivers")->rows(), 1U) << loss;
    EXPECT_EQ(world.column<std::string>("rivers", "mouth")[0], "sink");
    const double wanted = 0.4 * std::sqrt(1e7 / seconds_a_year) * seconds_a_year / loss;
    EXPECT_NEAR(world.column<double>("rivers", "length")[0], wanted, 11) << loss;
    EXPECT_DOUBLE_EQ(told_balance(world, "beds"), told_balance(world, "runoff"));
    EXPECT_EQ(told_balance(world, "border"), 0.0);
    EXPECT_LT(told_balance(world, "error"), 1e-9);
  }
}

TEST(DryRivers, GreatOnesArriveWithLess) {
  const double loss = 2000, root = std::sqrt(1e8 / seconds_a_year) - 2.5 * loss * 3940 / seconds_a_year;
  const RiverWorld world = dry_valley({{5, 1e8F}}, loss);
  ASSERT_EQ(world.surface.objects("rivers")->rows(), 1U);
  EXPECT_EQ(world.column<std::string>("rivers", "mouth")[0], "border");
  EXPECT_NEAR(told_balance(world, "border"), root * root * seconds_a_year, 100);
  EXPECT_NEAR(told_balance(world, "border") + told_balance(world, "beds"), 1e8, 100);
}

TEST(DryRivers, AnotherBeginsBelowWhereOneHasEnded) {
  const RiverWorld world = dry_valley({{5, 1e7F}, {300, 1e8F}}, 7000);
  ASSERT_EQ(world.surface.objects("rivers")->rows(), 2U);
  std::vector<std::string> mouths = world.column<std::string>("rivers", "mouth");
  std::sort(mouths.begin(), mouths.end());
  EXPECT_EQ(mouths, (std::vector<std::string>{"border", "sink"}));
  EXPECT_EQ(world.column<std::int64_t>("rivers", "joins"), (std::vector<std::int64_t>{-1, -1}));
}

/// On hills, plains, planets, where lowlands are dry: what runs off is sea, border, lakes and beds to the last drop; and the laws
/// of waters hold.
TEST(DryRivers, LoseNothingThatIsNotTold) {
  std::size_t ended = 0, shut = 0;
  for (const auto& [what, domain] : river_domains())
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
      for (const float bed_loss : {0.0F, 300.0F, 3000.0F}) {
        const std::vector<float> ground = hills(steep_hills, domain, seed, 0.1F);
        std::vector<float> sorted = ground;
        std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
        RiverWorld world(domain, ground);
        const Result<Layer*> dry = world.surface.add_layer({.name = "dry"});
        ASSERT_TRUE(dry);
        for (std::size_t c = 0; c < ground.size(); ++c)
          (*dry)->numbers()[c] = ground[c] < sorted[sorted.size() / 2] ? bed_loss : 0.0F;
        const std::vector<LayerInput> layers{{"bed_loss", "dry"}};
        ASSERT_TRUE(
            world.run(lakes_stage(), {{"least_area", 300.0}, {"least_depth", 0.5}, {"runoff", 1.0}, {"loss", 3.0}}, layers));
        ASSERT_TRUE(world.run(rivers_stage(),
                              {{"least_discharge", 800.0}, {"least_length", 40.0}, {"rain", 1.0}, {"lake_loss", 3.0}}, layers));
        const std::string of = what + " seed " + std::to_string(seed) + " loss " + std::to_string(bed_loss);
        double gone = 0;
        for (const char* name : {"sea", "border", "lakes", "sinks", "beds"}) {
          EXPECT_GE(told_balance(world, name), 0.0) << of << name;
          gone += told_balance(world, name);
        }
        EXPECT_NEAR(gone, told_balance(world, "runoff"), 1e-9 * told_balance(world, "runoff")) << of;
        EXPECT_EQ(told_balance(world, "beds") > 0, bed_loss > 0) << of;
        EXPECT_EQ(broken_law_of_waters(world.surface), "") << of;
        const auto& mouths = world.column<std::string>("rivers", "mouth");
        const auto sinks = std::count(mouths.begin(), mouths.end(), "sink");
        if (bed_loss == 0) { EXPECT_EQ(sinks, 0) << of; }
        ended += static_cast<std::size_t>(sinks);
        // Out of each lake with an outlet water runs.
        const std::vector<float> discharge = world.numbers("discharge");
        for (const float water : discharge) EXPECT_GE(water, 0) << of;
        for (const std::int64_t outlet : world.column<std::int64_t>("lakes", "outlet")) {
          shut += outlet < 0 ? 1 : 0;
          if (outlet >= 0) { EXPECT_GT(discharge[static_cast<std::size_t>(outlet)], 0.0F) << of; }
        }
      }
  EXPECT_GT(ended, 20U);
  EXPECT_GT(shut, 5U);
}

}  // namespace
}  // namespace craton
