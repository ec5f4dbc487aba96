#include <algorithm>
#include <cmath>

#include "stages/erosion/erosion_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec waves() { return {.stage = "coastal_erosion", .id = "waves"}; }

/// Land in the west of a map with borders: `height` metres at metres (x, y).
template <class F>
Surface coast(std::uint32_t side, double step, F&& height) {
  Surface surface = torus_surface(side, step, "none");
  add_layer(surface, "height", [&](Cell c) { return static_cast<float>(height(c % side * step, c / side * step)); });
  return surface;
}

/// Where a row first goes below the sea, in metres from the west.
double shore_of_row(const Surface& surface, std::uint32_t row) {
  const auto& map = std::get<Torus>(surface.domain());
  const std::span<const float> height = surface.layer("height")->numbers();
  for (std::uint32_t x = 1; x < map.size().width; ++x) {
    const double here = height[map.cell(x, row)], west = height[map.cell(x - 1, row)];
    if (here < 0) return (x - 1 + west / (west - here)) * map.spacing();
  }
  return map.size().width * map.spacing();
}

/// A shore that swings by ± 150 m around 1000 m, with headlands at y = 400 m and bays at 1200 m.
double winding(double x, double y) { return 0.1 * (1000 + 150 * std::cos((y - 400) * 3.14159265 / 800) - x); }

TEST(CoastalErosion, AnOpenStraightCoastGoesBackByTheRetreat) {
  for (const double retreat : {20.0, 60.0, 90.0}) {
    Surface surface = coast(200, 10, [](double x, double) { return 0.1 * (1003 - x); });
    StageSpec spec = waves();
    spec.params.set("retreat", retreat);
    spec.params.set("resistance", 0.0);
    spec.params.set("sand_share", 0.0);
    ASSERT_TRUE(run_stage(surface, spec));
    EXPECT_NEAR(shore_of_row(surface, 100), 1003 - retreat, 8) << "within a cell";
    EXPECT_NEAR(surface.layer("wave_exposure")->numbers()[100 * 200 + 100], 0.67, 0.02);
  }
}

TEST(CoastalErosion, ACliffStandsBehindAPlatform) {
  Surface surface = coast(200, 10, [](double x, double) { return x < 1000 ? 60.0 : -20.0; });
  StageSpec spec = waves();
  spec.params.set("resistance", 0.0);
  spec.params.set("sand_share", 0.0);
  ASSERT_TRUE(run_stage(surface, spec));
  const std::span<const float> row = surface.layer("height")->numbers().subspan(std::size_t{100} * 200, 200);
  double steepest = 0;
  for (std::size_t x = 1; x < 98; ++x) steepest = std::max(steepest, (row[x - 1] - row[x]) / 10.0);
  EXPECT_NEAR(steepest, 1.5, 0.15) << "the cliff";
  for (std::size_t x = 95; x < 99; ++x) {
    EXPECT_LT(row[x], 0) << "the platform";
    EXPECT_GT(row[x], -2);
    EXPECT_NEAR((row[x] - row[x + 1]) / 10, 0.015, 0.005);
  }
  EXPECT_EQ(row[150], -20);
  EXPECT_EQ(row[50], 60);
}

TEST(CoastalErosion, HeadlandsAreExposedAndGoBackBaysGetBeaches) {
  Surface surface = coast(200, 10, winding);
  const double headland = shore_of_row(surface, 40), bay = shore_of_row(surface, 120);
  ASSERT_TRUE(run_stage(surface, waves()));
  const auto at = [&](double x, std::uint32_t row) { return row * 200 + static_cast<Cell>(x / 10); };
  const std::span<const float> exposure = surface.layer("wave_exposure")->numbers();
  EXPECT_GT(exposure[at(headland, 40)], exposure[at(bay, 120)] + 0.1F);
  EXPECT_GT(headland - shore_of_row(surface, 40), 30);
  EXPECT_GT(headland - shore_of_row(surface, 40), bay - shore_of_row(surface, 120) + 20);
  EXPECT_GT(surface.layer("beach")->range().max, 0.5);
}

TEST(CoastalErosion, HardRockStands) {
  Surface soft = coast(200, 10, winding), hard = coast(200, 10, winding);
  add_layer(hard, "rock", [](Cell c) { return c / 200 < 80 ? 1.0F : 0.0F; });
  StageSpec spec = waves();
  ASSERT_TRUE(run_stage(soft, spec));
  spec.layers = {{"hardness", "rock"}};
  ASSERT_TRUE(run_stage(hard, spec));
  EXPECT_GE(shore_of_row(hard, 40), 1150 - 1) << "a beach may grow before it";
  EXPECT_LT(shore_of_row(soft, 40), 1120);
  EXPECT_EQ(shore_of_row(hard, 140), shore_of_row(soft, 140)) << "far from the hard rock";
}

TEST(CoastalErosion, NothingChangesFarFromTheShore) {
  constexpr std::uint32_t side = 120;
  Surface surface = torus_surface(side, 20);
  add_hills(surface, 1200, 4, 200);
  const std::vector<float> before = copy_of(surface, "height");
  ASSERT_TRUE(run_stage(surface, waves()));
  const std::vector<float> after = copy_of(surface, "height");
  constexpr int window = 2 * 150 / 20 + 1;  // cells
  std::size_t changed = 0, far = 0;
  for (int y = 0; y < int(side); ++y)
    for (int x = 0; x < int(side); ++x) {
      const std::size_t c = static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x);
      changed += after[c] != before[c];
      bool shore = false;
      for (int dy = -window; dy <= window && !shore; ++dy)
        for (int dx = -window; dx <= window && !shore; ++dx) {
          const auto row = static_cast<std::size_t>((y + dy + int(side)) % int(side));
          const auto column = static_cast<std::size_t>((x + dx + int(side)) % int(side));
          shore = (before[row * side + column] < 0) != (before[c] < 0);
        }
      far += !shore;
      if (!shore) { ASSERT_EQ(after[c], before[c]); }
    }
  EXPECT_GT(changed, before.size() / 20);
  EXPECT_GT(far, before.size() / 50);
}

TEST(CoastalErosion, BeachesHoldNoMoreThanWasCut) {
  for (const std::string& kind : domain_kinds())
    for (const double part : {1.0, 0.3}) {
      Surface surface = small_surface(kind);
      const double metres = spacing(surface.domain());
      add_hills(surface, 20 * metres, 4, metres);
      const std::vector<float> before = copy_of(surface, "height");
      StageSpec spec = waves();
      spec.params.set("reach", 6 * metres);
      spec.params.set("fetch", 12 * metres);
      spec.params.set("retreat", 2 * metres);
      spec.params.set("beach_width", 4 * metres);
      spec.params.set("sand_share", part);
      ASSERT_TRUE(run_stage(surface, spec));
      std::vector<float> cut = copy_of(surface, "height");
      const std::vector<float> beach = copy_of(surface, "beach");
      for (Cell c = 0; c < cut.size(); ++c) cut[c] = before[c] + beach[c] - cut[c];
      EXPECT_GT(volume_of(surface, beach), 0.02 * volume_of(surface, cut)) << kind;
      EXPECT_LE(volume_of(surface, beach), (part + 1e-5) * volume_of(surface, cut)) << kind;
    }
}

/// Land with nothing but sea around it, and the other way round.
std::size_t specks(const Surface& surface) {
  const std::span<const float> height = surface.layer("height")->numbers();
  std::size_t count = 0;
  std::visit(
      [&](const auto& topology) {
        for (Cell c = 0; c < height.size(); ++c) {
          bool alone = true;
          topology.for_each_link(c, [&](Link link) { alone = alone && (height[link.to] < 0) != (height[c] < 0); });
          count += alone;
        }
      },
      surface.domain());
  return count;
}

TEST(CoastalErosion, LeavesFewerSpecksThanThereWere) {
  std::size_t before = 0, after = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Surface surface = torus_surface(256, 10);
    add_hills(surface, 500, 7, 60, seed);
    before += specks(surface);
    ASSERT_TRUE(run_stage(surface, waves()));
    after += specks(surface);
  }
  ASSERT_GT(before, 20u);
  EXPECT_LT(after, before / 2);
}

TEST(CoastalErosion, AnotherResolutionIsTheSameWorldSharper) {
  Surface fine = torus_surface(256, 10), coarse = torus_surface(128, 20), untouched = torus_surface(128, 20);
  for (Surface* surface : {&fine, &coarse, &untouched}) add_hills(*surface, 1280, 5, 60);
  for (Surface* surface : {&fine, &coarse}) ASSERT_TRUE(run_stage(*surface, waves()));
  EXPECT_GT(difference_of_levels(fine, untouched), 0.01) << "else there is nothing to see";
  EXPECT_LT(difference_of_levels(fine, coarse), 0.003);
}

TEST(CoastalErosion, MasksSayWhere) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const double metres = spacing(surface.domain());
    add_hills(surface, 20 * metres, 3, metres);
    add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
    const std::vector<float> before = copy_of(surface, "height");
    StageSpec spec = waves();
    spec.params.set("reach", 4 * metres);
    spec.params.set("fetch", 8 * metres);
    spec.params.set("retreat", 2 * metres);
    spec.layers = {{"strength", "mask"}};
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> after = copy_of(surface, "height");
    std::size_t changed = 0;
    for (Cell c = 0; c < after.size(); ++c) {
      if (c % 2 == 0) { ASSERT_EQ(after[c], before[c]) << kind; }
      changed += after[c] != before[c];
    }
    EXPECT_GT(changed, after.size() / 50) << kind;
  }
}

TEST(CoastalErosion, WithoutAShoreNothingHappens) {
  for (const std::string& kind : domain_kinds())
    for (const float level : {-500.0F, 0.0F, 500.0F}) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", [&](Cell c) { return level + (level == 0 ? 0 : static_cast<float>(c % 7)); });
      const std::vector<float> before = copy_of(surface, "height");
      StageSpec spec = waves();
      if (kind == "sphere") spec.params.set("fetch", 20'000.0);
      ASSERT_TRUE(run_stage(surface, spec));
      EXPECT_EQ(copy_of(surface, "height"), before) << kind;
      EXPECT_NEAR(surface.layer("wave_exposure")->numbers()[5], level < 0 ? 1 : 0, 1e-6) << kind;
    }
}

TEST(CoastalErosion, OneCellIsEnough) {
  DomainSpec spec{.kind = "plane"};
  spec.params.set("width", std::int64_t{1});
  spec.params.set("height", std::int64_t{1});
  Surface surface(*make_domain(spec, Seed{}, 0, ""));
  add_layer(surface, "height", [](Cell) { return 3.0F; });
  ASSERT_TRUE(run_stage(surface, waves()));
  EXPECT_EQ(surface.layer("height")->numbers()[0], 3.0F);
}

TEST(CoastalErosion, RefusesHeightsThatAreNoNumbers) {
  Surface surface = coast(100, 10, [](double x, double) { return 0.1 * (503 - x); });
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    surface.layer("height")->numbers()[7] = bad;
    const Result<void> result = run_stage(surface, waves());
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().to_string().find("/layer: cell 7 holds no number"), std::string::npos) << result.error().to_string();
  }
}

TEST(CoastalErosion, RefusesWhatCannotBe) {
  const StageList stages;
  const StageEntry& entry = **stages.find("coastal_erosion", 1, "");
  StageSpec spec = waves();
  spec.params.set("fetch", 1e6);
  EXPECT_TRUE(entry.check(spec, domain_spec("torus"), ""));
  const Result<void> wide = entry.check(spec, domain_spec("sphere"), "/stages/3");
  ASSERT_FALSE(wide);
  EXPECT_EQ(wide.error().path, "/stages/3/fetch");
}

}  // namespace
}  // namespace craton
