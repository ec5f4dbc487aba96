#include "stages/relief/patches.h"

namespace craton::relief {

GroundFrame ground_frame(const Domain& domain, const Point3& place) {
  if (!std::holds_alternative<CubeSphere>(domain)) return {};
  const auto x = static_cast<double>(place.x), y = static_cast<double>(place.y), z = static_cast<double>(place.z);
  const double equatorial = std::sqrt(x * x + y * y), length = std::sqrt(x * x + y * y + z * z);
  if (equatorial == 0) return {{0, 1, 0}, {z < 0 ? -1.0 : 1.0, 0, 0}};
  const Vec3d up{x / length, y / length, z / length}, east{-y / equatorial, x / equatorial, 0};
  // east × up points to the south.
  return {east, {east.y * up.z - east.z * up.y, east.z * up.x - east.x * up.z, east.x * up.y - east.y * up.x}};
}

}  // namespace craton::relief
