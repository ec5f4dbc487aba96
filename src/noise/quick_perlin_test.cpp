// Quick Perlin noise against its definition in plain code, bit for bit, and whether its cheap hash does what chance would do.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <set>

#include <craton/base/hash.h>

#include "noise/kinds.h"
#include "noise/oracle_test.h"
#include "reference/noise_reference.h"

namespace craton {
namespace {

// ---- the definition

struct Key {
  std::uint32_t low, high;
};

Key key_of(Seed seed, std::size_t axis, std::uint64_t cell) {
  constexpr std::uint32_t factor[4] = {2654435761U, 2246822519U, 3266489917U, 668265263U};
  const std::uint64_t own = mix64(seed.value + 0x9e3779b97f4a7c15U * (axis + 1));
  const std::uint64_t block = mix64(own ^ ((cell >> 32) * 0xd1b54a32d192ed03U));
  const std::uint32_t spread = (static_cast<std::uint32_t>(cell) ^ static_cast<std::uint32_t>(block)) * factor[axis];
  return {spread ^ (spread >> 15), static_cast<std::uint32_t>(block >> 32)};
}

std::uint32_t hash_of(Seed seed, std::span<const std::uint64_t> cells) {
  std::uint32_t low = 0, high = 0;
  for (std::size_t a = 0; a < cells.size(); ++a) {
    const Key key = key_of(seed, a, cells[a]);
    low += key.low;
    high += key.high;
  }
  const std::uint32_t sum = low ^ high;
  return (sum ^ (sum >> 16)) * 0x21f0aaadU;
}

using Direction = std::array<double, 4>;

/// One of 16 axes of unit length, in one dimension of sixteen lengths.
Direction axis_of(std::size_t dimensions, std::uint32_t number) {
  const double n = number, phi = std::numbers::phi;
  if (dimensions == 1) return {(2 * n + 1) / 31, 0, 0, 0};
  if (dimensions == 2) return {std::cos((n + 0.5) * std::numbers::pi / 16), std::sin((n + 0.5) * std::numbers::pi / 16), 0, 0};
  if (dimensions == 3) {
    const Direction football[16] = {{0, 1, phi},       {0, -1, phi},       {phi, 0, 1},       {phi, 0, -1},
                                    {1, phi, 0},       {-1, phi, 0},       {1, 1, 1},         {-1, 1, 1},
                                    {1, -1, 1},        {1, 1, -1},         {0, 1 / phi, phi}, {0, -1 / phi, phi},
                                    {phi, 0, 1 / phi}, {phi, 0, -1 / phi}, {1 / phi, phi, 0}, {-1 / phi, phi, 0}};
    Direction axis = football[number];
    const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (double& x : axis) x /= length;
    return axis;
  }
  Direction edge{};
  std::uint32_t sign = 0;
  for (std::size_t a = 0; a < 4; ++a)
    if (a != number / 4) edge[a] = (sign++ == 0 || (number >> (sign - 2) & 1U) == 0 ? 1 : -1) / std::sqrt(3.0);
  return edge;
}

std::array<float, 4> gradient_of(std::uint32_t hash, std::size_t dimensions, float weight) {
  constexpr float scale[4] = {1.99997F, 1.414192F, 1.154683F, 1.106503F};
  const Direction axis = axis_of(dimensions, hash >> 27 & 15U);
  std::array<float, 4> gradient{};
  for (std::size_t a = 0; a < dimensions; ++a) {
    gradient[a] = static_cast<float>(axis[a]) * (weight * scale[dimensions - 1]);
    if (hash >> 31) gradient[a] = -gradient[a];
  }
  return gradient;
}

float mix(float from, float to, float share) { return from + share * (to - from); }
float level(float before, float after, float f, float u) { return before * (f * (1.0F - u)) + after * ((f - 1.0F) * u); }

/// Up to three dimensions.
float quick_perlin_at(const OctaveSpec& octave, test::Places places, int smoothness) {
  const std::size_t n = places.size();
  std::array<float, 3> f{}, u{};
  for (std::size_t a = 0; a < n; ++a) {
    f[a] = places[a].fraction_as_float();
    u[a] = reference::blend(f[a], smoothness);
  }
  const auto corner = [&](int x, int y, int z) {
    const int side[3] = {x, y, z};
    std::array<std::uint64_t, 3> cells{};
    for (std::size_t a = 0; a < n; ++a) cells[a] = octave.axis[a].moved(places[a].cell, side[a]);
    return gradient_of(hash_of(octave.seed, std::span(cells).first(n)), n, octave.weight);
  };
  const auto along_z = [&](int x, int y) {
    if (n < 3) return corner(x, y, 0);
    const auto before = corner(x, y, 0), after = corner(x, y, 1);
    return std::array<float, 4>{mix(before[0], after[0], u[2]), mix(before[1], after[1], u[2]),
                                level(before[2], after[2], f[2], u[2]), 0};
  };
  struct Line {
    float slope, level;
  };
  const auto along_y = [&](int x) -> Line {
    if (n < 2) return {corner(x, 0, 0)[0], 0};
    const auto before = along_z(x, 0), after = along_z(x, 1);
    const float own = level(before[1], after[1], f[1], u[1]);
    return {mix(before[0], after[0], u[1]), n > 2 ? own + mix(before[2], after[2], u[1]) : own};
  };
  const Line before = along_y(0), after = along_y(1);
  return (before.slope * f[0] + before.level) +
         u[0] * ((after.slope - before.slope) * f[0] + ((after.level - after.slope) - before.level));
}

TEST(QuickPerlin, IsItsDefinition) {
  test::compare_with_oracle(
      quick_perlin_noise(), {},
      [](test::Random& random, ParamValues& params) {
        params.set("smoothness", static_cast<std::int64_t>(random.below(4)));
        test::choose_period(random, params);
      },
      [](const ParamValues& params) {
        const auto smoothness = static_cast<int>(std::get<std::int64_t>(*params.find("smoothness")));
        return [=](const OctaveSpec& octave, test::Places places) { return quick_perlin_at(octave, places, smoothness); };
      });
}

// ---- the hash

/// Numbers of gradients, 0 … 31, on a square of lattice points.
class Square {
 public:
  Square(std::uint64_t seed, std::size_t side, std::uint64_t x, std::uint64_t y) : side_(side), number_(side * side) {
    for (std::size_t j = 0; j < side; ++j)
      for (std::size_t i = 0; i < side; ++i) {
        const std::uint64_t cells[2] = {x + i, y + j};
        number_[j * side + i] = hash_of(Seed{seed}, cells) >> 27;
      }
  }
  std::uint32_t at(std::size_t i, std::size_t j) const { return number_[j * side_ + i]; }

 private:
  std::size_t side_;
  std::vector<std::uint32_t> number_;
};

double deviations(const std::vector<double>& counts) {
  double total = 0, chi = 0;
  for (const double count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  for (const double count : counts) chi += (count - expected) * (count - expected) / expected;
  const double degrees = static_cast<double>(counts.size()) - 1;
  return (chi - degrees) / std::sqrt(2 * degrees);
}

constexpr std::uint64_t corners_of_squares[][2] = {
    {0, 0}, {std::uint64_t(-300), 7}, {(1ULL << 32) - 200, 1ULL << 40}, {123456789, 987654321}};

TEST(QuickPerlin, NeighboursAreIndependent) {
  constexpr std::size_t side = 512;
  for (std::uint64_t seed = 0; seed < (test::full() ? 40U : 4U); ++seed) {
    const auto& corner = corners_of_squares[seed % 4];
    const Square square(seed, side, corner[0], corner[1]);
    for (int dy = 0; dy <= 4; ++dy)
      for (int dx = dy == 0 ? 1 : -4; dx <= 4; ++dx) {
        std::vector<double> pairs(32 * 32);
        for (std::size_t j = 0; j + static_cast<std::size_t>(dy) < side; ++j)
          for (std::size_t i = dx < 0 ? 4 : 0; i + 4 < side; ++i)
            ++pairs[square.at(i, j) * 32 + square.at(i + static_cast<std::size_t>(dx), j + static_cast<std::size_t>(dy))];
        EXPECT_LT(std::abs(deviations(pairs)), 6) << "seed " << seed << ", " << dx << ", " << dy;
      }
  }
}

TEST(QuickPerlin, CornersOfCellsAreIndependent) {
  constexpr std::size_t side = 1024;
  for (std::uint64_t seed = 0; seed < (test::full() ? 20U : 2U); ++seed) {
    const auto& corner = corners_of_squares[seed % 4];
    const Square square(seed + 100, side, corner[0], corner[1]);
    for (const std::size_t apart : {1U, 2U, 7U}) {
      std::vector<double> quads(8 * 8 * 8 * 8);
      for (std::size_t j = 0; j + apart < side; ++j)
        for (std::size_t i = 0; i + apart < side; ++i)
          ++quads[((square.at(i, j) / 4 * 8 + square.at(i + apart, j) / 4) * 8 + square.at(i, j + apart) / 4) * 8 +
                  square.at(i + apart, j + apart) / 4];
      EXPECT_LT(std::abs(deviations(quads)), 6) << "seed " << seed << ", " << apart << " apart";
    }
  }
}

/// No plane wave runs through the gradients: their Fourier transform is as large as chance makes it.
TEST(QuickPerlin, NothingRepeats) {
  constexpr std::size_t side = 256;
  const Square square(5, side, 77, 1ULL << 33);
  std::array<std::complex<double>, side> wave;
  for (std::size_t k = 0; k < side; ++k) wave[k] = std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(k) / side);
  for (std::size_t jy = 0; jy < side; ++jy) {
    std::array<std::complex<double>, side> row{};
    for (std::size_t j = 0; j < side; ++j)
      for (std::size_t i = 0; i < side; ++i) row[i] += wave[(square.at(i, j) * side / 32 + jy * j) % side];
    double largest = 0;
    for (std::size_t jx = 0; jx < side; ++jx) {
      std::complex<double> sum = 0;
      for (std::size_t i = 0; i < side; ++i) sum += row[i] * wave[jx * i % side];
      largest = std::max(largest, std::norm(sum) / (side * side));
    }
    EXPECT_LT(largest, 22) << "frequency " << jy;  // chance: e^-22 each, 65 536 of them
  }
}

TEST(QuickPerlin, SeedsAndBlocksHaveNothingInCommon) {
  constexpr std::size_t side = 512;
  const Square one(1, side, 0, 0);
  for (const Square& other : {Square(2, side, 0, 0), Square(1, side, 1ULL << 32, 0), Square(1, side, 0, 1ULL << 32)}) {
    std::vector<double> pairs(32 * 32);
    for (std::size_t j = 0; j < side; ++j)
      for (std::size_t i = 0; i < side; ++i) ++pairs[one.at(i, j) * 32 + other.at(i, j)];
    EXPECT_LT(std::abs(deviations(pairs)), 6);
  }
}

/// Gradients of a kind are as even as those of the whole circle or sphere: their second and fourth moments, hence the spectrum
/// and its spread, know no direction.
TEST(QuickPerlin, GradientsHaveTheMomentsOfASphere) {
  for (std::size_t n = 2; n <= 3; ++n) {
    for (int turn = 0; turn < 50; ++turn) {
      const double a = turn * 0.7, b = turn * 1.9;
      const Direction along = n == 2 ? Direction{std::cos(a), std::sin(a), 0, 0}
                                     : Direction{std::cos(a) * std::sin(b), std::sin(a) * std::sin(b), std::cos(b), 0};
      double second = 0, fourth = 0;
      for (std::uint32_t k = 0; k < 16; ++k) {
        const Direction axis = axis_of(n, k);
        const double share = axis[0] * along[0] + axis[1] * along[1] + axis[2] * along[2];
        second += share * share / 16;
        fourth += share * share * share * share / 16;
      }
      const auto d = static_cast<double>(n);
      EXPECT_NEAR(second, 1 / d, 1e-12);
      EXPECT_NEAR(fourth, 3 / (d * (d + 2)), 1e-12);
    }
  }
}

}  // namespace
}  // namespace craton
