#pragma once

#include <span>

namespace craton {

inline constexpr int max_smoothness = 10;

/// The blend S_n on [0, 1): S_n(x) = x^{n+1} Σ_{k=0..n} C(n+k, k) C(2n+1, n−k) (−x)^k, n zero derivatives at both ends.
/// n = 0 is linear, 1 is Perlin's original 3x² − 2x³, 2 his improved 6x⁵ − 15x⁴ + 10x³.
float blend(float x, int smoothness);

/// The same for the usual order, without a call.
inline float blend_of_two(float x) { return x * x * x * (x * (x * 6.0F - 15.0F) + 10.0F); }

/// The same for each of `x`.
void blend_all(std::span<const float> x, int smoothness, std::span<float> out);

/// The blend's derivative: S_n'(x) = (2n+1)!/(n!)² · xⁿ(1 − x)ⁿ.
float blend_slope(float x, int smoothness);

/// The same for each of `x`.
void blend_slope_all(std::span<const float> x, int smoothness, std::span<float> out);

}  // namespace craton
