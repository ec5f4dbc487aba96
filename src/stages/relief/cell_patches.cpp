#include "stages/relief/cell_patches.h"

namespace craton::relief {

GroundFrame ground_frame(const Domain& domain, const Point3& place) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  if (!sphere) return {};
  const double per_diameter = 0.5 / sphere->radius();
  const auto x = static_cast<double>(place.x), y = static_cast<double>(place.y), z = static_cast<double>(place.z);
  const double equatorial = std::sqrt(x * x + y * y), length = std::sqrt(x * x + y * y + z * z);
  if (equatorial == 0) return {{0, 1, 0}, {z < 0 ? -1.0 : 1.0, 0, 0}, per_diameter};
  const Vec3d up{x / length, y / length, z / length}, east{-y / equatorial, x / equatorial, 0};
  // east × up points to the south.
  return {east, {east.y * up.z - east.z * up.y, east.z * up.x - east.x * up.z, east.x * up.y - east.y * up.x}, per_diameter};
}

double farthest_reach(const Domain& domain) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  return sphere ? sphere->radius() : 0x1p40;
}

double farthest_reach(const DomainSpec& domain) {
  if (domain.kind != "sphere") return 0x1p40;
  const Result<CubeSphere::Params> params = params_from<CubeSphere::Params>(domain.params, "/domain");
  return params ? params->radius : 0x1p40;
}

}  // namespace craton::relief
