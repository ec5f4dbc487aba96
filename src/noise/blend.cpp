#include "noise/blend.h"

#include <array>

namespace craton {
namespace {

constexpr double binomial(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;  // exact: every partial product is an integer below 2^53
  return result;
}

using Coefficients = std::array<std::array<double, max_smoothness + 1>, max_smoothness + 1>;

constexpr Coefficients make_coefficients() {
  Coefficients table{};
  for (int n = 0; n <= max_smoothness; ++n)
    for (int k = 0; k <= n; ++k) {
      const double magnitude = binomial(n + k, k) * binomial(2 * n + 1, n - k);
      table[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)] = k % 2 == 0 ? magnitude : -magnitude;
    }
  return table;
}

constexpr Coefficients coefficients = make_coefficients();

/// For x ≤ ½, where the alternating sum loses few digits.
double lower_half(double x, int n) {
  const auto& c = coefficients[static_cast<std::size_t>(n)];
  double sum = 0;
  for (int k = n; k >= 0; --k) sum = sum * x + c[static_cast<std::size_t>(k)];
  for (int k = 0; k <= n; ++k) sum *= x;
  return sum;
}

template <int Smoothness>
float low_order(float x) {
  if constexpr (Smoothness == 0) return x;
  if constexpr (Smoothness == 1) return x * x * (3.0F - 2.0F * x);
  return blend_of_two(x);
}

float high_order(float x, int smoothness) {
  const double t = x;
  const bool lower = t <= 0.5;
  const double sum = lower_half(lower ? t : 1.0 - t, smoothness);
  return static_cast<float>(lower ? sum : 1.0 - sum);
}

/// (2n+1)!/(n!)² = (2n+1)·C(2n, n), exact in a float.
constexpr float slope_factor(int n) { return static_cast<float>((2 * n + 1) * binomial(2 * n, n)); }
static_assert(slope_factor(max_smoothness) == 3879876.0F);

float slope_of_order(float x, int smoothness, float factor) {
  const float share = x * (1.0F - x);
  for (int k = 0; k < smoothness; ++k) factor *= share;
  return factor;
}

}  // namespace

float blend(float x, int smoothness) {
  switch (smoothness) {
    case 0: return low_order<0>(x);
    case 1: return low_order<1>(x);
    case 2: return low_order<2>(x);
    default: return high_order(x, smoothness);
  }
}

void blend_all(std::span<const float> x, int smoothness, std::span<float> out) {
  const auto apply = [&](auto order) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = order(x[i]);
  };
  switch (smoothness) {
    case 0: return apply(low_order<0>);
    case 1: return apply(low_order<1>);
    case 2: return apply([](float t) { return low_order<2>(t); });
    default: return apply([smoothness](float t) { return high_order(t, smoothness); });
  }
}

float blend_slope(float x, int smoothness) { return slope_of_order(x, smoothness, slope_factor(smoothness)); }

void blend_slope_all(std::span<const float> x, int smoothness, std::span<float> out) {
  const float factor = slope_factor(smoothness);
  const auto apply = [&](int order) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = slope_of_order(x[i], order, factor);
  };
  if (smoothness == 2) return apply(2);  // a known order lets the compiler take several at once
  apply(smoothness);
}

}  // namespace craton
