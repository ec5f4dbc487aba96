#include "lab/transform.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace craton::lab {
namespace {

/// Lengths of the lab: powers of two and 2^4 · 5^3.
TEST(LabTransform, FindsAWave) {
  for (const std::uint32_t n : {64U, 1000U, 2000U}) {
    std::vector<float> wave(n);
    constexpr std::size_t k = 7;
    for (std::size_t i = 0; i < n; ++i)
      wave[i] = static_cast<float>(std::cos(2 * std::numbers::pi * double(k) * static_cast<double>(i) / n + 0.3));
    std::vector<std::complex<float>> spectrum(n / 2 + 1);
    LineTransform(n).run(wave.data(), spectrum.data());
    std::vector<std::complex<float>> complex_wave(wave.begin(), wave.end()), whole(n);
    ComplexTransform(n).run(complex_wave.data(), whole.data());
    for (std::size_t f = 0; f <= n / 2; ++f) {
      const std::complex<double> expected = f == k ? std::polar(n / 2.0, 0.3) : 0.0;
      EXPECT_NEAR(std::abs(std::complex<double>(spectrum[f]) - expected), 0, 1e-3) << n << ", " << f;
      EXPECT_NEAR(std::abs(std::complex<double>(whole[f]) - expected), 0, 1e-3) << n << ", " << f;
    }
  }
}

}  // namespace
}  // namespace craton::lab
