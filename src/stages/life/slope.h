#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include <craton/surface/coords.h>

namespace craton {

/// The steepest way from a cell to a neighbour, up or down, m/m.
template <class T>
float steepest_slope(const T& topology, std::span<const float> height, Cell cell) {
  float steepest = 0;
  topology.for_each_link(
      cell, [&](Link link) { steepest = std::max(steepest, std::abs(height[link.to] - height[cell]) / link.length); });
  return steepest;
}

/// 0 up to `from`, 1 from `to` on, smooth between them.
inline float smooth_ramp(float value, float from, float to) {
  const float t = std::clamp((value - from) / (to - from), 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

}  // namespace craton
