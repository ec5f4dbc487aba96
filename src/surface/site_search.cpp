// Columns and rows of a face are bounded by planes through the centre of the sphere. The distance of a direction from such a
// plane bounds its distance from everything behind it, so that a search ends where the next plane is farther away than the
// best site so far. That is exact for every warp and jitter, where "cells at most 2 away" is not: with θ up to about 1.1 the
// nearest site is never farther, but near the edges of faces that are warped more cells are many times longer than wide.

#include "surface/site_search.h"

#include <algorithm>
#include <cmath>

#include "base/math_kernels.h"

namespace craton {
namespace {

/// Sites are rounded to float and may lie outside their cells by as much.
constexpr double rounding_of_sites = 2.5e-7;

/// Beyond this sine of the search's radius (it happens where a face has few cells) everything is searched.
constexpr double widest_reach = 0.7;

/// By how much (sine of the angle) a vector in the frame of a face lies inside the nearest of its edges, the planes u, v = ±1.
double inside_edges(const FaceVector& vector) {
  return (vector.out - std::max(std::abs(vector.right), std::abs(vector.down))) * 0.70710678118654752;
}

bool covers(const CellWindow& window, const CellWindow& other) {
  return other.first_column >= window.first_column && other.last_column <= window.last_column &&
         other.first_row >= window.first_row && other.last_row <= window.last_row;
}

struct Interval {
  std::int32_t first = 0, last = -1;
};

/// Columns that a direction can reach; `across` and `out` are its components in the frame of the face. `start` is a guess.
Interval columns_within(double across, double out, double reach, std::int32_t start, std::span<const GridPlane> planes) {
  const auto beyond = [&](std::int32_t border) {
    const GridPlane& plane = planes[static_cast<std::size_t>(border)];
    return across * plane.across - out * plane.outwards;
  };
  const auto side = static_cast<std::int32_t>(planes.size()) - 1;
  std::int32_t last = start;
  while (last + 1 < side && beyond(last + 1) > -reach) ++last;
  while (last >= 0 && beyond(last) <= -reach) --last;
  std::int32_t first = start;
  while (first > 0 && beyond(first) < reach) --first;
  while (first < side && beyond(first + 1) >= reach) ++first;
  return {first, last};
}

}  // namespace

Result<CubeSphere> with_resolution(const CubeSphere& sphere, std::uint32_t resolution, const Execution& execution) {
  return SiteSearch::resized(sphere, resolution, execution);
}

CubeSphere with_radius(const CubeSphere& sphere, double radius) { return SiteSearch::scaled(sphere, radius); }

Result<CubeSphere> with_sites(const CubeSphere& sphere, std::span<const Vec3f> sites) { return SiteSearch::moved(sphere, sites); }

double reach_of(double squared_chord) {
  if (squared_chord > 1) return 1;
  return std::sqrt(squared_chord * (1 - squared_chord / 4)) + rounding_of_sites;
}

Vec3d unit_vector(const Vec3d& vector) {
  const double largest = std::max({std::abs(vector.x), std::abs(vector.y), std::abs(vector.z)});
  if (!(largest > 0 && largest <= 1.7976931348623157e308)) return {1, 0, 0};
  const double x = vector.x / largest, y = vector.y / largest, z = vector.z / largest;
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return {1, 0, 0};  // one of them is no number
  return {x / length, y / length, z / length};
}

/// The column (or row) that u falls into; what is no number falls into the first.
std::int32_t SiteSearch::column_of(double u) const {
  if (u >= 1) return side_ - 1;
  if (!(u > -1)) return 0;
  const double t = math::kernel::atan2(u * tables_.tan_theta, 1) / theta_;
  const double column = (t + 1) / 2 * side_;
  if (!(column > 0)) return 0;
  return column < side_ ? static_cast<std::int32_t>(column) : side_ - 1;
}

PlaceOnCube SiteSearch::place_on(std::uint32_t face, const Vec3d& direction) const {
  const FaceVector vector = in_frame_of(cube_faces[face], direction);
  // Directions that point away from the face have no place on it; the nearest edges do as a guess.
  const double out = vector.out > 0 ? vector.out : 1e-300;
  return {direction, face, vector, column_of(vector.right / out), column_of(vector.down / out)};
}

PlaceOnCube SiteSearch::place_of(const Vec3d& direction) const { return place_on(face_of(direction), direction); }

CellWindow SiteSearch::window_on(const PlaceOnCube& place, double reach) const {
  const FaceVector& vector = place.vector;
  const Interval columns = columns_within(vector.right, vector.out, reach, place.column, tables_.planes);
  const Interval rows = columns_within(vector.down, vector.out, reach, place.row, tables_.planes);
  return {place.face, columns.first, columns.last, rows.first, rows.last};
}

Result<CubeSphere> SiteSearch::resized(const CubeSphere& sphere, std::uint32_t resolution, const Execution& execution) {
  if (resolution == sphere.resolution_) return sphere;
  return CubeSphere::make(
      {.resolution = static_cast<int>(resolution), .radius = sphere.radius_, .jitter = sphere.jitter_, .theta = sphere.theta_},
      sphere.tables_->seed, {.threads = execution.threads});
}

CubeSphere SiteSearch::scaled(const CubeSphere& sphere, double radius) {
  CubeSphere other = sphere;
  other.radius_ = radius;
  other.spacing_ = sphere_spacing(sphere.resolution_, radius);
  return other;
}

Result<CubeSphere> SiteSearch::moved(const CubeSphere& sphere, std::span<const Vec3f> sites) {
  CRATON_TRY(std::shared_ptr<const SphereTables> tables, sphere.tables_->with_sites(sites));
  CubeSphere other = sphere;
  other.sites_ = tables->sites;
  other.tables_ = std::move(tables);
  return other;
}

double SiteSearch::room_around(Cell cell, std::uint32_t rings) const {
  const auto side = static_cast<std::uint32_t>(side_);
  const std::uint32_t column = cell % side, row = cell / side % side;
  const Vec3f& site = tables_.sites[cell];
  const FaceVector vector = in_frame_of(cube_faces[cell / side / side], {site.x, site.y, site.z});
  const auto beyond = [&](double across, std::uint32_t border) {
    const GridPlane& plane = tables_.planes[border];
    return across * plane.across - vector.out * plane.outwards;
  };
  return std::min({beyond(vector.right, column - rings), -beyond(vector.right, column + rings + 1),
                   beyond(vector.down, row - rings), -beyond(vector.down, row + rings + 1)});
}

void SiteSearch::add_other_faces(const PlaceOnCube& place, double reach, CellWindows& windows) const {
  if (inside_edges(place.vector) >= reach) return;
  for (std::uint32_t face = 0; face < face_count; ++face) {
    if (face == place.face || inside_edges(in_frame_of(cube_faces[face], place.direction)) <= -reach) continue;
    windows.add(window_on(place_on(face, place.direction), reach));
  }
}

CellWindows SiteSearch::whole_sphere() const {
  CellWindows windows;
  for (std::uint32_t face = 0; face < face_count; ++face) windows.add({face, 0, side_ - 1, 0, side_ - 1});
  return windows;
}

CellWindows SiteSearch::within(const PlaceOnCube& place, double distance) const {
  const double reach = reach_of(distance * distance);
  if (reach >= widest_reach) return whole_sphere();
  CellWindows windows;
  windows.add(window_on(place, reach));
  add_other_faces(place, reach, windows);
  return windows;
}

void SiteSearch::take_nearest(const Vec3d& direction, const CellWindow& window, NearSite& best) const {
  for_each_cell(window, [&](Cell cell) {
    const double squared = squared_distance(direction, cell);
    if (squared < best.squared || (squared == best.squared && cell < best.cell)) best = {cell, squared};
  });
}

NearSite SiteSearch::nearest(const PlaceOnCube& place) const {
  const CellWindow around{place.face, std::max(place.column - 1, 0), std::min(place.column + 1, side_ - 1),
                          std::max(place.row - 1, 0), std::min(place.row + 1, side_ - 1)};
  NearSite best;
  take_nearest(place.direction, around, best);
  const double reach = reach_of(best.squared);
  CellWindows rest;
  if (reach >= widest_reach) {
    rest = whole_sphere();
  } else {
    if (const CellWindow window = window_on(place, reach); !covers(around, window)) rest.add(window);
    add_other_faces(place, reach, rest);
  }
  for (std::uint32_t i = 0; i < rest.count; ++i) take_nearest(place.direction, rest.list[i], best);
  return best;
}

}  // namespace craton
