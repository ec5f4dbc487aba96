#pragma once

#include <span>
#include <vector>

#include <craton/surface/domain.h>

/// Lines and areas of a surface in the coordinates of GeoJSON.
namespace craton::files {

/// On planets longitude and latitude in degrees, elsewhere metres: to the east, to the north (Craton's y, turned round), up.
struct GeoPoint {
  double east = 0, north = 0, up = 0;

  friend bool operator==(const GeoPoint&, const GeoPoint&) = default;
};
using GeoLine = std::vector<GeoPoint>;
using GeoPolygon = std::vector<GeoLine>;  ///< its outer ring, counterclockwise, and its holes, clockwise; all closed

GeoPoint geo_point(const Domain& domain, const Vec3d& at);

/// A line, cut in two wherever it crosses longitude 180 of a planet (RFC 7946, 3.1.9). Lines of fewer than two points are none.
std::vector<GeoLine> geo_lines(const Domain& domain, std::span<const Vec3d> path);

/// The areas to the left of closed rings, cut in the same way; poles inside them become edges along the top or bottom of the map.
std::vector<GeoPolygon> geo_polygons(const Domain& domain, std::span<const std::span<const Vec3d>> rings);

}  // namespace craton::files
