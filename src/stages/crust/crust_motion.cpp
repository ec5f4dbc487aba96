#include "stages/crust/crust_motion.h"

#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

namespace craton::crust {

Motion Motion::from_packed(const Ground& ground, const Vec3d& packed) {
  Motion motion(ground);
  motion.vector_ = packed;
  if (!ground.is_sphere()) return motion;
  motion.scalar_ = std::sqrt(std::max(1 - dot(packed, packed), 0.0));
  motion.set_rows();
  return motion;
}

void Motion::go_on(const Vec3d& turn, double million_years) {
  if (!sphere_) {
    vector_ = vector_ + turn * million_years;
    return;
  }
  const double half = length(turn) * million_years / 2;
  const Vec3d axis = unit(turn) * math::sin(half);
  const double scalar = math::cos(half);
  // The product of quaternions, the new rotation after the old one.
  const Vec3d vector = vector_ * scalar + axis * scalar_ + cross(axis, vector_);
  const double product = scalar * scalar_ - dot(axis, vector_);
  const double size = std::sqrt(product * product + dot(vector, vector)) * (product < 0 ? -1 : 1);
  vector_ = vector * (1 / size);
  scalar_ = std::sqrt(std::max(1 - dot(vector_, vector_), 0.0));  // as from_packed has it
  set_rows();
}

void Motion::set_rows() {
  const auto [x, y, z] = vector_;
  const double w = scalar_;
  rows_ = {Vec3d{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
           Vec3d{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
           Vec3d{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

}  // namespace craton::crust
