#include <bit>
#include <cmath>
#include <set>

#include <craton/base/hash.h>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec stage(double step, double sharpness, double slope, double unevenness = 0) {
  StageSpec spec{.stage = "terrace", .id = "terrace"};
  spec.params.set("step", step);
  spec.params.set("sharpness", sharpness);
  spec.params.set("slope", slope);
  spec.params.set("unevenness", unevenness);
  return spec;
}

float rough(Cell cell) { return static_cast<float>(mix64(cell + 3) % 100'003) * 0.013F - 411; }

/// From −1000 to 1000 over the cells, evenly.
std::vector<float> along(const StageSpec& spec, std::vector<float>* heights = nullptr) {
  Surface surface = small_surface("torus");
  const auto last = static_cast<float>(surface.cell_count() - 1);
  add_layer(surface, "height", [&](Cell c) { return -1000 + 2000 * static_cast<float>(c) / last; });
  if (heights) *heights = copy_of(surface, "height");
  const Result<void> done = run_stage(surface, spec);
  EXPECT_TRUE(done) << done.error().to_string();
  return copy_of(surface, "height");
}

TEST(Terrace, WhatWasHigherIsNeverLower) {
  for (const double sharpness : {0.0, 0.5, 0.99})
    for (const double unevenness : {0.0, 1.0}) {
      std::vector<float> heights;
      const std::vector<float> out = along(stage(130, sharpness, 0, unevenness), &heights);
      for (std::size_t i = 1; i < out.size(); ++i) ASSERT_GE(out[i], out[i - 1]) << sharpness << " at " << heights[i];
      for (std::size_t i = 0; i < out.size(); ++i)
        ASSERT_LE(std::abs(out[i] - heights[i]), unevenness > 0 ? 130 * 1.8F : 130.0F) << "no farther than a step";
    }
}

TEST(Terrace, EdgesAreFixedPointsAndTreadsAreLevel) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell c) { return static_cast<float>(c % 9) * 125 - 500; });
    StageSpec spec = stage(125, 0.7, 0);
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> edges = copy_of(surface, "height");
    for (Cell c = 0; c < edges.size(); ++c) ASSERT_EQ(edges[c], static_cast<float>(c % 9) * 125 - 500) << kind;

    // The first seven tenths of a step are its tread, at the height of its edge.
    add_layer(surface, "height", [](Cell c) { return static_cast<float>(c % 9) * 125 - 500 + static_cast<float>(c % 80); });
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> treads = copy_of(surface, "height");
    for (Cell c = 0; c < treads.size(); ++c) ASSERT_EQ(treads[c], static_cast<float>(c % 9) * 125 - 500) << kind;
  }
}

TEST(Terrace, TheRiserIsASmoothstepAndSlopesAreKeptInPart) {
  std::vector<float> heights;
  for (const double slope : {0.0, 0.25, 1.0}) {
    const std::vector<float> out = along(stage(100, 0.4, slope), &heights);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double k = std::floor(double{heights[i]} / 100), t = double{heights[i]} / 100 - k;
      const double rise = std::max(0.0, (t - 0.4) / 0.6);
      ASSERT_NEAR(out[i], 100 * (k + slope * t + (1 - slope) * rise * rise * (3 - 2 * rise)), 1e-2);
    }
  }
}

TEST(Terrace, UnevenStepsDifferInHeight) {
  std::vector<float> heights;
  const std::vector<float> out = along(stage(100, 0.8, 0, 1), &heights);
  std::set<float> treads;  // levels at which several cells stand
  for (std::size_t i = 2; i < out.size(); ++i)
    if (out[i] == out[i - 1] && out[i] == out[i - 2]) treads.insert(out[i]);
  ASSERT_GE(treads.size(), 15U);
  ASSERT_LE(treads.size(), 24U);
  float thinnest = 1e9F, thickest = 0, before = *treads.begin();
  for (const float level : treads) {
    if (level == before) continue;
    thinnest = std::min(thinnest, level - before);
    thickest = std::max(thickest, level - before);
    before = level;
  }
  EXPECT_GT(thinnest, 19.9F);
  EXPECT_LT(thinnest, 75);
  EXPECT_GT(thickest, 125);
  EXPECT_LT(thickest, 180.1F);
}

TEST(Terrace, ACountFillsItsRangeAndLeavesTheRest) {
  StageSpec spec{.stage = "terrace", .id = "terrace"};
  spec.params.set("by", std::string("count"));
  spec.params.set("count", std::int64_t{4});
  spec.params.set("low", -200.0);
  spec.params.set("high", 600.0);
  spec.params.set("slope", 0.0);
  for (const double unevenness : {0.0, 1.0}) {
    spec.params.set("unevenness", unevenness);
    std::vector<float> heights;
    const std::vector<float> out = along(spec, &heights);
    std::set<float> treads;
    for (std::size_t i = 1; i < out.size(); ++i) {
      ASSERT_GE(out[i], out[i - 1]);
      if (heights[i] < -200 || heights[i] > 600) { ASSERT_EQ(out[i], heights[i]); }
      if (out[i] == out[i - 1]) treads.insert(out[i]);
    }
    EXPECT_EQ(treads.size(), 4U);
    EXPECT_EQ(*treads.begin(), -200);
  }
}

TEST(Terrace, AnOffsetMovesTheStepsAndAsALayerBendsThem) {
  Surface surface = small_surface("plane");
  add_layer(surface, "height", [](Cell c) { return 50.0F + static_cast<float>(c % 40); });
  add_layer(surface, "bent", [](Cell c) { return static_cast<float>(c % 3) * 10; });
  StageSpec spec = stage(100, 0.9, 0);
  spec.layers = {{"offset", "bent"}};
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> out = copy_of(surface, "height");
  for (Cell c = 0; c < out.size(); ++c) ASSERT_EQ(out[c], static_cast<float>(c % 3) * 10);
}

TEST(Terrace, MasksSayWhereAndHeightsWithoutFractionsStay) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const auto height = [](Cell c) { return c % 10 == 0 ? -0.0F : c % 10 == 5 ? 3e8F : rough(c); };
    add_layer(surface, "height", height);
    add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
    StageSpec spec = stage(100, 0.8, 0);
    spec.layers = {{"strength", "mask"}};
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> out = copy_of(surface, "height");
    int changed = 0;
    for (Cell c = 0; c < out.size(); ++c) {
      if (c % 2 == 0 || c % 10 == 5) {
        ASSERT_EQ(std::bit_cast<std::uint32_t>(out[c]), std::bit_cast<std::uint32_t>(height(c))) << kind;
      } else {
        changed += out[c] != height(c);
      }
    }
    EXPECT_GT(changed, static_cast<int>(out.size() / 3)) << kind;
  }
}

TEST(Terrace, ARangeWithoutHeightIsRefusedWithItsPath) {
  StageSpec spec{.stage = "terrace", .id = "terrace"};
  spec.params.set("by", std::string("count"));
  spec.params.set("low", 500.0);
  spec.params.set("high", 500.0);
  const StageList stages;
  const Result<void> refused = (*stages.find("terrace", 1, ""))->check(spec, domain_spec("plane"), "/stages/3");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/3/high");
}

}  // namespace
}  // namespace craton
