#pragma once

#include <cmath>

#include "base/math_kernels.h"
#include "surface/cube_faces.h"

/// The conversions of coords.h without the floating-point guard, for loops that run under one already.
namespace craton {

inline double warp_of(double t, double theta) { return math::kernel::tan(t * theta) / math::kernel::tan(theta); }
inline double unwarp_of(double u, double theta) { return math::kernel::atan2(u * math::kernel::tan(theta), 1) / theta; }

/// Of length 1.
inline Vec3d direction_on_face(std::uint32_t face, double u, double v) {
  const double length = std::sqrt(1 + u * u + v * v);
  return from_frame_of(cube_faces[face], {u / length, v / length, 1 / length});
}

}  // namespace craton
