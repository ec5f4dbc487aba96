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

}  // namespace craton
