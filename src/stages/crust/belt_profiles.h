#pragma once

#include <algorithm>

#include "base/smooth_step.h"

/// Cross-sections of belts: functions of a distance that begin and end smoothly.
namespace craton::crust {

/// 0 up to `low`, 1 at `top`, 0 from `high` on.
inline float bump(float low, float top, float high, float value) {
  return value < top ? smooth_step(low, top, value) : 1 - smooth_step(top, high, value);
}
/// A bell around 0 that is exactly 0 beyond twice its width.
inline float bell(float width, float value) {
  const float t = std::max(1 - value * value / (4 * width * width), 0.0F);
  return t * t * t;
}
inline float mix(float a, float b, float share) { return a + (b - a) * share; }
/// 2^x for small x, nearly, and the same bits everywhere.
inline float power_of_two(float x) {
  const float y = 1 + x * (0.0866434F + x * 0.00375F);  // e^(x ln 2 / 8)
  const float y2 = y * y, y4 = y2 * y2;
  return y4 * y4;
}

}  // namespace craton::crust
