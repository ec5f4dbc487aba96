// Columns and rows of a face are bounded by planes through the centre of the sphere. The distance of a direction from such a
// plane bounds its distance from everything behind it, so that a search ends where the next plane is farther away than the
// best site so far. That is exact for every warp and jitter, where "cells at most 2 away" is not: near the edges of a face that
// is warped much (θ > 1) cells are many times longer than wide.

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

/// Sine of the angle that a chord spans: the distance from planes that can hide a site that near.
double reach_of(double squared_chord) {
  if (squared_chord > 1) return 1;
  return std::sqrt(squared_chord * (1 - squared_chord / 4)) + rounding_of_sites;
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

SiteSearch::Place SiteSearch::place_on(std::uint32_t face, const Vec3d& direction) const {
  const FaceVector vector = in_frame_of(cube_faces[face], direction);
  // Directions that point away from the face have no place on it; the nearest edges do as a guess.
  const double out = vector.out > 0 ? vector.out : 1e-300;
  return {face, vector, column_of(vector.right / out), column_of(vector.down / out)};
}

SiteSearch::Place SiteSearch::place_of(const Vec3d& direction) const { return place_on(face_of(direction), direction); }

Cell SiteSearch::cell_at(const Vec3d& direction) const {
  const Place place = place_of(direction);
  return sphere_.cell(place.face, static_cast<std::uint32_t>(place.column), static_cast<std::uint32_t>(place.row));
}

CellWindow SiteSearch::window_on(const Place& place, double reach) const {
  const FaceVector& vector = place.vector;
  const Interval columns = columns_within(vector.right, vector.out, reach, place.column, tables_.planes);
  const Interval rows = columns_within(vector.down, vector.out, reach, place.row, tables_.planes);
  return {place.face, columns.first, columns.last, rows.first, rows.last};
}

bool SiteSearch::leaves_face(const Place& place, double reach) const {
  // The planes of the four edges are at u, v = ±1: (right ∓ out) / √2.
  const double nearest_edge = place.vector.out - std::max(std::abs(place.vector.right), std::abs(place.vector.down));
  return nearest_edge < reach * 1.4142135623730951;
}

void SiteSearch::add_other_faces(const Vec3d& direction, std::uint32_t own_face, double reach, CellWindows& windows) const {
  const double limit = -reach * 1.4142135623730951;
  for (std::uint32_t face = 0; face < face_count; ++face) {
    if (face == own_face) continue;
    const FaceVector vector = in_frame_of(cube_faces[face], direction);
    if (vector.out - std::max(std::abs(vector.right), std::abs(vector.down)) <= limit) continue;
    windows.add(window_on(place_on(face, direction), reach));
  }
}

CellWindows SiteSearch::whole_sphere() const {
  CellWindows windows;
  for (std::uint32_t face = 0; face < face_count; ++face) windows.add({face, 0, side_ - 1, 0, side_ - 1});
  return windows;
}

CellWindows SiteSearch::within(const Vec3d& direction, double distance) const {
  const double reach = reach_of(distance * distance);
  if (reach >= widest_reach) return whole_sphere();
  const Place place = place_of(direction);
  CellWindows windows;
  windows.add(window_on(place, reach));
  if (leaves_face(place, reach)) add_other_faces(direction, place.face, reach, windows);
  return windows;
}

void SiteSearch::take_nearest(const Vec3d& direction, const CellWindow& window, NearSite& best) const {
  for_each_cell(window, [&](Cell cell) {
    const double squared = squared_distance(direction, cell);
    if (squared < best.squared || (squared == best.squared && cell < best.cell)) best = {cell, squared};
  });
}

NearSite SiteSearch::nearest(const Vec3d& direction) const {
  const Place place = place_of(direction);
  const CellWindow around{place.face, std::max(place.column - 1, 0), std::min(place.column + 1, side_ - 1),
                          std::max(place.row - 1, 0), std::min(place.row + 1, side_ - 1)};
  NearSite best;
  take_nearest(direction, around, best);
  double reach = reach_of(best.squared);
  if (reach >= widest_reach) {
    const CellWindows all = whole_sphere();
    for (std::uint32_t i = 0; i < all.count; ++i) take_nearest(direction, all.list[i], best);
    return best;
  }
  const CellWindow window = window_on(place, reach);
  const bool searched = window.first_column >= around.first_column && window.last_column <= around.last_column &&
                        window.first_row >= around.first_row && window.last_row <= around.last_row;
  if (!searched) {
    take_nearest(direction, window, best);
    reach = reach_of(best.squared);
  }
  if (leaves_face(place, reach)) {
    CellWindows others;
    add_other_faces(direction, place.face, reach, others);
    for (std::uint32_t i = 0; i < others.count; ++i) take_nearest(direction, others.list[i], best);
  }
  return best;
}

}  // namespace craton
