#include <bit>
#include <cmath>

#include <craton/base/hash.h>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

float rough(Cell cell) { return static_cast<float>(mix64(cell + 3) % 100'003) * 0.013F - 411; }

StageSpec stage(double low, double high) {
  StageSpec spec{.stage = "normalise", .id = "normalise"};
  spec.params.set("low", low);
  spec.params.set("high", high);
  return spec;
}

StageSpec by_range(double from_low, double from_high, double low, double high) {
  StageSpec spec = stage(low, high);
  spec.params.set("by", std::string("range"));
  spec.params.set("from_low", from_low);
  spec.params.set("from_high", from_high);
  return spec;
}

TEST(Normalise, ExtremesBecomeTheEndsExactly) {
  for (const std::string& kind : domain_kinds())
    for (const auto& [low, high] : {std::pair{0.1, 1234.7}, {-8000.3, 0.0}, {77.7, 77.7}}) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", rough);
      ASSERT_TRUE(run_stage(surface, stage(low, high)));
      const LayerRange range = surface.layer("height")->range();
      EXPECT_EQ(range.min, static_cast<float>(low)) << kind;
      EXPECT_EQ(range.max, static_cast<float>(high)) << kind;
    }
}

TEST(Normalise, KeepsTheOrderAndStretchesEvenly) {
  Surface surface = small_surface("torus");
  const auto last = static_cast<float>(surface.cell_count() - 1);
  add_layer(surface, "height", [&](Cell c) { return -3 + 6 * static_cast<float>(c) / last; });
  ASSERT_TRUE(run_stage(surface, stage(100, 700)));
  const std::vector<float> out = copy_of(surface, "height");
  for (Cell c = 1; c < out.size(); ++c) {
    ASSERT_GT(out[c], out[c - 1]);
    ASSERT_NEAR(out[c], 100 + 600.0F * static_cast<float>(c) / last, 1e-3);
  }
}

TEST(Normalise, ByAGivenRangeEachCellStandsAlone) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell c) { return c % 3 == 0 ? -1.0F : c % 3 == 1 ? 1.0F : 2.0F; });
    ASSERT_TRUE(run_stage(surface, by_range(-1, 1, 0, 500)));
    const std::vector<float> out = copy_of(surface, "height");
    for (Cell c = 0; c < out.size(); ++c) ASSERT_EQ(out[c], c % 3 == 0 ? 0 : c % 3 == 1 ? 500 : 750) << kind;
  }
}

TEST(Normalise, WhatIsAllOneHeightGoesToTheLowerEnd) {
  Surface surface = small_surface("torus");
  add_layer(surface, "height", [](Cell) { return 12.5F; });
  ASSERT_TRUE(run_stage(surface, stage(-50, 50)));
  for (const float value : copy_of(surface, "height")) ASSERT_EQ(value, -50);
}

TEST(Normalise, MasksSayWhereAndEndsMayBeLayers) {
  Surface surface = small_surface("sphere");
  add_layer(surface, "height", rough);
  add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  add_layer(surface, "top", [](Cell c) { return static_cast<float>(c % 100); });
  StageSpec spec = stage(0, 0);
  spec.params = {};
  spec.params.set("low", -5.0);
  spec.layers = {{"strength", "mask"}, {"high", "top"}};
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> out = copy_of(surface, "height");
  for (Cell c = 0; c < out.size(); ++c) {
    if (c % 2 == 0) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(out[c]), std::bit_cast<std::uint32_t>(rough(c)));
    } else {
      ASSERT_GE(out[c], -5);
      ASSERT_LE(out[c], static_cast<float>(c % 100));
    }
  }
}

TEST(Normalise, AnEndlessPlaneHasNoExtremesAndIsToldOfTheOtherWay) {
  const StageList stages;
  const StageEntry* entry = *stages.find("normalise", 1, "");
  const Result<void> refused = entry->check(stage(0, 1), domain_spec("plane"), "/stages/3");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/3/by");
  EXPECT_NE(refused.error().message.find("\"range\""), std::string::npos);
  EXPECT_TRUE(entry->check(by_range(-1, 1, 0, 1), domain_spec("plane"), "/stages/3"));
  EXPECT_TRUE(entry->check(stage(0, 1), domain_spec("torus"), "/stages/3"));
  EXPECT_EQ(entry->reach(stage(0, 1), 10).kind, Reach::Kind::whole);
  EXPECT_EQ(entry->reach(by_range(-1, 1, 0, 1), 10).kind, Reach::Kind::point);

  Surface surface = small_surface("torus");
  add_layer(surface, "height", rough);
  const Result<void> empty = run_stage(surface, by_range(5, 5, 0, 1));
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().path, "/stages/0/from_high");
}

}  // namespace
}  // namespace craton
