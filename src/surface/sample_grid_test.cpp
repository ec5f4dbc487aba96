#include <craton/surface/sample.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "surface/sphere_test.h"

namespace craton {
namespace {

constexpr Sampling all_samplings[] = {Sampling::nearest, Sampling::linear, Sampling::cubic};

template <class Domain>
std::vector<float> filled(const Domain& domain, const std::function<double(Vec3d)>& f) {
  std::vector<float> values(domain.cell_count());
  for (Cell cell = 0; cell < domain.cell_count(); ++cell) values[cell] = static_cast<float>(f(domain.centre(cell)));
  return values;
}

std::vector<float> random_values(Cell count) {
  Dice dice(5);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(dice.number());
  return values;
}

TEST(SampleGrid, SamplesAndConstantsAreExact) {
  const PlaneTile tile = *PlaneTile::make({.x = -7, .y = 3, .step = 2.5, .width = 9, .height = 6}, 1);
  const Torus torus = *Torus::make({.width = 9, .height = 6, .step = 2.5});
  const auto on_tile = random_values(tile.cell_count()), on_torus = random_values(torus.cell_count());
  const std::vector<float> seven_tenths(tile.cell_count(), 0.7f);
  Dice dice;
  for (Sampling sampling : all_samplings) {
    for (Cell cell = 0; cell < tile.cell_count(); ++cell)
      ASSERT_EQ(sample(tile, on_tile, tile.position(cell), sampling), on_tile[cell]);
    for (Cell cell = 0; cell < torus.cell_count(); ++cell)
      ASSERT_EQ(sample(torus, on_torus, torus.position(cell), sampling), on_torus[cell]);
    for (int i = 0; i < 500; ++i) {
      const Point2 place{static_cast<std::int64_t>(dice.number() * 60'000), static_cast<std::int64_t>(dice.number() * 60'000)};
      ASSERT_EQ(sample(tile, seven_tenths, place, sampling), 0.7f);
    }
  }
}

TEST(SampleGrid, LinearIsExactForPlanesAndCubicForParabolas) {
  const PlaneTile tile = *PlaneTile::make({.step = 1, .width = 20, .height = 20});
  const auto plane = [](Vec3d p) { return 3 + 0.5 * p.x - 0.25 * p.y; };
  const auto parabola = [](Vec3d p) { return 1 + 0.1 * p.x * p.x - 0.2 * p.y * p.y + 0.3 * p.x * p.y; };
  const auto planes = filled(tile, plane), parabolas = filled(tile, parabola);
  Dice dice;
  for (int i = 0; i < 1000; ++i) {
    const Point2 place{static_cast<std::int64_t>((dice.number() + 1) * 8000 + 1100),
                       static_cast<std::int64_t>((dice.number() + 1) * 8000 + 1100)};
    const Vec3d metres{static_cast<double>(place.x) / 1024, static_cast<double>(place.y) / 1024, 0};
    ASSERT_NEAR(sample(tile, planes, place, Sampling::linear), plane(metres), 2e-6);
    ASSERT_NEAR(sample(tile, planes, place, Sampling::cubic), plane(metres), 2e-6);
    ASSERT_NEAR(sample(tile, parabolas, place, Sampling::cubic), parabola(metres), 2e-5);
  }
}

TEST(SampleGrid, NearestIsThatOfTheDomain) {
  const Torus torus = *Torus::make({.width = 5, .height = 7, .step = 3.0 / 1024});
  const auto values = random_values(torus.cell_count());
  for (std::int64_t x = -40; x < 40; ++x)
    for (std::int64_t y = -40; y < 40; ++y)
      ASSERT_EQ(sample(torus, values, {x, y}, Sampling::nearest), values[*torus.nearest({x, y})]);
}

TEST(SampleGrid, BordersGoOn) {
  const PlaneTile tile = *PlaneTile::make({.x = 5, .y = 5, .step = 1, .width = 4, .height = 4}, 1);
  const auto values = random_values(tile.cell_count());
  constexpr std::int64_t first = std::numeric_limits<std::int64_t>::min(), last = std::numeric_limits<std::int64_t>::max();
  for (Sampling sampling : all_samplings) {
    EXPECT_EQ(sample(tile, values, {first, first}, sampling), values[0]);
    EXPECT_EQ(sample(tile, values, {last, first}, sampling), values[5]);
    EXPECT_EQ(sample(tile, values, {first, last}, sampling), values[30]);
    EXPECT_EQ(sample(tile, values, {last, last}, sampling), values[35]);
  }
}

TEST(SampleGrid, ToriGoAround) {
  const Torus torus = *Torus::make({.width = 5, .height = 3, .step = 1});
  const auto values = random_values(15);
  Dice dice;
  for (Sampling sampling : all_samplings)
    for (int i = 0; i < 300; ++i) {
      const auto x = static_cast<std::int64_t>(dice.number() * 9000), y = static_cast<std::int64_t>(dice.number() * 9000);
      ASSERT_EQ(sample(torus, values, {x, y}, sampling), sample(torus, values, {x + 7 * 5 * 1024, y - 4 * 3 * 1024}, sampling));
    }
}

/// Jumps shrink with the step where a function is continuous, and so do kinks where its slope is.
TEST(SampleGrid, ContinuousAndCubicAlsoInItsSlope) {
  const Torus torus = *Torus::make({.width = 6, .height = 6, .step = 64});
  const auto values = random_values(36);
  for (Sampling sampling : {Sampling::linear, Sampling::cubic}) {
    double largest_jump = 0, largest_kink = 0;
    for (std::int64_t x = -500'000; x < 500'000; x += 64) {
      const double before = sample(torus, values, {x - 64, x / 3 + 777}, sampling),
                   here = sample(torus, values, {x, x / 3 + 777}, sampling),
                   after = sample(torus, values, {x + 64, x / 3 + 777}, sampling);
      largest_jump = std::max(largest_jump, std::abs(after - here));
      largest_kink = std::max(largest_kink, std::abs(after - 2 * here + before));
    }
    EXPECT_LT(largest_jump, 4e-3) << "a step is a thousandth of a cell";
    if (sampling == Sampling::cubic) { EXPECT_LT(largest_kink, 3e-5); }
  }
}

TEST(SampleGrid, HolesStayHoles) {
  const PlaneTile tile = *PlaneTile::make({.step = 1, .width = 6, .height = 6});
  auto values = random_values(36);
  values[14] = std::numeric_limits<float>::quiet_NaN();  // (2, 2)
  for (Sampling sampling : all_samplings) {
    EXPECT_EQ(sample(tile, values, tile.position(15), sampling), values[15]);
    EXPECT_EQ(sample(tile, values, {3 * 1024 + 300, 4 * 1024}, sampling) > -2, true) << "a row without it";
  }
  EXPECT_TRUE(std::isnan(sample(tile, values, {2 * 1024 + 300, 2 * 1024 + 300}, Sampling::linear)));
}

}  // namespace
}  // namespace craton
