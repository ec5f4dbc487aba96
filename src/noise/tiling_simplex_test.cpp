// Tiling simplex noise against the definition, bit for bit; that no corner is left out, that it repeats without a seam, and that
// its bound is true.
#include <gtest/gtest.h>

#include <cstdio>

#include "noise/even_lattice.h"
#include "noise/kinds.h"
#include "noise/oracle_test.h"
#include "reference/lattice_reference.h"

namespace craton {
namespace {

using test::Box;
using test::Random;
using Vec = std::array<double, 3>;

/// How long the kernels make gradients, by gradients, falloff and dimension.
float scale_of(bool fixed, int falloff, std::size_t dimensions) {
  constexpr float any[2][2] = {{6.010523F, 37.83716F}, {10.92830F, 107.6533F}};
  constexpr float of_fixed[2][2] = {{6.084660F, 44.20771F}, {11.08263F, 108.7255F}};
  return (fixed ? of_fixed : any)[falloff - 3][dimensions - 2];
}

TEST(TilingSimplexNoise, IsItsDefinition) {
  test::OracleOptions options;
  options.rounds = 300;
  options.lattice = even_lattice;  // along all axes, while y alone needs it: the others are asked for even numbers below
  const auto choose = [](Random& random, ParamValues& params) {
    params.set("falloff", random.between(3, 4));
    params.set("gradients", std::string(random.below(2) == 0 ? "fixed" : "circle"));
    test::choose_period(random, params, 2);
  };
  test::compare_with_oracle(tiling_simplex_noise(), options, choose, [](const ParamValues& params) {
    const auto falloff = static_cast<int>(std::get<std::int64_t>(*params.find("falloff")));
    const bool fixed = std::get<std::string>(*params.find("gradients")) == "fixed";
    return [=](const OctaveSpec& octave, test::Places places) {
      return reference::tiling_simplex_at(octave, places, falloff, fixed, scale_of(fixed, falloff, places.size()));
    };
  });
}

// ---- the lattice

/// All corners around a place in the unit cell whose row is even: those of a window far wider than their reach.
template <class Visit>
void for_corners(int dimensions, const Vec& place, const Visit& visit) {
  if (dimensions == 2) {
    for (int j = -2; j <= 3; ++j)
      for (int i = -3; i <= 3; ++i) visit(Vec{place[0] - i - (j & 1 ? 0.5 : 0.0), place[1] - j, 0});
    return;
  }
  for (const double middle : {0.0, 0.5})
    for (int k = -2; k <= 2; ++k)
      for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i) visit(Vec{place[0] - i - middle, place[1] - j - middle, place[2] - k - middle});
}

double room_at(int dimensions, const Vec& offset) {
  return (dimensions == 2 ? 0.8 - 0x1p-18 : 0.5 - 0x1p-19) - offset[0] * offset[0] - offset[1] * offset[1] -
         offset[2] * offset[2];
}

/// A place is felt by no more corners than its simplex has.
TEST(TilingSimplexNoise, CornersEndWithinTheirSimplices) {
  Random random(1);
  for (int dimensions = 2; dimensions <= 3; ++dimensions)
    for (int i = 0; i < 200000; ++i) {
      const Vec place{random.unit(), random.unit(), dimensions == 3 ? random.unit() : 0};
      int felt = 0;
      for_corners(dimensions, place, [&](const Vec& offset) { felt += room_at(dimensions, offset) > 0; });
      ASSERT_GE(felt, 1);
      ASSERT_LE(felt, dimensions + 1);
    }
}

/// The largest gradient · offset.
double steepest(int dimensions, const Vec& offset, bool fixed) {
  if (!fixed) return std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
  double best = 0;
  const std::uint32_t count = dimensions == 2 ? 16 : 48;
  for (std::uint32_t i = 0; i < count; ++i) {
    const reference::Vector g =
        reference::gradient(static_cast<std::uint32_t>((std::uint64_t{i} << 32) / count), dimensions, true, 1.0F);
    best = std::max(best, double{g[0]} * offset[0] + double{g[1]} * offset[1] + double{g[2]} * offset[2]);
  }
  return best;
}

double largest(int dimensions, int falloff, bool fixed) {
  const auto at = [&](const Vec& place) {
    double sum = 0;
    for_corners(dimensions, place, [&](const Vec& offset) {
      const double room = room_at(dimensions, offset);
      if (room > 0) sum += std::pow(room, falloff) * steepest(dimensions, offset, fixed);
    });
    return sum;
  };
  const int net = dimensions == 2 ? 64 : 16;
  std::vector<std::pair<double, Vec>> places;
  for (int i = 0; i <= net; ++i)
    for (int j = 0; j <= net; ++j)
      for (int k = 0; k <= (dimensions == 3 ? net : 0); ++k) {
        const Vec place{double(i) / net, double(j) / net, double(k) / net};
        places.emplace_back(at(place), place);
      }
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  places.resize(24);
  Random random(1);
  double best = 0;
  for (auto& [value, place] : places) {
    for (double reach = 1.0 / net; reach > 1e-6; reach *= 0.7)
      for (int attempt = 0; attempt < 16; ++attempt) {
        Vec other = place;
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a)
          other[a] = std::clamp(other[a] + (2 * random.unit() - 1) * reach, 0.0, 1.0);
        if (const double there = at(other); there > value) {
          value = there;
          place = other;
        }
      }
    best = std::max(best, value);
  }
  return best;
}

TEST(TilingSimplexNoise, NormalisationIsTheTrueBound) {
  for (int dimensions = 2; dimensions <= 3; ++dimensions)
    for (const int falloff : {3, 4})
      for (const bool fixed : {false, true}) {
        const double share =
            largest(dimensions, falloff, fixed) * double{scale_of(fixed, falloff, static_cast<std::size_t>(dimensions))};
        EXPECT_LT(share, 1 - 5e-6) << dimensions << "D, falloff " << falloff << (fixed ? ", fixed" : "");
        EXPECT_GT(share, 1 - 4e-5) << dimensions << "D, falloff " << falloff << (fixed ? ", fixed" : "");
        if (std::getenv("CRATON_PRINT")) std::printf("%dD falloff %d %d fills %.7f\n", dimensions, falloff, fixed, share);
      }
}

// ---- periods

TEST(TilingSimplexNoise, RepeatsWithoutASeam) {
  for (int dimensions = 2; dimensions <= 3; ++dimensions)
    for (int axis = 0; axis < dimensions; ++axis) {
      const std::vector<double> period{3, 4, 5};
      const NoiseSpec source = test::spec_of("tiling_simplex", {{"frequency", 0.0625}, {"period", period}});
      const Noise noise = *Noise::make(test::fbm_of(source, {{"octaves", std::int64_t{3}}}), Seed{6});
      const std::int64_t length = static_cast<std::int64_t>(period[static_cast<std::size_t>(axis)]) * 16 * 1024;
      Box box;
      for (int a = 0; a < dimensions; ++a) {
        box.origin[a] = a == axis ? -3000 : 12345;
        box.step[a] = a == axis ? 2 : 7001;
        box.size[a] = a == axis ? 3000 : 4;
      }
      const std::vector<float> here = *grid_of(noise, dimensions, box);
      for (const std::int64_t turns : {1, -7, 1000000}) {
        Box there = box;
        there.origin[axis] += turns * length;
        ASSERT_TRUE(test::same_bits(*grid_of(noise, dimensions, there), here)) << dimensions << "D, axis " << axis;
      }
      // Across the seam at 0, steps are as small as elsewhere.
      const std::size_t stride = axis == 0 ? 1 : axis == 1 ? box.size[0] : std::size_t{box.size[0]} * box.size[1];
      double jump = 0;
      for (std::size_t i = 0; i + stride < here.size(); ++i)
        if (i / stride % box.size[axis] + 1 < box.size[axis])
          jump = std::max(jump, std::abs(double{here[i + stride]} - double{here[i]}));
      EXPECT_LT(jump, 10 * 4 * 2.0 / 16384 + 2e-6) << dimensions << "D, axis " << axis;
    }
}

TEST(TilingSimplexNoise, PeriodsAlongYAreEven) {
  const auto made = [](std::vector<double> period) {
    return Noise::make(test::spec_of("tiling_simplex", {{"period", std::move(period)}}), Seed{});
  };
  EXPECT_TRUE(made({1, 2, 3}));
  EXPECT_TRUE(made({5, 0, 7}));
  EXPECT_TRUE(made({3}));
  const Result<Noise> refused = made({4, 3});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_value);
  EXPECT_EQ(refused.error().path, "period");
  EXPECT_NE(refused.error().message.find("even"), std::string::npos) << refused.error().message;
}

/// In all directions, and in steps far smaller than cells: no jumps where samples pass from one simplex to the next.
TEST(TilingSimplexNoise, HasNoJumps) {
  Random random(4);
  for (int dimensions = 2; dimensions <= 3; ++dimensions) {
    const Noise noise =
        *Noise::make(test::spec_of("tiling_simplex", {{"frequency", 0x1p-6}, {"falloff", std::int64_t{3}}}), Seed{2});
    for (int line = 0; line < 60; ++line) {
      std::int64_t origin[3], step[3];
      for (int a = 0; a < 3; ++a) {
        origin[a] = random.between(-1000000, 1000000);
        step[a] = random.between(-16, 16);
      }
      float last = 0;
      for (std::int64_t i = 0; i < 4000; ++i) {
        const std::int64_t place[3] = {origin[0] + i * step[0], origin[1] + i * step[1], origin[2] + i * step[2]};
        const float value = test::value_at(noise, dimensions, place);
        if (i > 0) { ASSERT_LT(std::abs(double{value} - double{last}), 10 * 28.0 / 65536 + 2e-6) << dimensions << "D"; }
        last = value;
      }
    }
  }
}

}  // namespace
}  // namespace craton
