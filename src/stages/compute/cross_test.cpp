#include <cmath>
#include <limits>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec stage(double threshold, double width) {
  StageSpec spec{.stage = "cross", .id = "cross"};
  spec.params.set("threshold", threshold);
  spec.params.set("width", width);
  spec.params.set("layer", std::string("out"));
  spec.layers = {{"a", "a"}, {"b", "b"}, {"selector", "selector"}};
  return spec;
}

/// A selector that grows evenly from 0 to 1 over the cells.
float ramp(Cell cell, Cell cells) { return static_cast<float>(cell) / static_cast<float>(cells - 1); }

TEST(Cross, BeyondTheBlendEachReliefStandsAlone) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const Cell cells = surface.cell_count();
    const auto a = add_layer(surface, "a", [](Cell c) { return 0.1F * static_cast<float>(c % 7) - 3; });
    const auto b = add_layer(surface, "b", [](Cell c) { return 100.3F + static_cast<float>(c % 11); });
    const auto selector = add_layer(surface, "selector", [&](Cell c) { return ramp(c, cells); });
    ASSERT_TRUE(run_stage(surface, stage(0.4, 0.2)));
    const std::span<const float> out = surface.layer("out")->numbers();
    int between = 0;
    for (Cell c = 0; c < cells; ++c) {
      if (selector[c] < 0.2999F) {
        ASSERT_EQ(out[c], a[c]) << kind;
      } else if (selector[c] > 0.5001F) {
        ASSERT_EQ(out[c], b[c]) << kind;
      } else {
        ++between;
        ASSERT_GE(out[c], a[c] - 1e-4F) << kind;
        ASSERT_LE(out[c], b[c] + 1e-4F) << kind;
      }
    }
    EXPECT_GT(between, 100) << kind;
  }
}

TEST(Cross, TheBlendIsASmoothstepWithBothHalfAtTheThreshold) {
  Surface surface = small_surface("torus");
  const Cell cells = surface.cell_count();
  add_layer(surface, "a", [](Cell) { return 10.0F; });
  add_layer(surface, "b", [](Cell) { return 20.0F; });
  const auto selector = add_layer(surface, "selector", [&](Cell c) { return ramp(c, cells); });
  ASSERT_TRUE(run_stage(surface, stage(0.5, 0.5)));
  const std::span<const float> out = surface.layer("out")->numbers();
  float last = out[0], steepest = 0;
  for (Cell c = 0; c < cells; ++c) {
    const double t = std::clamp((double{selector[c]} - 0.25) / 0.5, 0.0, 1.0);
    ASSERT_NEAR(out[c], 10 + 10 * t * t * (3 - 2 * t), 1e-4);
    ASSERT_GE(out[c], last - 1e-5F);
    steepest = std::max(steepest, out[c] - last);
    last = out[c];
  }
  EXPECT_LT(steepest, 10 * 3.1F / static_cast<float>(cells)) << "no jump anywhere";
}

TEST(Cross, AWidthOfZeroIsAStepAndHolesOfOneReliefStayThere) {
  Surface surface = small_surface("torus");
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  add_layer(surface, "a", [](Cell c) { return c % 4 == 3 ? nan : 1.0F; });
  add_layer(surface, "b", [](Cell c) { return c % 4 == 0 ? nan : 2.0F; });
  add_layer(surface, "selector", [](Cell c) { return c % 4 < 2 ? -0.5F : 0.5F; });
  ASSERT_TRUE(run_stage(surface, stage(0, 0)));
  const std::span<const float> out = surface.layer("out")->numbers();
  for (Cell c = 0; c < out.size(); ++c) ASSERT_EQ(out[c], c % 4 < 2 ? 1.0F : 2.0F);
}

TEST(Cross, TheResultMayReplaceOneOfTheTwo) {
  Surface surface = small_surface("plane");
  add_layer(surface, "a", [](Cell c) { return static_cast<float>(c); });
  add_layer(surface, "b", [](Cell c) { return -static_cast<float>(c); });
  surface.layer("a")->set_unit("m");
  add_layer(surface, "selector", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  StageSpec spec = stage(0.5, 0.1), apart = stage(0.5, 0.1);
  ASSERT_TRUE(run_stage(surface, apart));
  EXPECT_EQ(surface.layer("out")->info().unit, "m");
  spec.params.set("layer", std::string("b"));
  ASSERT_TRUE(run_stage(surface, spec));
  EXPECT_EQ(copy_of(surface, "b"), copy_of(surface, "out"));
}

}  // namespace
}  // namespace craton
