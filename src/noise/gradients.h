#pragma once

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

  GradientMaker(GradientSet gradient_set, float gradient_length) : set(gradient_set), length(gradient_length) {
    constexpr double sine_terms[3] = {1.570794069975203 * 0x1p-15, -0.6458015288039364 * 0x1p-45, 0.07795379369956688 * 0x1p-75};
    constexpr double cosine_terms[3] = {0.9999899797834083, -1.2329786502744982 * 0x1p-30, 0.24594198210800455 * 0x1p-60};
    for (int k = 0; k < 3; ++k) {
      sine[k] = static_cast<float>(sine_terms[k] * double{gradient_length});
      cosine[k] = static_cast<float>(cosine_terms[k] * double{gradient_length});
    }
  }
};

}  // namespace craton
