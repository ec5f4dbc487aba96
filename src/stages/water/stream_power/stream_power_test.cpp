#include "stages/water/stream_power/stream_power.h"

#include <cmath>
#include <limits>

#include "stages/erosion/erosion_test.h"
#include "stages/water/stream_power/power_levels.h"

namespace craton {
namespace {

using namespace testing;

StageSpec stage(double duration, double time_step = 100'000) {
  StageSpec spec{.stage = "stream_power", .id = "rivers"};
  spec.params.set("duration", duration);
  spec.params.set("time_step", time_step);
  return spec;
}

/// Some metres of roughness above the sea.
float uneven(Cell cell) { return 1 + rough(cell) * 0.01F; }

// ---- the law

class InBalance : public ::testing::TestWithParam<std::tuple<double, double>> {};

TEST_P(InBalance, EveryCellIsCutAsFastAsItRises) {
  const auto [m, n] = GetParam();
  Surface surface = torus_surface(48, 100, "none");
  const std::span<float> heights = add_layer(surface, "height", uneven);
  const StreamPowerTerms terms{.m = m, .n = n, .uplift = 0.0005, .erodibility = m == 0.5 ? 1e-5 : 3e-6};
  StreamPower power(surface.domain(), terms);
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(power.step(heights, 400'000, {.threads = 1}));
  ASSERT_TRUE(power.step(heights, 1, {.threads = 1}));  // for the graph of the ground as it is now
  std::vector<float> lengths(heights.size());
  const std::span<const Cell> receivers = power.graph().receiver.span();
  ASSERT_TRUE(receiver_lengths(surface.domain(), receivers, lengths, {}));

  double count = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (Cell c = 0; c < heights.size(); ++c) {
    if (receivers[c] == c) continue;
    const double slope = (double{heights[c]} - heights[receivers[c]]) / lengths[c];
    const double area = power.areas()[c] * 1e4;
    ASSERT_NEAR(terms.erodibility[0] * std::pow(area, m) * std::pow(slope, n) / 0.0005, 1, 0.02) << c;
    count += 1;
    x += std::log(area);
    y += std::log(slope);
    xx += std::log(area) * std::log(area);
    xy += std::log(area) * std::log(slope);
  }
  EXPECT_NEAR((count * xy - x * y) / (count * xx - x * x), -m / n, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Exponents, InBalance,
                         ::testing::Values(std::tuple{0.5, 1.0}, std::tuple{0.5, 0.7}, std::tuple{0.5, 2.0},
                                           std::tuple{0.6, 1.2}));

TEST(StreamPower, OnASphereEveryCellIsCutAsFastAsItRises) {
  Surface surface = small_surface("sphere");
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  const std::span<float> heights =
      add_layer(surface, "height", [&](Cell c) { return sphere.direction(c).z > 0.8 ? -100.0F : uneven(c); });
  StreamPower power(surface.domain(), {.uplift = 0.0005, .erodibility = 1e-6});
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(power.step(heights, 1'000'000, {.threads = 1}));
  ASSERT_TRUE(power.step(heights, 1, {.threads = 1}));
  const double cell = sphere.spacing() * sphere.spacing();
  double total = 0, ended = 0;
  for (Cell c = 0; c < heights.size(); ++c) {
    const Cell to = power.graph().receiver[c];
    total += sphere.area(c);
    if (to == c) {
      ASSERT_EQ(heights[c], -100);
      ended += power.areas()[c] * cell;
      continue;
    }
    const double slope = (heights[c] - std::max(0.0F, heights[to])) / double{sphere.distance(c, to)};
    ASSERT_NEAR(1e-6 * std::sqrt(power.areas()[c] * cell) * slope / 0.0005, 1, 0.02) << c;
  }
  EXPECT_NEAR(ended / total, 1, 1e-4) << "all water comes to an end";
}

TEST(StreamPower, TimeStepsDoNotShow) {
  std::vector<std::vector<float>> results;
  for (const double years : {20'000.0, 100'000.0}) {
    Surface surface = torus_surface(64, 200, "none");
    add_layer(surface, "height", [](Cell c) { return 0.1F * uneven(c) + static_cast<float>(c % 64 * (63 - c % 64)) * 0.1F; });
    ASSERT_TRUE(run_stage(surface, stage(2e6, years)));
    results.push_back(copy_of(surface, "height"));
  }
  double difference = 0, mean = 0;
  for (std::size_t c = 0; c < results[0].size(); ++c) {
    difference += results[1][c] - results[0][c];
    mean += results[0][c];
  }
  EXPECT_GT(mean / 4096, 100);
  EXPECT_LT(std::abs(difference) / mean, 0.05);
}

TEST(StreamPower, RainCountsLikeArea) {
  const auto after = [](const std::string& param, double value) {
    Surface surface = torus_surface(40, 100, "none");
    add_layer(surface, "height", uneven);
    StageSpec spec = stage(1e6);
    spec.params.set("head_area", 0.0);
    spec.params.set("diffusivity", 0.0);
    spec.params.set(param, value);
    EXPECT_TRUE(run_stage(surface, spec));
    return copy_of(surface, "height");
  };
  EXPECT_EQ(after("rain", 4), after("erodibility", 1e-5)) << "√4 = 2 times 5e-6";
}

TEST(StreamPower, SlopesCreepAndRiversStillDrain) {
  std::vector<double> roughness;
  for (const double diffusivity : {0.0, 0.05}) {
    Surface surface = torus_surface(128, 50);
    add_hills(surface, 6000, 6, 100);
    const std::vector<float> start = copy_of(surface, "height");
    add_layer(surface, "height", [&](Cell c) { return start[c] + 20; });
    StageSpec spec = stage(2e6, 50'000);
    spec.params.set("diffusivity", diffusivity);
    ASSERT_TRUE(run_stage(surface, spec));
    const std::span<const float> height = surface.layer("height")->numbers();
    std::size_t pits = 0, crests = 0;
    double curvature = 0;
    const auto& torus = std::get<Torus>(surface.domain());
    for (Cell c = 0; c < height.size(); ++c) {
      if (height[c] < 0) continue;
      bool pit = true, crest = true;
      double mean = 0;
      torus.for_each_link(c, [&](Link link) {
        pit = pit && height[link.to] >= height[c];
        crest = crest && height[link.to] <= height[c];
        mean += height[link.to] / 8.0;
      });
      pits += pit;
      crests += crest;
      if (crest) curvature += height[c] - mean;
    }
    EXPECT_LE(pits, height.size() / 1000);
    roughness.push_back(curvature / static_cast<double>(crests));
  }
  EXPECT_LT(roughness[1], 0.7 * roughness[0]) << "crests are rounder";
}

// ---- where it must not act

TEST(StreamPower, MaskedCellsTheSeaAndLakesKeepTheirBits) {
  for (const std::string kind : {"torus", "sphere"})
    for (const std::int64_t levels : {1, 2})
      for (const double deposition : {0.0, 1.0}) {
        Surface surface = small_surface(kind);
        const auto before = [](Cell c) { return rough(c) - 200; };
        add_layer(surface, "height", before);
        add_layer(surface, "mask", [](Cell c) { return c % 3 == 0 ? 0.0F : 0.5F; });
        add_layer(surface, "lakes", [](Cell c) { return c % 50 == 7 ? 1.0F : 0.0F; });
        StageSpec spec = stage(1e6);
        spec.params.set("levels", levels);
        spec.params.set("deposition", deposition);
        spec.layers = {{"strength", "mask"}, {"lakes", "lakes"}};
        ASSERT_TRUE(run_stage(surface, spec));
        const std::vector<float> height = copy_of(surface, "height");
        std::size_t changed = 0;
        for (Cell c = 0; c < height.size(); ++c) {
          if (c % 3 == 0 || c % 50 == 7 || before(c) < 0) {
            ASSERT_EQ(height[c], before(c)) << kind << " " << c;
          } else {
            ASSERT_GE(height[c], 0) << "land stays land";
          }
          changed += height[c] != before(c);
        }
        EXPECT_GT(changed, height.size() / 3) << kind;
      }
}

TEST(StreamPower, BordersKeepTheirBits) {
  for (const std::string wrap : {"x", "y", "none"})
    for (const std::int64_t levels : {1, 3}) {
      Surface surface = torus_surface(61, 50, wrap);
      add_layer(surface, "height", rough);
      StageSpec spec = stage(1e6);
      spec.params.set("levels", levels);
      ASSERT_TRUE(run_stage(surface, spec));
      const std::vector<float> height = copy_of(surface, "height");
      std::size_t stayed = 0;
      for (Cell c = 0; c < height.size(); ++c) {
        const bool side = wrap != "x" && (c % 61 == 0 || c % 61 == 60), end = wrap != "y" && (c < 61 || c >= 60 * 61);
        if ((wrap == "x" && end) || (wrap == "y" && side) || (wrap == "none" && (side || end))) {
          ASSERT_EQ(height[c], rough(c));
        }
        stayed += height[c] == rough(c);
      }
      EXPECT_LT(stayed, 61u * 5) << wrap;
    }
}

TEST(StreamPower, SinkingLandGoesBelowTheSeaAtAnyNumberOfLevels) {
  for (const std::int64_t levels : {1, 2}) {
    Surface surface = torus_surface(64, 50);
    add_layer(surface, "height", [](Cell c) { return c == 5 ? -10.0F : 1 + 0.001F * rough(c); });
    StageSpec spec = stage(1e6);
    spec.params.set("uplift", -0.0001);
    spec.params.set("levels", levels);
    ASSERT_TRUE(run_stage(surface, spec));
    EXPECT_EQ(surface.layer("height")->numbers()[5], -10);
    EXPECT_LT(surface.layer("height")->range().max, 0);
  }
}

TEST(StreamPower, ALayerThatItChangesMayAlsoSteerIt) {
  Surface own = torus_surface(40, 20), copied = torus_surface(40, 20);
  for (Surface* surface : {&own, &copied}) add_layer(*surface, "height", [](Cell c) { return 0.001F * rough(c); });
  add_layer(copied, "before", [](Cell c) { return 0.001F * rough(c); });
  StageSpec spec = stage(3e5);
  spec.layers = {{"strength", "height"}, {"uplift", "height"}};
  ASSERT_TRUE(run_stage(own, spec));
  spec.layers = {{"strength", "before"}, {"uplift", "before"}};
  ASSERT_TRUE(run_stage(copied, spec));
  EXPECT_EQ(copy_of(own, "height"), copy_of(copied, "height"));
}

TEST(StreamPower, TheSameBitsForAnyNumberOfThreads) {
  for (const std::string kind : {"torus", "sphere"})
    for (const double n : {1.0, 1.4}) {
      std::vector<float> first;
      for (const unsigned threads : {1u, 3u}) {
        Surface surface = small_surface(kind);
        add_layer(surface, "height", [](Cell c) { return rough(c) - 100; });
        StageSpec spec = stage(5e5);
        spec.params.set("n", n);
        spec.params.set("deposition", 0.5);
        spec.params.set("levels", std::int64_t{2});
        ASSERT_TRUE(run_stage(surface, spec, threads));
        if (threads == 1) first = copy_of(surface, "height");
        EXPECT_EQ(copy_of(surface, "height"), first) << kind;
      }
    }
}

// ---- odd worlds

TEST(StreamPower, AllSeaStaysAsItIs) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell c) { return -1 - rough(c); });
    const std::vector<float> before = copy_of(surface, "height");
    ASSERT_TRUE(run_stage(surface, stage(1e6)));
    EXPECT_EQ(copy_of(surface, "height"), before) << kind;
  }
}

TEST(StreamPower, FlatGroundWithoutAnyOutletRisesAroundItsLowestCell) {
  for (const std::string kind : {"torus", "sphere"}) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell) { return 100.0F; });
    ASSERT_TRUE(run_stage(surface, stage(1e6)));
    const std::vector<float> height = copy_of(surface, "height");
    std::size_t stayed = 0;
    for (const float value : height) {
      ASSERT_GE(value, 100) << kind;
      ASSERT_LE(value, 100 + 500.01) << kind << ": no more than the uplift";
      stayed += value == 100.0F;
    }
    EXPECT_EQ(stayed, 1u) << kind << ": the end of all water";
  }
}

TEST(StreamPower, OneCellIsABorderAndStays) {
  DomainSpec spec{.kind = "plane"};
  spec.params.set("width", std::int64_t{1});
  spec.params.set("height", std::int64_t{1});
  Surface surface(*make_domain(spec, Seed{}, 0, ""));
  add_layer(surface, "height", [](Cell) { return 12.0F; });
  ASSERT_TRUE(run_stage(surface, stage(1e6)));
  EXPECT_EQ(copy_of(surface, "height")[0], 12);
}

TEST(StreamPower, GroundThatIsNoNumberIsAnErrorWithItsPath) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    for (const std::int64_t levels : {1, 2}) {
      Surface surface = small_surface("torus");
      add_layer(surface, "height", [&](Cell c) { return c == 1234 ? bad : rough(c); });
      StageSpec spec = stage(1e6);
      spec.params.set("levels", levels);
      const Result<void> refused = run_stage(surface, spec);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().path, "/stages/0/layer");
      EXPECT_EQ(refused.error().code, ErrorCode::invalid_value);
      EXPECT_NE(refused.error().message.find("1234"), std::string::npos) << refused.error().message;
    }
  }
}

TEST(StreamPower, EndlessPlanesAreRefusedUnlessTheTileStandsAlone) {
  const StageList stages;
  const StageEntry& entry = **stages.find("stream_power", 1, "");
  StageSpec spec = stage(1e6);
  EXPECT_EQ(entry.reach(spec, 10).kind, Reach::Kind::whole);
  spec.params.set("on_planes", "tile_alone");
  EXPECT_EQ(entry.reach(spec, 10).kind, Reach::Kind::point);
}

TEST(StreamPower, TooManyStepsAndTooMuchCreepAreRefused) {
  const StageList stages;
  const StageEntry& entry = **stages.find("stream_power", 1, "");
  const Result<void> steps = entry.check(stage(1e9, 1), domain_spec("torus"), "/stages/3");
  ASSERT_FALSE(steps);
  EXPECT_EQ(steps.error().path, "/stages/3/time_step");

  Surface surface = small_surface("torus");
  add_layer(surface, "height", rough);
  StageSpec spec = stage(1e8, 1e7);
  spec.params.set("diffusivity", 100.0);
  const Result<void> creep = run_stage(surface, spec);
  ASSERT_FALSE(creep);
  EXPECT_EQ(creep.error().path, "/stages/0/diffusivity");
}

TEST(StreamPower, CanBeCancelled) {
  Surface surface = torus_surface(64, 100);
  add_layer(surface, "height", rough);
  const StageList stages;
  StageContext context(Seed{7}, "/stages/0");
  CancelToken cancel;
  cancel.cancel();
  context.execution.cancel = &cancel;
  const Result<void> stopped = (*stages.find("stream_power", 1, ""))->run(surface, stage(1e6), context);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

// ---- coarse to fine

TEST(PowerLevels, YearsAddUpAndTheCoarsestHasMost) {
  for (const std::uint32_t levels : {1u, 2u, 4u, 7u, 10u}) {
    const std::vector<PowerSchedule> plan = schedule(5e6, 1e5, levels);
    ASSERT_EQ(plan.size(), levels);
    double years = 0;
    for (const PowerSchedule& level : plan) {
      years += level.steps * level.years;
      EXPECT_LE(level.years, 1e5 * 1.0001);
    }
    EXPECT_NEAR(years, 5e6, 1);
    EXPECT_GT(plan.back().steps * plan.back().years, 0.39 * 5e6);
  }
  EXPECT_EQ(schedule(1e6, 1e5, 1)[0].steps, 10u);
  EXPECT_EQ(schedule(10, 1e5, 1)[0].steps, 1u);
}

TEST(PowerLevels, MapsOfOneWorldBeginAtTheSameSize) {
  for (const std::uint32_t side : {256u, 512u, 1024u}) {
    const Surface surface = torus_surface(side, 100);
    EXPECT_EQ(side >> (level_count(surface.domain(), 0) - 1), 128u);
  }
  const Surface surface = torus_surface(20, 100);
  EXPECT_EQ(level_count(surface.domain(), 0), 1u);
  EXPECT_EQ(level_count(surface.domain(), 10), 2u) << "10 cells are enough, 5 are not";
}

/// The share of rivers that, over `reach` cells, run within 11.25° of one of a grid's eight directions: ½ where none counts.
double share_along_the_grid(const Surface& surface, std::size_t reach, float least_area) {
  const auto& torus = std::get<Torus>(surface.domain());
  FlowRouter router(surface.domain());
  EXPECT_TRUE(router.route(surface.layer("height")->numbers(), {}, {}));
  std::vector<float> areas(surface.cell_count(), 1.0F);
  accumulate(router.graph(), std::span(areas));
  const auto side = static_cast<int>(torus.size().width);
  double along = 0, all = 0;
  for (Cell c = 0; c < areas.size(); ++c) {
    if (areas[c] < least_area) continue;
    int x = 0, y = 0;
    Cell at = c;
    for (std::size_t i = 0; i < reach; ++i, at = router.graph().receiver[at]) {
      const Cell to = router.graph().receiver[at];
      const auto step = [&](int from, int into) { return (into - from + side + 1) % side - 1; };
      x += step(static_cast<int>(at) % side, static_cast<int>(to) % side);
      y += step(static_cast<int>(at) / side, static_cast<int>(to) / side);
    }
    if (router.graph().receiver[at] == at) continue;
    const double turns = std::atan2(y, x) / 6.283185307179586 * 8;
    along += std::abs(turns - std::round(turns)) < 0.25 ? 1 : 0;
    all += 1;
  }
  EXPECT_GT(all, 1000);
  return along / all;
}

TEST(StreamPower, TheDirectionsOfCoarserCellsDoNotShow) {
  Surface surface = torus_surface(512, 100);
  add_hills(surface, 20'000, 8, 300);
  ASSERT_TRUE(run_stage(surface, stage(3e6), 2));
  // Three cells of the coarsest level. Without bends it is 0.6.
  EXPECT_NEAR(share_along_the_grid(surface, 12, 100), 0.5, 0.04);
}

/// Means over squares of cells.
std::vector<double> blurred(const Surface& surface, std::uint32_t squares) {
  const std::span<const float> heights = surface.layer("height")->numbers();
  const std::uint32_t side = std::get<Torus>(surface.domain()).size().width, cells = side / squares;
  std::vector<double> means(std::size_t{squares} * squares, 0.0);
  for (Cell c = 0; c < heights.size(); ++c)
    means[c / side / cells * squares + c % side / cells] += double{heights[c]} / (cells * cells);
  return means;
}

TEST(StreamPower, AnotherResolutionIsTheSameWorldSharper) {
  std::vector<std::vector<double>> worlds;
  for (const std::uint32_t side : {192u, 384u}) {
    Surface surface = torus_surface(side, 38'400.0 / side);
    add_hills(surface, 20'000, 6, 300);
    const std::vector<float> start = copy_of(surface, "height");
    add_layer(surface, "height", [&](Cell c) { return start[c] + 60; });
    StageSpec spec = stage(3e6);
    spec.params.set("head_area", 200'000.0);
    ASSERT_TRUE(run_stage(surface, spec, 2));
    worlds.push_back(blurred(surface, 16));
  }
  double difference = 0, mean = 0, squares = 0;
  const auto count = static_cast<double>(worlds[0].size());
  for (std::size_t i = 0; i < worlds[0].size(); ++i) {
    difference += (worlds[0][i] - worlds[1][i]) * (worlds[0][i] - worlds[1][i]) / count;
    mean += worlds[0][i] / count;
    squares += worlds[0][i] * worlds[0][i] / count;
  }
  const double spread = std::sqrt(squares - mean * mean);
  EXPECT_GT(spread, 50);
  EXPECT_LT(std::sqrt(difference), 0.14 * spread);
}

}  // namespace
}  // namespace craton
