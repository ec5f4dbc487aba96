#include <bit>
#include <cmath>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec stage(double low, double high, double knee) {
  StageSpec spec{.stage = "clamp", .id = "clamp"};
  spec.params.set("low", low);
  spec.params.set("high", high);
  spec.params.set("knee", knee);
  return spec;
}

/// From −1000 to 1000 over the cells, evenly.
float ramp(Cell cell, Cell cells) { return -1000 + 2000 * static_cast<float>(cell) / static_cast<float>(cells - 1); }

TEST(Clamp, HoldsValuesBetweenItsBounds) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const Cell cells = surface.cell_count();
    add_layer(surface, "height", [&](Cell c) { return ramp(c, cells); });
    ASSERT_TRUE(run_stage(surface, stage(-300, 450, 0)));
    const std::vector<float> out = copy_of(surface, "height");
    for (Cell c = 0; c < cells; ++c) ASSERT_EQ(out[c], std::clamp(ramp(c, cells), -300.0F, 450.0F)) << kind;
  }
}

TEST(Clamp, AKneeBendsSmoothlyAndStaysWithinTheBounds) {
  Surface surface = small_surface("plane");
  const Cell cells = surface.cell_count();
  add_layer(surface, "height", [&](Cell c) { return ramp(c, cells); });
  ASSERT_TRUE(run_stage(surface, stage(-300, 450, 100)));
  const std::vector<float> out = copy_of(surface, "height");
  const float step = 2000.0F / static_cast<float>(cells - 1);
  for (Cell c = 0; c < cells; ++c) {
    const float height = ramp(c, cells);
    if (height > -200 && height < 350) { ASSERT_EQ(out[c], height); }
    if (height > 550) { ASSERT_EQ(out[c], 450); }
    if (height < -400) { ASSERT_EQ(out[c], -300); }
    ASSERT_GE(out[c], -300);
    ASSERT_LE(out[c], 450);
    if (c < 2) continue;
    ASSERT_GE(out[c], out[c - 1] - 1e-4F);
    const float bend = (out[c] - 2 * out[c - 1] + out[c - 2]) / (step * step);
    ASSERT_LT(std::abs(bend), 0.006F) << "1 / 2k where it bends; a corner would be 1 / step";
  }
}

TEST(Clamp, KneesNeverOverlapAndCrossedBoundsGiveTheLowerOne) {
  Surface surface = small_surface("torus");
  const Cell cells = surface.cell_count();
  add_layer(surface, "height", [&](Cell c) { return ramp(c, cells); });
  ASSERT_TRUE(run_stage(surface, stage(-10, 10, 1e6)));
  const std::vector<float> out = copy_of(surface, "height");
  EXPECT_EQ(out.front(), -10);
  EXPECT_EQ(out.back(), 10);
  for (Cell c = 1; c < cells; ++c) ASSERT_GE(out[c], out[c - 1]);

  add_layer(surface, "floor", [](Cell c) { return c % 2 == 0 ? 50.0F : 5.0F; });
  StageSpec crossed = stage(0, 7, 3);
  crossed.layers = {{"low", "floor"}};
  crossed.params = {};
  crossed.params.set("high", 7.0);
  ASSERT_TRUE(run_stage(surface, crossed));
  const std::vector<float> held = copy_of(surface, "height");
  for (Cell c = 0; c < cells; c += 2) ASSERT_EQ(held[c], 50);
}

TEST(Clamp, MasksSayWhereAndDefaultsChangeNothing) {
  Surface surface = small_surface("sphere");
  const auto rough = [](Cell c) { return c % 5 == 0 ? -0.0F : static_cast<float>(c * 37 % 3001) - 1500.25F; };
  add_layer(surface, "height", rough);
  ASSERT_TRUE(run_stage(surface, {.stage = "clamp", .id = "clamp"}));
  std::vector<float> out = copy_of(surface, "height");
  for (Cell c = 0; c < out.size(); ++c) ASSERT_EQ(out[c], rough(c));

  add_layer(surface, "height", rough);
  add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  StageSpec spec = stage(10, 20, 0);
  spec.layers = {{"strength", "mask"}};
  ASSERT_TRUE(run_stage(surface, spec));
  out = copy_of(surface, "height");
  for (Cell c = 0; c < out.size(); ++c) {
    const float expected = c % 2 == 0 ? rough(c) : std::clamp(rough(c), 10.0F, 20.0F);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(out[c]), std::bit_cast<std::uint32_t>(expected));
  }
}

TEST(Clamp, BoundsInTheWrongOrderAreRefusedWithTheirPath) {
  const StageList stages;
  const StageEntry* entry = *stages.find("clamp", 1, "");
  const Result<void> refused = entry->check(stage(10, -10, 0), domain_spec("plane"), "/stages/3");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/3/low");
  EXPECT_TRUE(entry->check(stage(-10, 10, 0), domain_spec("plane"), "/stages/3"));
}

}  // namespace
}  // namespace craton
