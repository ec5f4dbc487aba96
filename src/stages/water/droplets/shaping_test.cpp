#include <cmath>
#include <numeric>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec shaping(std::int64_t iterations, double droplets = 0.1) {
  StageSpec spec{.stage = "shaping", .id = "shape"};
  spec.params.set("iterations", iterations);
  spec.params.set("steps", std::int64_t{12});
  spec.params.set("droplets", droplets);
  return spec;
}

float hill(Cell c) { return 40.0F + 30.0F * std::sin(0.3F * static_cast<float>(c % 75)) - static_cast<float>(c / 75); }

Surface ground(const std::string& kind = "torus") {
  Surface surface = small_surface(kind);
  add_layer(surface, "height", hill);
  add_layer(surface, "target", [](Cell c) { return hill(c) * 0.5F + static_cast<float>(c % 7); });
  return surface;
}

double sum_of(const Surface& surface, const std::string& layer) {
  const std::vector<float> values = copy_of(surface, layer);
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(Shaping, WithoutRainTheCrustGoesItsWayAsGeometryTells) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = ground(kind);
    const std::vector<float> before = copy_of(surface, "height"), target = copy_of(surface, "target");
    StageSpec spec = shaping(20, 0);
    spec.params.set("crust", 0.1);
    ASSERT_TRUE(run_stage(surface, spec)) << kind;
    const std::vector<float> after = copy_of(surface, "height");
    const double left = std::pow(0.9, 20);
    for (std::size_t c = 0; c < after.size(); ++c)
      ASSERT_NEAR(after[c], target[c] + left * (before[c] - target[c]), 1e-3) << kind;
  }
}

TEST(Shaping, WithoutCrustItIsTheDropletsAlone) {
  Surface shaped = ground(), rained = ground();
  StageSpec spec = shaping(5, 0.5);
  spec.params.set("crust", 0.0);
  ASSERT_TRUE(run_stage(shaped, spec));
  StageSpec rain{.stage = "droplets", .id = "shape"};
  rain.params.set("rounds", std::int64_t{5});
  rain.params.set("steps", std::int64_t{12});
  rain.params.set("droplets", 0.5);
  ASSERT_TRUE(run_stage(rained, rain));
  EXPECT_EQ(copy_of(shaped, "height"), copy_of(rained, "height"));
  EXPECT_EQ(copy_of(shaped, "sediment"), copy_of(rained, "sediment"));
}

TEST(Shaping, WaterMovesGroundAndLosesNone) {
  Surface dry = ground(), wet = ground();
  ASSERT_TRUE(run_stage(dry, shaping(8, 0)));
  ASSERT_TRUE(run_stage(wet, shaping(8, 0.5)));
  EXPECT_NE(copy_of(dry, "height"), copy_of(wet, "height"));
  StageSpec still = shaping(8, 0.5);
  still.params.set("crust", 0.0);
  Surface alone = ground();
  const double before = sum_of(alone, "height");
  ASSERT_TRUE(run_stage(alone, still));
  EXPECT_NEAR(sum_of(alone, "height"), before, 0.05);  // floats round
}

TEST(Shaping, ShoresThatPersistStay) {
  Surface surface = small_surface("torus");
  add_layer(surface, "height", [](Cell c) { return static_cast<float>(c % 75) - 37; });
  add_layer(surface, "target", [](Cell) { return 50.0F; });
  StageSpec spec = shaping(10, 0);
  spec.params.set("crust", 0.2);
  spec.params.set("shore", 1.0);
  spec.params.set("shore_height", 5.0);
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> height = copy_of(surface, "height");
  EXPECT_EQ(height[37], 0);         // at the level of the sea
  EXPECT_GT(height[0], -37 + 70);   // far below it goes up
  EXPECT_LT(height[38], 50 * 0.9);  // just above it is held
  EXPECT_GT(height[70], 48);        // high ground is not
}

TEST(Shaping, MaskedCellsStay) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = ground(kind);
    add_layer(surface, "mask", [](Cell c) { return c % 3 == 0 ? 0.0F : 1.0F; });
    const std::vector<float> before = copy_of(surface, "height");
    StageSpec spec = shaping(4, 0.5);
    spec.layers = {{"strength", "mask"}};
    ASSERT_TRUE(run_stage(surface, spec)) << kind;
    const std::vector<float> after = copy_of(surface, "height");
    std::size_t changed = 0;
    for (std::size_t c = 0; c < after.size(); ++c) {
      if (c % 3 == 0) { ASSERT_EQ(after[c], before[c]) << kind; }
      changed += after[c] != before[c];
    }
    EXPECT_GT(changed, after.size() / 2) << kind;
  }
}

TEST(Shaping, EveryIterationCanBeSeenAndSeeingChangesNothing) {
  class Watched final : public StageContext {
   public:
    Watched() : StageContext(Seed{7}, "/stages/0") {}
    Result<void> end_iteration(const Surface& now) override {
      sums.push_back(sum_of(now, "height"));
      return {};
    }
    std::vector<double> sums;
  };
  Surface seen = ground(), unseen = ground();
  const StageList stages;
  Watched context;
  context.execution.threads = 1;
  ASSERT_TRUE((*stages.find("shaping", 1, ""))->run(seen, shaping(6), context));
  ASSERT_TRUE(run_stage(unseen, shaping(6)));
  EXPECT_EQ(context.sums.size(), 6u);
  EXPECT_EQ(context.sums.back(), sum_of(unseen, "height"));
  EXPECT_EQ(copy_of(seen, "height"), copy_of(unseen, "height"));
  // A run that stops earlier is what the longer one was then.
  Surface shorter = ground();
  ASSERT_TRUE(run_stage(shorter, shaping(3)));
  EXPECT_EQ(context.sums[2], sum_of(shorter, "height"));
}

void expect_error(const Result<void>& result, const std::string& path, const std::string& part) {
  ASSERT_FALSE(result) << path;
  EXPECT_EQ(result.error().path, path) << result.error().message;
  EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
}

TEST(Shaping, RefusesWhatCannotBe) {
  Surface surface = ground();
  StageSpec spec = shaping(2);
  spec.params.set("target", std::string("height"));
  expect_error(run_stage(surface, spec), "/stages/0/target", "another name");
  spec = shaping(2);
  spec.params.set("sediment", std::string("target"));
  expect_error(run_stage(surface, spec), "/stages/0/sediment", "another name");
  spec = shaping(2);
  spec.params.set("target", std::string("nowhere"));
  expect_error(run_stage(surface, spec), "/stages/0/target", "nowhere");
  spec = shaping(15'000);
  spec.params.set("reference_step", 40.0);
  expect_error(run_stage(surface, spec), "/stages/0/iterations", "more than 20000");
  surface.layer("target")->numbers()[5] = NAN;
  expect_error(run_stage(surface, shaping(2)), "/stages/0/target", "without a number");
}

}  // namespace
}  // namespace craton
