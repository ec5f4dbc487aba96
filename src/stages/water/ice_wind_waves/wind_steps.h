#pragma once

#include <cmath>

#include <craton/surface/coords.h>

#include "surface/link_slots.h"

/// The wind along the links of cells.
namespace craton {

/// The part of its sand that a wind sends along the link of slot k: half of the square of the cosine between them, which adds up
/// to 1 over all steps downwind whatever the direction.
inline float sent_along(int k, float east, float north) {
  const float length = slot_steps[k].diagonal() ? 0.70710678F : 1.0F;
  const float along = (static_cast<float>(slot_steps[k].right) * east - static_cast<float>(slot_steps[k].down) * north) * length;
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
