#pragma once

#include <cmath>

#include "stages/erosion/grid_strip.h"
#include "stages/erosion/neighbourhood.h"

/// Steps between the cells of a grid and the wind along them.
namespace craton {

/// Calls f(k, to) for the steps (in reading order) that stay on the map.
template <class F>
void for_each_step(const GridFrame& frame, Cell cell, F&& f) {
  const std::uint32_t row = cell / frame.width, column = cell % frame.width;
  for (std::size_t k = 0; k < 8; ++k) {
    std::uint32_t r = row + static_cast<std::uint32_t>(all_steps[k].down),
                  c = column + static_cast<std::uint32_t>(all_steps[k].right);
    if (r >= frame.height) {
      if (!frame.wrap_y) continue;
      r = all_steps[k].down < 0 ? frame.height - 1 : 0;
    }
    if (c >= frame.width) {
      if (!frame.wrap_x) continue;
      c = all_steps[k].right < 0 ? frame.width - 1 : 0;
    }
    f(k, r * frame.width + c);
  }
}

/// The part of its sand that a wind sends along step k: half of the square of the cosine between them, which adds up to 1 over
/// all steps downwind whatever the direction.
inline float sent_along(std::size_t k, float east, float north) {
  const float length = all_steps[k].diagonal() ? 0.70710678F : 1.0F;
  const float along = (static_cast<float>(all_steps[k].right) * east - static_cast<float>(all_steps[k].down) * north) * length;
  const float speed = east * east + north * north;
  return along > 0 ? 0.5F * (along * along / speed) : 0.0F;
}

/// A wind at a direction of a sphere as a vector in space; at the poles east is that of longitude 0.
inline Vec3d tangent_of(const Vec3d& p, double east, double north) {
  const double across = std::sqrt(p.x * p.x + p.y * p.y);
  const double x = across > 0 ? p.x / across : 1, y = across > 0 ? p.y / across : 0;  // towards the meridian
  return {-y * east - p.z * x * north, x * east - p.z * y * north, across * north};
}

}  // namespace craton
