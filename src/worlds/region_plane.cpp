// Snyder 1987, "Map projections: a working manual", 24-13 … 24-17: roots alone, so that it is the same everywhere.
#include <algorithm>
#include <cmath>

#include <craton/worlds/planet_zoom.h>

#include "surface/vectors.h"

namespace craton {

RegionPlane::RegionPlane(const LatLon& centre, double radius) : out_(direction_of(centre)), radius_(radius) {
  // At a pole the meridian of the centre's longitude is taken for north.
  east_ = direction_of(LatLon{0, centre.longitude + 90});
  south_ = cross(east_, out_);
  south_ = south_ * (1 / length(south_));
}

Vec3d RegionPlane::direction(double east, double south) const {
  const double x = east / radius_, y = south / radius_, square = std::min(x * x + y * y, 4.0);
  const double along = std::sqrt(1 - square / 4);
  const Vec3d sum = out_ * (1 - square / 2) + east_ * (along * x) + south_ * (along * y);
  return sum * (1 / length(sum));
}

RegionPlane::Place RegionPlane::place(const Vec3d& direction) const {
  const double near = 1 + dot(direction, out_);
  if (!(near > 1e-12)) return {2 * radius_, 0};  // on the other side of the planet: all around, as far away as can be
  const double scale = std::sqrt(2 / near) * radius_;
  return {scale * dot(direction, east_), scale * dot(direction, south_)};
}

}  // namespace craton
