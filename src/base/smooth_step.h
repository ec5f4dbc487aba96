#pragma once

#include <algorithm>
#include <concepts>

namespace craton {

/// 3t² − 2t³ for t in 0 … 1: rises from 0 to 1, level at both ends.
template <std::floating_point Real>
constexpr Real smooth_rise(Real t) {
  return t * t * (3 - 2 * t);
}

/// 0 up to 0, 1 from 1 on, smooth between them.
inline float smooth_step(float value) { return smooth_rise(std::clamp(value, 0.0F, 1.0F)); }
inline double smooth_step(double value) { return smooth_rise(std::clamp(value, 0.0, 1.0)); }

/// 0 up to `low`, 1 from `high` on, smooth between them.
inline float smooth_step(float low, float high, float value) { return smooth_step((value - low) / (high - low)); }
inline double smooth_step(double low, double high, double value) { return smooth_step((value - low) / (high - low)); }

}  // namespace craton
