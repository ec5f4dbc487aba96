// Wavelet noise against the definition, bit for bit; its bound, its filters, and the band that its power lies in.
#include "noise/wavelet.h"
#include "noise/kinds.h"

#include <gtest/gtest.h>

#include <complex>
#include <cstdio>
#include <numbers>

#include "noise/even_lattice.h"
#include "noise/oracle_test.h"
#include "reference/lattice_reference.h"

namespace craton {
namespace {

using test::Box;
using test::Random;

TEST(WaveletNoise, IsItsDefinition) {
  test::OracleOptions options;
  options.rounds = 30;
  options.most_samples = {0, 60, 5};
  options.lattice = even_lattice;
  test::compare_with_oracle(
      wavelet_noise(), options, [](Random& random, ParamValues& params) { test::choose_period(random, params, 2); },
      [](const ParamValues&) {
        return [](const OctaveSpec& octave, test::Places places) {
          return reference::wavelet_at(octave, places, wavelet_scale[places.size() - 2]);
        };
      });
}

/// Filters run over blocks: of a grid, of chunks, of points. However these are cut, the values are the same.
TEST(WaveletNoise, DoesNotDependOnBlocks) {
  for (int dimensions = 2; dimensions <= 3; ++dimensions)
    for (const double frequency : {0.01, 0.3, 3.0, 40.0}) {
      const Noise noise = *Noise::make(test::spec_of("wavelet", {{"frequency", frequency}}), Seed{3});
      Box box;
      for (int a = 0; a < dimensions; ++a) {
        box.origin[a] = -7777;
        box.size[a] = dimensions == 2 ? (a == 0 ? 300 : 70) : (a == 0 ? 140 : 9);
      }
      const std::vector<float> whole = *grid_of(noise, dimensions, box);
      Random random(static_cast<std::uint64_t>(frequency * 100));
      for (int i = 0; i < (dimensions == 2 ? 200 : 40); ++i) {
        const std::size_t sample = random.below(whole.size());
        const std::size_t index[3] = {sample % box.size[0], sample / box.size[0] % box.size[1],
                                      sample / box.size[0] / box.size[1]};
        std::int64_t place[3] = {};
        for (int a = 0; a < dimensions; ++a) place[a] = position_of(box, a, index[a]);
        ASSERT_EQ(test::value_at(noise, dimensions, place), whole[sample]) << dimensions << "D, " << frequency;
      }
    }
}

TEST(WaveletNoise, PeriodsAreEven) {
  for (const double odd : {1.0, 3.0, 7.0}) {
    const Result<Noise> refused = Noise::make(test::spec_of("wavelet", {{"period", std::vector<double>{4, odd}}}), Seed{});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_value);
    EXPECT_EQ(refused.error().path, "period");
    EXPECT_NE(refused.error().message.find("even"), std::string::npos) << refused.error().message;
    EXPECT_EQ(Noise::make(test::fbm_of(test::spec_of("wavelet", {{"period", std::vector<double>{odd}}})), Seed{}).error().path,
              "source/period");
  }
  // Octaves whose cells come out odd get the nearest even number.
  EXPECT_TRUE(Noise::make(test::fbm_of(test::spec_of("wavelet", {{"period", std::vector<double>{4, 6}}}), {{"lacunarity", 1.9}}),
                          Seed{}));
}

TEST(WaveletNoise, Repeats) {
  const Noise noise =
      *Noise::make(test::fbm_of(test::spec_of("wavelet", {{"frequency", 0.1}, {"period", std::vector<double>{6, 2}}}),
                                {{"octaves", std::int64_t{3}}}),
                   Seed{8});
  Box box;
  box.step[0] = 517;
  box.size[0] = 90;
  box.size[1] = 40;
  const std::vector<float> here = *grid_of(noise, 2, box);
  box.origin[0] = 60 * 1024 * 5;
  box.origin[1] = -20 * 1024 * 7;
  EXPECT_TRUE(test::same_bits(*grid_of(noise, 2, box), here));
}

// ---- the bound

/// Weights of the lattice values along one axis for a place `f` into a cell: through the spline alone, and through filters and
/// spline. Lattice value m is at index m + 24.
struct AxisWeights {
  std::array<double, 48> direct{}, filtered{};

  AxisWeights(bool odd_cell, double f) {
    const double spline[3] = {(1 - f) * (1 - f) / 2, 0.5 + f * (1 - f), f * f / 2};
    for (int t = 0; t < 3; ++t) {
      const int i = (odd_cell ? 1 : 0) - 1 + t, even = i - (i & 1);
      direct[static_cast<std::size_t>(i + 24)] += spline[t];
      for (int side = 0; side < 2; ++side) {
        const double share = (i & 1) == side ? 0.75 : 0.25;
        for (int tap = 0; tap < 32; ++tap)
          filtered[static_cast<std::size_t>(even + 2 * side - 16 + tap + 24)] +=
              spline[t] * share * double{wavelet_analysis[tap]};
      }
    }
  }
};

/// Σ |weight| over all lattice values: what they can give at most. Filtered weights are products of the axes'; only where the
/// spline itself reaches is something else to be taken from them.
double largest_at(const std::vector<AxisWeights>& axis) {
  double all = 1;
  for (const AxisWeights& a : axis) {
    double sum = 0;
    for (const double w : a.filtered) sum += std::abs(w);
    all *= sum;
  }
  const std::size_t depth = axis.size() == 3 ? 6 : 1;
  for (std::size_t z = 0; z < depth; ++z)
    for (std::size_t y = 0; y < 6; ++y)
      for (std::size_t x = 0; x < 6; ++x) {
        double direct = axis[0].direct[x + 21] * axis[1].direct[y + 21],
               filtered = axis[0].filtered[x + 21] * axis[1].filtered[y + 21];
        if (axis.size() == 3) {
          direct *= axis[2].direct[z + 21];
          filtered *= axis[2].filtered[z + 21];
        }
        all += std::abs(direct - filtered) - std::abs(filtered);
      }
  return all;
}

double largest(int dimensions) {
  double best = 0;
  Random random(2);
  for (int odd = 0; odd < 1 << dimensions; ++odd) {
    const auto at = [&](const std::array<double, 3>& f) {
      std::vector<AxisWeights> axis;
      for (int a = 0; a < dimensions; ++a) axis.emplace_back((odd >> a & 1) != 0, f[static_cast<std::size_t>(a)]);
      return largest_at(axis);
    };
    const int net = dimensions == 2 ? 40 : 12;
    std::vector<std::pair<double, std::array<double, 3>>> places;
    for (int i = 0; i <= net; ++i)
      for (int j = 0; j <= net; ++j)
        for (int k = 0; k <= (dimensions == 3 ? net : 0); ++k) {
          const std::array<double, 3> f{double(i) / net, double(j) / net, double(k) / net};
          places.emplace_back(at(f), f);
        }
    std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    places.resize(8);
    for (auto& [value, f] : places)
      for (double reach = 1.0 / net; reach > 1e-7; reach *= 0.7)
        for (int attempt = 0; attempt < 16; ++attempt) {
          std::array<double, 3> other = f;
          for (double& o : other) o = std::clamp(o + (2 * random.unit() - 1) * reach, 0.0, 1.0);
          if (const double there = at(other); there > value) {
            value = there;
            f = other;
          }
        }
    for (const auto& [value, f] : places) best = std::max(best, value);
  }
  return best;
}

TEST(WaveletNoise, NormalisationIsTheTrueBound) {
  for (int dimensions = 2; dimensions <= 3; ++dimensions) {
    const double bound = largest(dimensions), share = bound * double{wavelet_scale[dimensions - 2]};
    EXPECT_LT(share, 1 - 1e-5) << dimensions << "D: the bound is " << bound;
    EXPECT_GT(share, 1 - 3e-5) << dimensions << "D";
    if (std::getenv("CRATON_PRINT")) std::printf("%dD: largest sum %.8f, fills %.7f\n", dimensions, bound, share);
  }
}

// ---- the spectrum

/// Coarse values survive: downsampling undoes upsampling.
TEST(WaveletNoise, FiltersAreInverse) {
  for (int k = -6; k <= 6; ++k) {
    double sum = 0;
    constexpr double refinement[4] = {0.25, 0.75, 0.75, 0.25};
    for (int i = 0; i < 4; ++i) {
      const int tap = 2 * k - 2 + i + 16;
      if (tap >= 0 && tap < 32) sum += refinement[i] * double{wavelet_analysis[tap]};
    }
    EXPECT_NEAR(sum, k == 0 ? 1 : 0, 2e-6) << k;
  }
}

/// Power at |frequency| = 0 … 2 cells⁻¹ in 32 rings, of a noise with a period: a plain transform of one period.
std::array<double, 32> rings(const char* kind, std::uint64_t seeds) {
  constexpr int cells = 16, per_cell = 4, n = cells * per_cell;
  std::array<double, 32> power{};
  std::vector<std::complex<double>> turn(n);
  for (int i = 0; i < n; ++i) turn[static_cast<std::size_t>(i)] = std::polar(1.0, -2 * std::numbers::pi * i / n);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Noise noise = *Noise::make(
        test::spec_of(kind, {{"frequency", 1.0 / per_cell}, {"period", std::vector<double>{cells, cells}}}), Seed{seed});
    Box box;
    box.size[0] = box.size[1] = n;
    const std::vector<float> values = *grid_of(noise, 2, box);
    std::vector<std::complex<double>> rows(n * n);
    for (int y = 0; y < n; ++y)
      for (int k = 0; k < n; ++k)
        for (int x = 0; x < n; ++x)
          rows[static_cast<std::size_t>(y * n + k)] +=
              double{values[static_cast<std::size_t>(y * n + x)]} * turn[static_cast<std::size_t>(k * x % n)];
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) {
        std::complex<double> sum = 0;
        for (int y = 0; y < n; ++y) sum += rows[static_cast<std::size_t>(y * n + k)] * turn[static_cast<std::size_t>(l * y % n)];
        const double kx = k < n / 2 ? k : k - n, ky = l < n / 2 ? l : l - n;
        const double distance = std::max(std::abs(kx), std::abs(ky)) / cells;
        if (distance < 2) power[static_cast<std::size_t>(distance * 16)] += std::norm(sum);
      }
  }
  double total = 0;
  for (const double p : power) total += p;
  for (double& p : power) p /= total;
  return power;
}

/// An octave of the lattice is ¼ … ½ waves a cell, along the faster of both axes. Value noise leaves much of its power below.
TEST(WaveletNoise, PowerLiesInOneOctave) {
  const auto share = [](const std::array<double, 32>& power, double from, double to) {
    double sum = 0;
    for (int i = 0; i < 32; ++i)
      if (i >= from * 16 && i < to * 16) sum += power[static_cast<std::size_t>(i)];
    return sum;
  };
  const std::array<double, 32> wavelet = rings("wavelet", test::full() ? 40 : 6), value = rings("value", 6);
  if (std::getenv("CRATON_PRINT"))
    for (int i = 0; i < 32; ++i)
      std::printf("%.4f waves a cell: wavelet %.5f, value %.5f\n", i / 16.0, wavelet[static_cast<std::size_t>(i)],
                  value[static_cast<std::size_t>(i)]);
  EXPECT_LT(share(wavelet, 0, 0.125), 0.002) << "two octaves below";
  EXPECT_LT(share(wavelet, 0, 0.25), 0.03) << "below";
  EXPECT_GT(share(wavelet, 0.25, 0.5626), 0.92) << "inside";
  EXPECT_LT(share(wavelet, 0.75, 2), 0.005) << "above";
  EXPECT_GT(share(value, 0, 0.25), 0.2) << "value noise, below";
}

TEST(WaveletNoise, MeanIsZero) {
  for (int dimensions = 2; dimensions <= 3; ++dimensions) {
    double sum = 0, squares = 0;
    const Noise noise = *Noise::make(test::spec_of("wavelet", {{"frequency", 0.37}}), Seed{12});
    Box box;
    for (int a = 0; a < dimensions; ++a) box.size[a] = dimensions == 2 ? 400 : 60;
    const std::vector<float> values = *grid_of(noise, dimensions, box);
    for (const float v : values) {
      sum += double{v};
      squares += double{v} * double{v};
    }
    const auto count = static_cast<double>(values.size());
    const double deviation = std::sqrt(squares / count);
    // Without waves longer than two cells, what remains comes from the border.
    EXPECT_LT(std::abs(sum / count), 0.01 * deviation) << dimensions << "D";
    if (std::getenv("CRATON_PRINT")) std::printf("%dD: deviation %.5f\n", dimensions, deviation);
  }
}

}  // namespace
}  // namespace craton
