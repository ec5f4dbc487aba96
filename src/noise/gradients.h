#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <craton/base/params.h>

namespace craton {

/// Where lattice gradients may point.
enum class GradientSet { circle, fixed };

template <>
inline std::span<const std::string_view> choice_names<GradientSet>() {
  static constexpr std::string_view names[] = {"circle", "fixed"};
  return names;
}

inline constexpr std::string_view gradient_set_doc =
    "Gradient directions: any direction on the unit circle or sphere, or a fixed set (2D: 16 evenly spaced; 3D: the 12 cube "
    "edges; 4D: the 32 edges of a tesseract; 1D: both signs).";

/// How kernels make gradients of one length. Sine and cosine of t quarter turns, |t| ≤ ½, are Chebyshev interpolants in t²
/// (largest error 1.1e-5); the length and the unit of t, 2^-15, are folded into their coefficients.
struct GradientMaker {
  GradientSet set = GradientSet::circle;
  float length = 1;
  float sine[3], cosine[3];
  float fixed_2d[2][16], fixed_3d[3][16];  ///< the fixed sets, by number and axis

  GradientMaker(GradientSet gradient_set, float gradient_length) : set(gradient_set), length(gradient_length) {
    constexpr double sine_terms[3] = {1.570794069975203 * 0x1p-15, -0.6458015288039364 * 0x1p-45, 0.07795379369956688 * 0x1p-75};
    constexpr double cosine_terms[3] = {0.9999899797834083, -1.2329786502744982 * 0x1p-30, 0.24594198210800455 * 0x1p-60};
    for (int k = 0; k < 3; ++k) {
      sine[k] = static_cast<float>(sine_terms[k] * double{gradient_length});
      cosine[k] = static_cast<float>(cosine_terms[k] * double{gradient_length});
    }
    for (std::uint32_t n = 0; n < 16; ++n) {
      // Two bits of angle, in the middle of their steps; the upper bit swaps sine and cosine, the next one flips both signs.
      const float t = static_cast<float>(static_cast<std::int32_t>((n << 13 | 1U << 12) & 0x7ffeU) - 0x3fff);
      const float z = t * t;
      const float y = (z * (z * sine[2] + sine[1]) + sine[0]) * t, x = z * (z * cosine[2] + cosine[1]) + cosine[0];
      const bool swap = (n & 8U) != 0, flip = (n & 4U) != 0;
      fixed_2d[0][n] = flip ? -(swap ? y : x) : swap ? y : x;
      fixed_2d[1][n] = flip ? -(swap ? x : y) : swap ? x : y;
      // The 12 edges of a cube: one axis is zero, the lower bits are the signs of the other two.
      const float edge = 0.70710677F * gradient_length, first = (n & 1U) != 0 ? -edge : edge,
                  second = (n & 2U) != 0 ? -edge : edge;
      const std::uint32_t zero = n >> 2;
      fixed_3d[0][n] = zero == 0 ? 0 : first;
      fixed_3d[1][n] = zero == 1 ? 0 : zero == 0 ? first : second;
      fixed_3d[2][n] = zero == 2 ? 0 : second;
    }
  }
};

}  // namespace craton
