#include "stages/gaussian_spread.h"

#include <cmath>
#include <vector>

#include "stages/erosion/erosion_test.h"

namespace craton {
namespace {

using namespace testing;

TEST(Spread, APointBecomesABellOfTheRadius) {
  constexpr std::uint32_t side = 256;
  const Surface surface = torus_surface(side, 20);
  for (const double radius : {6.0, 20.0, 45.0, 140.0, 330.0, 500.0}) {
    std::vector<float> values(side * side, 0.0F);
    values[128 * side + 128] = 1;
    ASSERT_TRUE(spread(surface.domain(), values, radius, {.threads = 1}));
    double sum = 0, xx = 0, yy = 0;
    for (std::uint32_t y = 0; y < side; ++y)
      for (std::uint32_t x = 0; x < side; ++x) {
        const double v = values[y * side + x], dx = 20.0 * (double(x) - 128), dy = 20.0 * (double(y) - 128);
        ASSERT_GE(v, 0);
        if (std::max(std::abs(dx), std::abs(dy)) > 20.0 * spread_reach(radius, 20)) { ASSERT_EQ(v, 0); }
        sum += v;
        xx += v * dx * dx;
        yy += v * dy * dy;
      }
    EXPECT_NEAR(sum, 1, 1e-5);
    EXPECT_NEAR(std::sqrt(xx), radius, 1e-3 * radius);
    EXPECT_NEAR(std::sqrt(yy), radius, 1e-3 * radius);
    EXPECT_LE(spread_reach(radius, 20), 4 * radius / 20 + 2);
  }
}

TEST(Spread, OnASphereTooTheRadiusIsInMetres) {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", std::int64_t{48});
  spec.params.set("radius", 1000.0);
  const Surface surface(*make_domain(spec, Seed{3}, 0, ""));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  const double radius = 4 * sphere.spacing();
  const Cell middle = sphere.cell(0, 24, 24);
  std::vector<float> values(surface.cell_count(), 0.0F);
  values[middle] = 1;
  ASSERT_TRUE(spread(surface.domain(), values, radius, {.threads = 1}));
  double sum = 0, squares = 0;
  for (Cell c = 0; c < values.size(); ++c) {
    const double distance = sphere.distance(middle, c);
    sum += values[c] * sphere.area(c);
    squares += values[c] * sphere.area(c) * distance * distance;
  }
  EXPECT_NEAR(std::sqrt(squares / sum / 2), radius, 0.08 * radius);
}

TEST(Spread, NothingIsLostAndAnEvenLayerStays) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const double radius = 3.3 * spacing(surface.domain());
    std::vector<float> even(surface.cell_count(), 2.5F), uneven(surface.cell_count());
    for (Cell c = 0; c < uneven.size(); ++c) uneven[c] = rough(c);
    const double before = volume_of(surface, uneven);
    ASSERT_TRUE(spread(surface.domain(), even, radius, {.threads = 1}));
    ASSERT_TRUE(spread(surface.domain(), uneven, radius, {.threads = 1}));
    for (const float value : even) ASSERT_EQ(value, 2.5F) << kind;
    EXPECT_NEAR(volume_of(surface, uneven) / before, 1, 1e-6) << kind;
  }
}

TEST(Spread, MapsSmallerThanTheBellBecomeEven) {
  for (const std::string wrap : {"both", "none"}) {
    const Surface surface = torus_surface(5, 20, wrap);
    std::vector<float> values(25, 0.0F);
    values[7] = 25;
    ASSERT_TRUE(spread(surface.domain(), values, 2000, {.threads = 1}));
    for (const float value : values) EXPECT_NEAR(value, 1, 0.05) << wrap;
  }
}

}  // namespace
}  // namespace craton
