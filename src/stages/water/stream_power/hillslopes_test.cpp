#include "stages/water/stream_power/hillslopes.h"

#include <cmath>

#include "stages/erosion/erosion_test.h"

namespace craton {
namespace {

using namespace testing;

constexpr double pi = 3.14159265358979323846;

TEST(Hillslopes, AWaveDecaysAsTheEquationSays) {
  // From a part of one explicit pass to many rounds of many stages.
  for (const double years : {100.0, 5000.0, 60'000.0, 2e6}) {
    Surface surface = torus_surface(128, 10);
    const double wave = 2 * pi / 1280, diffusivity = 0.03;
    add_layer(surface, "height", [&](Cell c) {
      return static_cast<float>(500 + 100 * std::cos(wave * 10 * (c % 128)) + 50 * std::cos(wave * 20 * (c / 128)));
    });
    const std::vector<float> conductances(surface.cell_count(), static_cast<float>(diffusivity));
    Hillslopes slopes(surface.domain());
    ASSERT_TRUE(slopes.creep(surface.layer("height")->numbers(), conductances, 0, years, {}));
    const std::vector<float> height = copy_of(surface, "height");
    const double first = 100 * std::exp(-diffusivity * wave * wave * years);
    const double second = 50 * std::exp(-diffusivity * 4 * wave * wave * years);
    for (Cell c = 0; c < height.size(); ++c)
      ASSERT_NEAR(height[c], 500 + first * std::cos(wave * 10 * (c % 128)) + second * std::cos(wave * 20 * (c / 128)),
                  years > 1e6 ? 4 : 0.7)
          << years;
  }
}

TEST(Hillslopes, NothingIsLostAndNothingSwings) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", rough);
    const std::vector<float> before = copy_of(surface, "height");
    std::vector<float> conductances(before.size());
    for (Cell c = 0; c < conductances.size(); ++c) conductances[c] = c % 7 == 0 ? 0 : rough(c + 77) * 0.001F;
    const double metres = spacing(surface.domain());
    for (const double cells : {0.3, 3.0, 30.0, 3000.0}) {
      Hillslopes slopes(surface.domain());
      add_layer(surface, "height", rough);
      ASSERT_TRUE(slopes.creep(surface.layer("height")->numbers(), conductances, -1e30F, cells * metres * metres, {}));
      const std::vector<float> after = copy_of(surface, "height");
      const double moved = volume_moved(surface, before, after);
      // Rounding, and of many passes more.
      const double rounding = cells < 100 ? 1e-6 : 1e-4;
      EXPECT_LE(std::abs(volume_of(surface, after) - volume_of(surface, before)), rounding * moved) << kind << " " << cells;
      for (Cell c = 0; c < after.size(); ++c) {
        if (c % 7 == 0) { ASSERT_EQ(after[c], before[c]) << kind; }
        ASSERT_GE(after[c], -0.01) << kind;
        ASSERT_LE(after[c], 1000.01) << kind;
      }
    }
  }
}

TEST(Hillslopes, TheSeaTakesGroundAndItsFloorDoesNotPull) {
  Surface surface = torus_surface(32, 10);
  add_layer(surface, "height", [](Cell c) { return c % 32 < 8 ? -3000.0F : 50.0F; });
  std::vector<float> conductances(surface.cell_count(), 0.1F);
  for (Cell c = 0; c < conductances.size(); ++c)
    if (c % 32 < 8) conductances[c] = Hillslopes::holds;
  Hillslopes slopes(surface.domain());
  ASSERT_TRUE(slopes.creep(surface.layer("height")->numbers(), conductances, 0, 3000, {}));
  const std::vector<float> height = copy_of(surface, "height");
  EXPECT_EQ(height[0], -3000);
  EXPECT_LT(height[8], 40);
  for (Cell c = 0; c < height.size(); ++c)
    if (c % 32 >= 8) { ASSERT_GE(height[c], 0); }
  ASSERT_TRUE(slopes.creep(surface.layer("height")->numbers(), conductances, 0, 1e6, {}));
  EXPECT_NEAR(surface.layer("height")->numbers()[16], 0, 0.5) << "in the end all of it is gone, and not more";
}

TEST(Hillslopes, TooManyPassesAreRefused) {
  Surface surface = torus_surface(16, 10);
  add_layer(surface, "height", rough);
  const std::vector<float> conductances(surface.cell_count(), 1000.0F);
  Hillslopes slopes(surface.domain());
  EXPECT_FALSE(slopes.creep(surface.layer("height")->numbers(), conductances, 0, 1e9, {}));
}

}  // namespace
}  // namespace craton
