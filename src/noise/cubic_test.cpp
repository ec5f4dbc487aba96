// Cubic noise against the definition, bit for bit; its bound, and its twin, value noise.
#include <gtest/gtest.h>

#include "noise/kinds.h"
#include "noise/oracle_test.h"
#include "reference/lattice_reference.h"

namespace craton {
namespace {

using test::Box;
using test::Random;

TEST(CubicNoise, IsItsDefinition) {
  test::compare_with_oracle(
      cubic_noise(), {}, [](Random& random, ParamValues& params) { test::choose_period(random, params); },
      [](const ParamValues&) {
        return [](const OctaveSpec& octave, test::Places places) { return reference::cubic_at(octave, places); };
      });
}

/// Where the splines pass through lattice values, both are the same field.
TEST(CubicNoise, PassesThroughTheCornersOfValueNoise) {
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    const auto values = [&](const char* kind, std::int64_t step) {
      Box box;
      for (int a = 0; a < dimensions; ++a) {
        box.origin[a] = -(std::int64_t{1} << 40);
        box.step[a] = step;
        box.size[a] = a == 0 ? 40 : 7;
      }
      return *grid_of(*Noise::make(test::spec_of(kind, {{"frequency", 0x1p-4}}), Seed{4}), dimensions, box);
    };
    const std::vector<float> cubic = values("cubic", 16384), value = values("value", 16384);
    for (std::size_t i = 0; i < cubic.size(); ++i)
      EXPECT_NEAR(double{cubic[i]} * std::pow(1.25, dimensions), double{value[i]}, 4e-6) << dimensions << "D, corner " << i;
    EXPECT_NE(values("cubic", 5000), values("value", 5000));
  }
}

/// Splines through values on a parabola are the parabola, as one through lattice values that are all alike is their value:
/// where a period is a single cell, the noise is constant.
TEST(CubicNoise, IsConstantWhereAllCornersAreOne) {
  const NoiseSpec spec = test::spec_of("cubic", {{"frequency", 0x1p-4}, {"period", std::vector<double>{1, 1, 1}}});
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    Box box;
    for (int a = 0; a < dimensions; ++a) {
      box.step[a] = 777;
      box.size[a] = 20;
    }
    const std::vector<float> values = *grid_of(*Noise::make(spec, Seed{4}), dimensions, box);
    for (const float value : values) EXPECT_NEAR(value, values[0], 1e-6);
  }
}

/// The largest value that lattice values in [−1, 1] can give: in the middle of a cell, with the signs of the weights.
TEST(CubicNoise, BoundIsTrueAndTight) {
  double largest = 0, place = 0;
  for (int i = 0; i <= 100000; ++i) {
    const double f = i / 100000.0;
    const double weights[4] = {f * (f * (2 - f) - 1) / 2, f * f * (1.5 * f - 2.5) + 1, f * (f * (4 - 3 * f) + 1) / 2,
                               f * f * (f - 1) / 2};
    double sum = 0, absolute = 0;
    for (const double w : weights) {
      sum += w;
      absolute += std::abs(w);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    if (absolute > largest) {
      largest = absolute;
      place = f;
    }
  }
  EXPECT_NEAR(largest, 1.25, 1e-12);
  EXPECT_EQ(place, 0.5);
}

}  // namespace
}  // namespace craton
