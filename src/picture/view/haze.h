#pragma once

#include "picture/view/vec.h"

namespace craton::view {

/// Air that dims and brightens the distance, denser near the ground: exponential in height (Wenzel 2006).
struct Haze {
  Vec density;  ///< a metre, at `floor`
  float floor = 0, scale_height = 1;

  /// How much of the light passes along a way of `distance` between two heights.
  Vec left(float from_z, float to_z, float distance) const {
    const float a = (from_z - floor) / scale_height, b = (to_z - floor) / scale_height;
    const float mean = std::abs(b - a) < 1e-3F ? std::exp(-0.5F * (a + b)) : (std::exp(-a) - std::exp(-b)) / (b - a);
    return exp_of_minus(density * (mean * distance));
  }
};

}  // namespace craton::view
