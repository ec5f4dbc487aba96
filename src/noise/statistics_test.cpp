// What chance would do, and whether the noises do it. Bounds are five to seven standard deviations wide; seeds are fixed.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "base/lattice_hash.h"
#include "noise/variants_test.h"
#include "reference/noise_reference.h"

namespace craton {
namespace {

using test::Box;

std::vector<float> square(const NoiseSpec& spec, std::uint64_t seed, std::uint32_t side, std::int64_t origin = 0) {
  const Result<Noise> noise = Noise::make(spec, Seed{seed});
  EXPECT_TRUE(noise);
  Box box;
  for (int a = 0; a < 2; ++a) {
    box.origin[a] = origin;
    box.size[a] = side;
  }
  return *grid_of(*noise, 2, box);
}

NoiseSpec white() { return test::spec_of("white", {{"frequency", 1.0}}); }

/// How many standard deviations a chi-squared sum lies from its mean.
double deviations(double chi_squared, double degrees) { return (chi_squared - degrees) / std::sqrt(2 * degrees); }

template <std::size_t Bins>
double chi_squared(const std::array<std::uint64_t, Bins>& counts) {
  double total = 0, sum = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  const double expected = total / Bins;
  for (const std::uint64_t count : counts)
    sum += (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected);
  return sum / expected;
}

// ---- moments

TEST(NoiseStatistics, MeanIsZero) {
  for (const test::NamedNoise& kind : test::all_variants(0.31)) {
    double sum = 0, squares = 0, count = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      Box box;
      for (int a = 0; a < kind.dimensions; ++a) {
        box.origin[a] = -7777;
        box.size[a] = kind.dimensions == 1 ? 60000 : kind.dimensions == 2 ? 250 : kind.dimensions == 3 ? 40 : 20;
      }
      const Result<Noise> noise = Noise::make(kind.spec, Seed{seed});
      ASSERT_TRUE(noise);
      const Result<std::vector<float>> values = grid_of(*noise, kind.dimensions, box);
      ASSERT_TRUE(values);
      for (const float value : *values) {
        sum += double{value};
        squares += double{value} * double{value};
        ++count;
      }
    }
    const double deviation = std::sqrt(squares / count), cells = count * std::pow(0.31, kind.dimensions);
    EXPECT_NEAR(sum / count, 0, 5 * deviation / std::sqrt(cells)) << kind.name;
    EXPECT_GT(deviation, 0.1) << kind.name;
    // A component of unit vectors: √(1/d) at corners, so that values near the bound are common.
    EXPECT_LT(deviation, kind.name.starts_with("gradient") ? 0.95 / std::sqrt(kind.dimensions) : 0.6) << kind.name;
  }
}

TEST(NoiseStatistics, WhiteIsUniform) {
  for (std::uint64_t seed = 0; seed < (test::full() ? 100U : 8U); ++seed) {
    std::array<std::uint64_t, 256> counts{};
    for (const float value : square(white(), seed, 1024)) ++counts[static_cast<std::size_t>((value + 1) * 128)];
    EXPECT_LT(std::abs(deviations(chi_squared(counts), 255)), 5) << "seed " << seed;
  }
}

TEST(NoiseStatistics, WhiteNeighboursAreUncorrelated) {
  constexpr std::uint32_t side = 1024;
  for (std::uint64_t seed = 0; seed < (test::full() ? 100U : 6U); ++seed) {
    const std::vector<float> values = square(white(), seed, side);
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {2, 0}, {0, 2}, {2, 1}, {1, 2}, {256, 0}, {0, 256}}) {
      double sum = 0, count = 0;
      for (std::uint32_t y = 0; y + dy < side; ++y)
        for (std::uint32_t x = dx < 0 ? 1 : 0; x + std::max(dx, 0) < side; ++x, ++count)
          sum += double{values[y * side + x]} * double{values[(y + dy) * side + x + dx]};
      EXPECT_LT(std::abs(3 * sum / std::sqrt(count)), 5) << "seed " << seed << ", " << dx << ", " << dy;  // variance ⅓ each
    }
  }
}

/// Sums along whole rows, columns and diagonals are as large as chance makes them: no streaks.
TEST(NoiseStatistics, WhiteHasNoStreaks) {
  constexpr std::uint32_t side = 1024;
  for (std::uint64_t seed = 0; seed < (test::full() ? 100U : 6U); ++seed) {
    const std::vector<float> values = square(white(), seed, side, std::int64_t{seed % 3 == 2 ? -500 : 0} * units_per_metre);
    std::array<std::vector<double>, 4> sums;
    for (auto& list : sums) list.resize(side);
    for (std::uint32_t y = 0; y < side; ++y)
      for (std::uint32_t x = 0; x < side; ++x) {
        const double value = double{values[y * side + x]};
        sums[0][y] += value;
        sums[1][x] += value;
        sums[2][(x + y) % side] += value;
        sums[3][(x + side - y) % side] += value;
      }
    for (std::size_t direction = 0; direction < 4; ++direction) {
      double chi = 0;
      for (const double sum : sums[direction]) chi += sum * sum / (side / 3.0);
      EXPECT_LT(std::abs(deviations(chi, side)), 5) << "seed " << seed << ", direction " << direction;
    }
  }
}

// ---- the lattice hash

class Lattice {
 public:
  explicit Lattice(std::uint64_t seed) : x_(Seed{seed}, 0), y_(Seed{seed}, 1) {}
  std::uint32_t operator()(std::uint64_t x, std::uint64_t y) {
    const AxisKey a = x_(x), b = y_(y);
    return lattice_point_hash(a.low + b.low, a.high + b.high);
  }

 private:
  AxisKeys x_, y_;
};

/// Calls `visit` for a 12 × 12 block of the lattice near the origin and far from it, for many seeds in a row.
void for_many_blocks(const std::function<void(Lattice&, std::uint64_t x, std::uint64_t y)>& visit) {
  for (std::uint64_t seed = 0; seed < (test::full() ? 40000U : 3000U); ++seed) {
    Lattice lattice(seed);
    const std::uint64_t origin = seed % 3 == 0 ? 0 : seed % 3 == 1 ? std::uint64_t{0} - 6 : (std::uint64_t{1} << 32) - 6;
    for (std::uint64_t y = 0; y < 12; ++y)
      for (std::uint64_t x = 0; x < 12; ++x) visit(lattice, origin + x, origin + y);
  }
}

TEST(LatticeHashQuality, NeighboursAreIndependent) {
  for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 0}, {0, 2}, {16, 0}, {0, 256}})
    for (const int shift : {28, 16, 0}) {  // the top bits, the middle, the lowest: sphere gradients use the lower half too
      std::array<std::uint64_t, 256> counts{};
      for_many_blocks([&, dx = static_cast<std::uint64_t>(dx), dy = static_cast<std::uint64_t>(dy)](Lattice& at, std::uint64_t x,
                                                                                                    std::uint64_t y) {
        ++counts[(at(x, y) >> shift & 15U) << 4 | (at(x + dx, y + dy) >> shift & 15U)];
      });
      EXPECT_LT(std::abs(deviations(chi_squared(counts), 255)), 5) << dx << ", " << dy << ", shift " << shift;
    }
}

TEST(LatticeHashQuality, BlocksOfFourAreIndependent) {
  for (const int shift : {30, 14}) {
    std::array<std::uint64_t, 256> counts{};
    for_many_blocks([&](Lattice& at, std::uint64_t x, std::uint64_t y) {
      std::uint32_t pattern = 0;
      for (const std::uint32_t hash : {at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)})
        pattern = pattern << 2 | (hash >> shift & 3U);
      ++counts[pattern];
    });
    EXPECT_LT(std::abs(deviations(chi_squared(counts), 255)), 5) << "shift " << shift;
  }
}

/// Keys of axes are added before they are mixed: the four corners of a rectangle must still not agree in any bit's parity.
TEST(LatticeHashQuality, RectanglesHaveNoParity) {
  for (const std::uint64_t side : {1, 2, 5}) {
    std::array<std::uint64_t, 32> odd{};
    double count = 0;
    for_many_blocks([&](Lattice& at, std::uint64_t x, std::uint64_t y) {
      const std::uint32_t parity = at(x, y) ^ at(x + side, y) ^ at(x, y + side) ^ at(x + side, y + side);
      for (std::size_t bit = 0; bit < 32; ++bit) odd[bit] += parity >> bit & 1U;
      ++count;
    });
    for (std::size_t bit = 0; bit < 32; ++bit)
      EXPECT_NEAR(static_cast<double>(odd[bit]) / count, 0.5, 2.5 / std::sqrt(count) * 1.2) << "bit " << bit << ", side " << side;
  }
}

TEST(LatticeHashQuality, RowsAndColumnsAreIndependent) {
  // Rows of top bits as 8-bit patterns, along x and along y.
  for (const bool along_x : {true, false}) {
    std::array<std::uint64_t, 256> counts{};
    for_many_blocks([&](Lattice& at, std::uint64_t x, std::uint64_t y) {
      std::uint32_t pattern = 0;
      for (std::uint64_t i = 0; i < 8; ++i) pattern = pattern << 1 | at(along_x ? x * 8 + i : x, along_x ? y : y * 8 + i) >> 31;
      ++counts[pattern];
    });
    EXPECT_LT(std::abs(deviations(chi_squared(counts), 255)), 5) << (along_x ? "rows" : "columns");
  }
}

TEST(LatticeHashQuality, SeedsAreIndependent) {
  std::array<std::uint64_t, 256> counts{};
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    Lattice one(seed), next(seed + 1);
    for (std::uint64_t x = 0; x < 8; ++x) ++counts[one(x, 3) >> 28 << 4 | next(x, 3) >> 28];
  }
  EXPECT_LT(std::abs(deviations(chi_squared(counts), 255)), 5);
}

/// The two axes are not mirror images: (x, y) and (y, x) have nothing in common.
TEST(LatticeHashQuality, AxesAreIndependent) {
  std::array<std::uint64_t, 256> counts{};
  for_many_blocks([&](Lattice& at, std::uint64_t x, std::uint64_t y) {
    if (x != y) ++counts[at(x, y) >> 28 << 4 | at(y, x) >> 28];
  });
  // Both orders of each pair were counted: twice the usual variance.
  EXPECT_LT(std::abs(deviations(chi_squared(counts), 255)), 8);
}

// ---- gradients

TEST(Gradients, AreUnitVectorsInAllDirectionsAlike) {
  for (const bool fixed : {false, true})
    for (int dimensions = 2; dimensions <= 4; ++dimensions) {
      double mean[4] = {}, squares[4][4] = {}, count = 0, worst = 0;
      for (std::uint64_t i = 0; i < (1U << 18); ++i, ++count) {
        const reference::Vector g = reference::gradient(static_cast<std::uint32_t>(mix64(i)), dimensions, fixed, 1.0F);
        double length = 0;
        for (std::size_t a = 0; a < 4; ++a) {
          mean[a] += double{g[a]};
          length += double{g[a]} * double{g[a]};
          for (std::size_t b = 0; b < 4; ++b) squares[a][b] += double{g[a]} * double{g[b]};
        }
        worst = std::max(worst, std::abs(std::sqrt(length) - 1));
      }
      EXPECT_LT(worst, 2e-5) << "length, " << dimensions << "D";
      for (int a = 0; a < dimensions; ++a) {
        EXPECT_NEAR(mean[a] / count, 0, 0.006) << dimensions << "D, axis " << a;
        for (int b = 0; b < dimensions; ++b)
          EXPECT_NEAR(squares[a][b] / count, a == b ? 1.0 / dimensions : 0.0, 0.006) << dimensions << "D, axes " << a << b;
      }
    }
}

/// The circle: every hash's direction once round, evenly.
TEST(Gradients, CircleIsEven) {
  std::array<std::uint64_t, 64> counts{};
  for (std::uint64_t i = 0; i < 65536; ++i) {
    const reference::Vector g = reference::gradient(static_cast<std::uint32_t>(i << 16), 2, false, 1.0F);
    const double turn = std::atan2(double{g[1]}, double{g[0]}) / (2 * std::numbers::pi) + 0.5;
    ++counts[std::min<std::size_t>(63, static_cast<std::size_t>(turn * 64))];
  }
  for (const std::uint64_t count : counts) EXPECT_NEAR(static_cast<double>(count), 1024, 2);
}

// ---- spectra

constexpr std::uint32_t spectrum_side = 128;
using Power = std::vector<double>;  ///< by frequency; 1 is white noise of the same variance

/// A plain transform, one axis after the other.
Power power_of(const std::vector<float>& values) {
  constexpr std::size_t n = spectrum_side;
  std::array<std::complex<double>, n> turn;
  for (std::size_t i = 0; i < n; ++i) turn[i] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i) / n);
  std::vector<std::complex<double>> rows(n * n), all(n * n);
  double variance = 0;
  for (const float value : values) variance += double{value} * double{value};
  for (std::size_t y = 0; y < n; ++y)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t x = 0; x < n; ++x) rows[k * n + y] += double{values[y * n + x]} * turn[k * x % n];
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l <= n / 2; ++l) {
      std::complex<double> sum = 0;
      for (std::size_t y = 0; y < n; ++y) sum += rows[k * n + y] * turn[l * y % n];
      all[k * n + l] = sum;
    }
  Power power(n * n);
  for (std::size_t i = 0; i < power.size(); ++i) power[i] = std::norm(all[i]) / variance;
  return power;
}

/// Sums over the upper half plane: `add(angle in [0, π), distance from the centre, power)`.
void for_each_frequency(const Power& power, const std::function<void(double, double, double)>& add) {
  constexpr int n = spectrum_side;
  for (int k = 0; k < n; ++k)
    for (int l = 0; l < n / 2; ++l) {
      const int kx = k < n / 2 ? k : k - n;
      if (kx == -n / 2 || (l == 0 && kx <= 0)) continue;
      const double angle = std::atan2(double(l), double(kx));
      add(angle >= std::numbers::pi ? 0 : angle, std::hypot(double(kx), double(l)), power[static_cast<std::size_t>(k * n + l)]);
    }
}

TEST(NoiseSpectrum, WhiteIsFlat) {
  std::array<double, 8> by_distance{}, by_angle{}, distance_count{}, angle_count{};
  double largest = 0;
  const std::uint64_t seeds = test::full() ? 40 : 6;
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    for_each_frequency(power_of(square(white(), seed, spectrum_side)), [&](double angle, double distance, double power) {
      const auto ring = std::min<std::size_t>(7, static_cast<std::size_t>(distance / 8));
      const auto sector = std::min<std::size_t>(7, static_cast<std::size_t>(angle / std::numbers::pi * 8));
      by_distance[ring] += power;
      ++distance_count[ring];
      by_angle[sector] += power;
      ++angle_count[sector];
      largest = std::max(largest, power);
    });
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(by_distance[i] / distance_count[i], 1, 5 / std::sqrt(distance_count[i])) << "ring " << i;
    EXPECT_NEAR(by_angle[i] / angle_count[i], 1, 5 / std::sqrt(angle_count[i])) << "sector " << i;
  }
  EXPECT_LT(largest, std::log(8192.0 * static_cast<double>(seeds)) + 8) << "no single wave stands out";
}

/// Power in sectors of 30° around the peak, relative to their mean.
std::array<double, 6> sectors_of(const NoiseSpec& spec) {
  std::array<double, 6> sector{}, count{};
  for (std::uint64_t seed = 0; seed < (test::full() ? 60U : 12U); ++seed)
    for_each_frequency(power_of(square(spec, seed, spectrum_side)), [&](double angle, double distance, double power) {
      if (distance < 4 || distance > 40) return;
      const auto i = static_cast<std::size_t>(angle / std::numbers::pi * 6 + 0.5) % 6;  // centred on 0°, 30°, …
      sector[i] += power;
      ++count[i];
    });
  double mean = 0;
  for (std::size_t i = 0; i < 6; ++i) mean += (sector[i] /= count[i]) / 6;
  for (double& s : sector) s /= mean;
  return sector;
}

TEST(NoiseSpectrum, SimplexHasNoPreferredDirection) {
  for (const std::int64_t falloff : {3, 4}) {
    const auto sector = sectors_of(test::spec_of("simplex", {{"frequency", 0.13}, {"falloff", falloff}}));
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(sector[i], 1, 0.12) << i * 30 << "°, falloff " << falloff;
  }
}

/// A square lattice shows, but its axes are alike, and so are its diagonals.
TEST(NoiseSpectrum, PerlinTreatsItsAxesAlike) {
  const auto sector = sectors_of(test::spec_of("perlin", {{"frequency", 0.13}}));
  EXPECT_NEAR(sector[0] / sector[3], 1, 0.12) << "0° and 90°";
  EXPECT_NEAR((sector[1] + sector[2]) / (sector[4] + sector[5]), 1, 0.12) << "the diagonals";
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(sector[i], 1, 0.5) << i * 30 << "°";
}

}  // namespace
}  // namespace craton
