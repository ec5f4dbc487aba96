// 000's figure 42 as a test: peaks of simplex noise stand less like a plantation than those of value noise. Points in rows have a
// Fourier transform with sharp peaks; the lattice of a noise is the same everywhere, so that means over many windows leave its
// peaks alone.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include <craton/noise/noise.h>

namespace craton {
namespace {

constexpr int side = 96, windows = 12;

std::vector<std::pair<int, int>> peaks_of(const Noise& noise, int window) {
  const std::uint32_t n = side + 2;
  std::vector<float> values(std::size_t{n} * n);
  EXPECT_TRUE(noise.grid(Grid2{.origin = {window * side * 1024, window * 7 * side * 1024}, .width = n, .height = n}, values));
  std::vector<std::pair<int, int>> peaks;
  for (int y = 1; y <= side; ++y)
    for (int x = 1; x <= side; ++x) {
      const auto at = [&](int dx, int dy) {
        return values[static_cast<std::size_t>(y + dy) * n + static_cast<std::size_t>(x + dx)];
      };
      bool peak = true;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) peak = peak && ((dx == 0 && dy == 0) || at(0, 0) > at(dx, dy));
      if (peak) peaks.emplace_back(x, y);
    }
  return peaks;
}

/// The highest peak of |Σ exp(i k x)|² / N over all waves but the longest, as a mean over windows: about 1 for points without
/// order, the number of points where they stand in rows.
double regularity(const char* kind, double frequency) {
  NoiseSpec spec{.kind = kind};
  spec.params.set("frequency", frequency);
  const Result<Noise> noise = Noise::make(spec, Seed{3});
  EXPECT_TRUE(noise);
  std::vector<double> power(std::size_t{side} * side), wave_cos(side), wave_sin(side);
  for (int i = 0; i < side; ++i) {
    wave_cos[static_cast<std::size_t>(i)] = std::cos(2 * std::numbers::pi * i / side);
    wave_sin[static_cast<std::size_t>(i)] = std::sin(2 * std::numbers::pi * i / side);
  }
  for (int window = 0; window < windows; ++window) {
    const auto peaks = peaks_of(*noise, window);
    EXPECT_GT(peaks.size(), 100U);
    for (int m = 0; m < side; ++m)
      for (int k = 0; k <= side / 2; ++k) {
        double re = 0, im = 0;
        for (const auto& [x, y] : peaks) {
          const auto phase = static_cast<std::size_t>((m * x + k * y) % side);
          re += wave_cos[phase];
          im += wave_sin[phase];
        }
        power[static_cast<std::size_t>(k * side + m)] += (re * re + im * im) / static_cast<double>(peaks.size()) / windows;
      }
  }
  double highest = 0;
  for (int k = 0; k <= side / 2; ++k)
    for (int m = 0; m < side; ++m) {
      const int across = std::min(m, side - m);
      if (across * across + k * k > 36) highest = std::max(highest, power[static_cast<std::size_t>(k * side + m)]);
    }
  return highest;
}

TEST(Voxels, PlantsAreNoPlantation) {
  const double in_rows = regularity("value", 0.5);
  EXPECT_GT(in_rows, 100);
  // Those of the figure, and those of woods and grass in the table.
  for (const double frequency : {0.16, 0.22, 0.19, 0.5}) {
    const double simplex = regularity("simplex", frequency);
    EXPECT_LT(simplex, in_rows / 10) << frequency;
    RecordProperty("regularity", std::to_string(simplex));
  }
}

}  // namespace
}  // namespace craton
