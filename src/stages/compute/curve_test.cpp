#include <bit>
#include <cmath>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

const std::vector<double> rising{-400, -900, -100, -150, 0, 0, 80, 20, 300, 30, 700, 900};

StageSpec stage(const std::vector<double>& points, const std::string& form, const std::string& beyond = "straight") {
  StageSpec spec{.stage = "curve", .id = "curve"};
  spec.params.set("points", points);
  spec.params.set("form", form);
  spec.params.set("beyond", beyond);
  return spec;
}

/// The curve at heights from low to high, evenly.
std::vector<float> along(const StageSpec& spec, float low, float high, std::vector<float>* heights = nullptr) {
  Surface surface = small_surface("torus");
  const auto last = static_cast<float>(surface.cell_count() - 1);
  add_layer(surface, "height", [&](Cell c) { return low + (high - low) * static_cast<float>(c) / last; });
  if (heights) *heights = copy_of(surface, "height");
  const Result<void> done = run_stage(surface, spec);
  EXPECT_TRUE(done) << done.error().to_string();
  return copy_of(surface, "height");
}

TEST(Curve, PassesThroughItsPoints) {
  for (const std::string& kind : domain_kinds())
    for (const char* form : {"smooth", "linear"}) {
      Surface surface = small_surface(kind);
      const std::size_t count = rising.size() / 2;
      add_layer(surface, "height", [&](Cell c) { return static_cast<float>(rising[2 * (c % count)]); });
      ASSERT_TRUE(run_stage(surface, stage(rising, form)));
      const std::vector<float> out = copy_of(surface, "height");
      for (Cell c = 0; c < out.size(); ++c) ASSERT_EQ(out[c], static_cast<float>(rising[2 * (c % count) + 1])) << kind << form;
    }
}

TEST(Curve, RisesWhereItsPointsRiseAndStaysBetweenThem) {
  for (const char* form : {"smooth", "linear"}) {
    std::vector<float> heights;
    const std::vector<float> out = along(stage(rising, form), -400, 700, &heights);
    for (std::size_t i = 1; i < out.size(); ++i) ASSERT_GE(out[i], out[i - 1]) << form << " at " << heights[i];
    for (std::size_t i = 0; i < out.size(); ++i)
      for (std::size_t k = 0; k + 3 < rising.size(); k += 2)
        if (heights[i] >= rising[k] && heights[i] <= rising[k + 2]) {
          ASSERT_GE(out[i], static_cast<float>(rising[k + 1])) << form;
          ASSERT_LE(out[i], static_cast<float>(rising[k + 3])) << form;
        }
  }
}

TEST(Curve, TheSmoothOneHasNoCornersAndTurnsAtItsPoints) {
  const std::vector<double> hill{0, 0, 100, 300, 200, 50, 400, 60};
  const std::vector<float> out = along(stage(hill, "smooth"), 1, 399);
  const float step = 398.0F / static_cast<float>(out.size() - 1);
  float most = 0;
  for (std::size_t i = 2; i < out.size(); ++i) {
    const float change = (out[i] - 2 * out[i - 1] + out[i - 2]) / (step * step);
    most = std::max(most, std::abs(change));
  }
  EXPECT_LT(most, 0.3F) << "a corner would bend by the change of slope over one step";
  EXPECT_LE(*std::max_element(out.begin(), out.end()), 300);

  const std::vector<float> lines = along(stage(hill, "linear"), 1, 399);
  const auto last = static_cast<double>(lines.size() - 1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double x = 1 + 398 * static_cast<double>(i) / last;
    const double expected = x < 100 ? 3 * x : x < 200 ? 300 - 2.5 * (x - 100) : 50 + 0.05 * (x - 200);
    ASSERT_NEAR(lines[i], expected, 1e-3);
  }
}

TEST(Curve, BeyondItsPointsItGoesOnStraightOrFlat) {
  const std::vector<double> points{0, 10, 100, 60, 200, 260};
  const std::vector<float> up = along(stage(points, "smooth"), 200, 400), down = along(stage(points, "smooth"), -200, 0);
  EXPECT_FLOAT_EQ(up.back(), 260 + 200 * 2.0F);
  EXPECT_FLOAT_EQ(down.front(), 10 - 200 * 0.5F);
  const std::vector<float> flat_up = along(stage(points, "smooth", "flat"), 200, 400),
                           flat_down = along(stage(points, "linear", "flat"), -200, 0);
  EXPECT_EQ(flat_up.back(), 260);
  EXPECT_EQ(flat_down.front(), 10);
}

TEST(Curve, WithItsDefaultsItChangesNothingAndMasksSayWhere) {
  Surface surface = small_surface("sphere");
  const auto rough = [](Cell c) { return c % 9 == 0 ? -0.0F : static_cast<float>(c * 37 % 3001) - 1500.25F; };
  add_layer(surface, "height", rough);
  ASSERT_TRUE(run_stage(surface, {.stage = "curve", .id = "curve"}));
  const std::vector<float> same = copy_of(surface, "height");
  for (Cell c = 0; c < same.size(); ++c) ASSERT_EQ(same[c], rough(c));

  add_layer(surface, "height", rough);
  add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  StageSpec spec = stage(rising, "smooth");
  spec.layers = {{"strength", "mask"}};
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> masked = copy_of(surface, "height");
  for (Cell c = 0; c < masked.size(); c += 2)
    ASSERT_EQ(std::bit_cast<std::uint32_t>(masked[c]), std::bit_cast<std::uint32_t>(rough(c)));
  EXPECT_NE(masked[1], rough(1));
}

TEST(Curve, PointsThatAreNoneAreRefusedWithTheirPath) {
  Surface surface = small_surface("torus");
  add_layer(surface, "height", [](Cell) { return 1.0F; });
  Result<void> refused = run_stage(surface, stage({0, 0, 100}, "smooth"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/points");
  refused = run_stage(surface, stage({0, 0, 100, 5, 100, 7}, "smooth"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/points/4");
}

}  // namespace
}  // namespace craton
