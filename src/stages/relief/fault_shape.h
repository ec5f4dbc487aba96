#pragma once

#include <algorithm>
#include <cmath>

/// The form of a fault.
namespace craton::relief {

/// What the ground does around one fault, in its own axes: along its trace, and across it towards the side that rises.
struct FaultShape {
  float half_length = 0;  ///< metres
  float throw_height = 0;
  float scarp = 0;       ///< width of the steep part, metres
  float back_slope = 0;  ///< how far from the trace the ground is moved, metres
  float rising = 0.5F;   ///< share of the throw that the rising side has; the other sinks by the rest
};

/// Most in the middle of the trace, nothing at its tips: (1 − u²)² (Barnett et al. 1987). Across it falls off from the scarp to
/// the ends of the back slopes as (1 − v)²: a tilted block on one side, a half-graben on the other.
inline float fault_height(const FaultShape& shape, float along, float across) {
  const float u = along / shape.half_length, v = std::abs(across) / shape.back_slope;
  if (u * u >= 1 || v >= 1) return 0;
  const float taper = (1 - u * u) * (1 - u * u), decay = (1 - v) * (1 - v);
  const float t = std::clamp(across / shape.scarp + 0.5F, 0.0F, 1.0F);
  const float side = t * t * (3 - 2 * t);  // 0 on the sinking side, 1 on the rising one
  return shape.throw_height * taper * decay * (side - (1 - shape.rising));
}

}  // namespace craton::relief
