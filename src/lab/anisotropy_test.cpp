// The index on spectra whose spread is known: Rayleigh moduli, as those of any noise with many cells, around a mean that depends
// on direction or does not.
#include "lab/anisotropy.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include <craton/base/hash.h>

namespace craton::lab {
namespace {

constexpr std::size_t directions = 10, frequencies = 201;
constexpr std::array<std::size_t, directions> all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

/// Moduli of `slices` slices; direction d has the mean 1 + wave · cos(4 · 18° · d).
SpectrumSums rayleigh(std::uint64_t slices, double wave, std::uint64_t seed) {
  SpectrumSums sums(directions, frequencies);
  sums.count = slices;
  std::uint64_t state = seed;
  for (std::size_t d = 0; d < directions; ++d) {
    const double mean = 1 + wave * std::cos(2 * std::numbers::pi * static_cast<double>(d) / 5);
    for (std::size_t f = 0; f < frequencies; ++f)
      for (std::uint64_t i = 0; i < slices; ++i) {
        const double u = (static_cast<double>(mix64(++state) >> 11) + 0.5) * 0x1p-53;
        const double modulus = mean * std::sqrt(-4 / std::numbers::pi * std::log(u));
        sums.modulus[d][f] += modulus;
        sums.square[d][f] += modulus * modulus;
        sums.fourth[d][f] += modulus * modulus * modulus * modulus;
      }
  }
  return sums;
}

TEST(LabAnisotropy, IsNothingButTheFloorOfEqualSpectra) {
  const AnisotropyIndex index = anisotropy_of(rayleigh(400, 0, 1), all);
  const double floor = std::sqrt(4 / std::numbers::pi - 1) / std::sqrt(400) * 0.9727;  // of ten values
  EXPECT_NEAR(index.floor, floor, 0.02 * floor);
  EXPECT_NEAR(index.raw, index.floor, 0.05 * floor);
  EXPECT_LT(index.index, 0.35 * floor);
}

/// The spread is found although it is no larger than the floor, and by moduli as by powers.
TEST(LabAnisotropy, FindsASpreadBelowTheFloor) {
  for (const double wave : {0.02, 0.04, 0.2}) {
    const SpectrumSums sums = rayleigh(400, wave, 2);
    const double spread = wave * std::sqrt(5.0 / 9);  // Σ cos² is 5 of 10; n − 1 is 9
    const AnisotropyIndex by_modulus = anisotropy_of(sums, all), by_power = anisotropy_of(sums, all, mean_amplitude);
    EXPECT_NEAR(by_modulus.index, spread, 0.004) << wave;
    EXPECT_NEAR(by_power.index, spread, 0.004) << wave;
    EXPECT_GT(by_modulus.raw, by_modulus.floor);
  }
}

TEST(LabAnisotropy, FillsFindingsWithErrors) {
  std::vector<SpectrumSums> groups;
  for (std::uint64_t g = 0; g < 10; ++g) groups.push_back(rayleigh(40, 0.1, g * 1000003 + 5));
  LabSlices found;
  for (std::size_t d = 0; d < directions; ++d) found.directions.push_back(18.0 * static_cast<double>(d));
  fill_anisotropy(groups, directions, found);
  EXPECT_NEAR(found.index, 0.1 * std::sqrt(5.0 / 9), 3 * found.index_error);
  EXPECT_GT(found.index_error, 1e-5);
  EXPECT_LT(found.index_error, 0.01);
  EXPECT_DOUBLE_EQ(found.index_all, found.index);
  // The cosine is 1 at 0° (and 90°), and lowest at 36° and 54° (and 126°, 144°).
  EXPECT_NEAR(found.extreme, 0.1 * (1 + std::cos(std::numbers::pi / 5)), 0.03);
  EXPECT_TRUE(found.extreme_directions[0] == 0 || found.extreme_directions[0] == 36 || found.extreme_directions[0] == 54);
  ASSERT_EQ(found.modulus.size(), directions);
  EXPECT_NEAR(found.modulus[0][10], 1.1, 0.15);
}

}  // namespace
}  // namespace craton::lab
