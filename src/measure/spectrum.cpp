// The power spectrum of profiles: Welch's method (1967) with a Hann window over pieces whose length is a power of two, half
// overlapping; trends are removed first. β is the slope of log power against log frequency, fitted to means over equal steps of
// log frequency from the longest trusted wavelength down to 20 cells: below that sampling and smoothing show more than the land.
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <craton/surface/sample.h>

#include "base/parallel.h"
#include "measure/fit.h"
#include "measure/ground.h"

namespace craton::measure {
namespace {

constexpr std::size_t shortest = 128, longest = 4096;  // of a piece
constexpr double shortest_wave = 20;                   // cells
constexpr std::size_t most_profiles = 512;

/// The discrete Fourier transform in place (Cooley & Tukey 1965); the length is a power of two.
void transform(std::vector<std::complex<double>>& values) {
  const std::size_t n = values.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  for (std::size_t length = 2; length <= n; length *= 2) {
    const double angle = -2 * std::numbers::pi / static_cast<double>(length);
    std::vector<std::complex<double>> turn(length / 2);
    for (std::size_t k = 0; k < turn.size(); ++k) turn[k] = std::polar(1.0, angle * static_cast<double>(k));
    for (std::size_t start = 0; start < n; start += length)
      for (std::size_t k = 0; k < turn.size(); ++k) {
        const std::complex<double> a = values[start + k], b = values[start + k + turn.size()] * turn[k];
        values[start + k] = a + b;
        values[start + k + turn.size()] = a - b;
      }
  }
}

/// Adds the power of one piece, trend removed, to `power` (frequencies 1 … n/2).
void add_power(std::vector<double> piece, std::vector<double>& power) {
  const auto n = static_cast<double>(piece.size());
  double sum = 0, moment = 0;
  const double middle = (n - 1) / 2;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    sum += piece[i];
    moment += piece[i] * (static_cast<double>(i) - middle);
  }
  const double trend = moment * 12 / (n * (n * n - 1));
  std::vector<std::complex<double>> wave(piece.size());
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const double place = static_cast<double>(i);
    const double window = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (place + 0.5) / n);
    wave[i] = window * (piece[i] - sum / n - trend * (place - middle));
  }
  transform(wave);
  for (std::size_t k = 1; k <= piece.size() / 2; ++k) power[k] += std::norm(wave[k]);
}

void add_profile(std::span<const double> profile, std::size_t piece, std::vector<double>& power) {
  const std::size_t steps = std::max<std::size_t>(1, (profile.size() - piece + piece / 2 - 1) / (piece / 2) + 1);
  for (std::size_t i = 0; i < steps; ++i) {
    // Evenly, so that the last piece ends where the profile does.
    const std::size_t start = steps == 1 ? 0 : (profile.size() - piece) * i / (steps - 1);
    add_power(
        {profile.begin() + static_cast<std::ptrdiff_t>(start), profile.begin() + static_cast<std::ptrdiff_t>(start + piece)},
        power);
  }
}

/// −slope of log mean power against log frequency. The first frequencies are the window's own.
std::optional<double> fitted_exponent(const std::vector<double>& power, std::size_t piece) {
  const double low = 3, high = static_cast<double>(piece) / shortest_wave;
  constexpr double step = 1.25;
  std::vector<FitPoint> points;
  for (double from = low; from < high; from *= step) {
    const double to = std::min(from * step, high + 1);
    double sum = 0, frequency = 0;
    int count = 0;
    for (auto k = static_cast<std::size_t>(std::ceil(from)); static_cast<double>(k) < to && k < power.size(); ++k, ++count) {
      sum += power[k];
      frequency += std::log(static_cast<double>(k));
    }
    if (count > 0 && sum > 0) points.push_back({frequency / count, std::log(sum / count)});
  }
  const std::optional<double> slope = fitted_slope(points);
  return slope ? std::optional<double>(-*slope) : slope;
}

/// Profiles of equal length: how many, how long, and the i-th of them.
struct Profiles {
  std::size_t count = 0, length = 0;
};

std::size_t piece_of(std::size_t length) { return std::min(longest, std::bit_floor(length)); }

template <class Get>
Result<void> add_profiles(const Profiles& profiles, std::size_t piece, Get&& get, std::vector<double>& power,
                          const Execution& execution) {
  const std::size_t used = std::min(profiles.count, most_profiles);
  std::vector<std::vector<double>> parts(used);
  CRATON_TRY(parallel_blocks(used, 1, execution, [&](std::uint64_t begin, std::uint64_t) {
    parts[begin].assign(piece / 2 + 1, 0);
    std::vector<double> profile(profiles.length);
    get(begin * profiles.count / used, std::span(profile));
    add_profile(profile, piece, parts[begin]);
  }));
  for (const std::vector<double>& part : parts)
    for (std::size_t k = 0; k < power.size(); ++k) power[k] += part[k] / static_cast<double>(used);
  return {};
}

Result<std::optional<double>> of_grid(GridSize size, std::span<const float> heights, const Execution& execution) {
  // Both ways have pieces of one length, so that their powers can be added.
  const std::size_t piece = piece_of(std::min(size.width, size.height));
  if (piece < shortest) return std::optional<double>{};
  std::vector<double> power(piece / 2 + 1, 0);
  CRATON_TRY(add_profiles(
      {size.height, size.width}, piece,
      [&](std::size_t row, std::span<double> out) {
        for (std::size_t x = 0; x < out.size(); ++x) out[x] = double{heights[row * size.width + x]};
      },
      power, execution));
  CRATON_TRY(add_profiles(
      {size.width, size.height}, piece,
      [&](std::size_t column, std::span<double> out) {
        for (std::size_t y = 0; y < out.size(); ++y) out[y] = double{heights[y * size.width + column]};
      },
      power, execution));
  return fitted_exponent(power, piece);
}

/// Great circles whose poles are spread evenly (Fibonacci's lattice).
Result<std::optional<double>> of_sphere(const CubeSphere& sphere, std::span<const float> heights, const Execution& execution) {
  const auto length = static_cast<std::size_t>(2 * std::numbers::pi * sphere.radius() / sphere.spacing());
  const std::size_t piece = piece_of(length);
  if (piece < shortest) return std::optional<double>{};
  constexpr std::size_t circles = 64;
  std::vector<double> power(piece / 2 + 1, 0);
  CRATON_TRY(add_profiles(
      {circles, length}, piece,
      [&](std::size_t index, std::span<double> out) {
        const double z = 1 - (2 * static_cast<double>(index) + 1) / (2 * circles);
        const double turn = 2 * std::numbers::pi * 0.6180339887498949 * static_cast<double>(index), r = std::sqrt(1 - z * z);
        const Vec3d u{-std::sin(turn), std::cos(turn), 0};
        const Vec3d v{-z * std::cos(turn), -z * std::sin(turn), r};
        for (std::size_t i = 0; i < out.size(); ++i) {
          const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(out.size());
          const double c = std::cos(angle), s = std::sin(angle);
          out[i] =
              double{sample(sphere, heights, Vec3d{c * u.x + s * v.x, c * u.y + s * v.y, c * u.z + s * v.z}, Sampling::linear)};
        }
      },
      power, execution));
  return fitted_exponent(power, piece);
}

}  // namespace

Result<std::optional<double>> measure_spectrum(const Domain& domain, std::span<const float> heights, const Execution& execution) {
  if (const auto* tile = std::get_if<PlaneTile>(&domain))
    return of_grid({tile->stored_width(), tile->stored_height()}, heights, execution);
  if (const auto* torus = std::get_if<Torus>(&domain)) return of_grid(torus->size(), heights, execution);
  return of_sphere(std::get<CubeSphere>(domain), heights, execution);
}

}  // namespace craton::measure
