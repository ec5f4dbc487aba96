#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include <craton/surface/cube_sphere.h>
#include "surface/cube_faces.h"
#include "surface/sphere_tables.h"

namespace craton {

/// A rectangle of cells on a face, both ends included; empty where last < first.
struct CellWindow {
  std::uint32_t face = 0;
  std::int32_t first_column = 0, last_column = -1, first_row = 0, last_row = -1;
};

/// At most one window a face.
struct CellWindows {
  std::array<CellWindow, face_count> list{};
  std::uint32_t count = 0;

  void add(const CellWindow& window) {
    if (window.first_column <= window.last_column && window.first_row <= window.last_row) list[count++] = window;
  }
};

/// A site and its squared distance (chord) on a sphere of radius 1.
struct NearSite {
  Cell cell = no_cell;
  double squared = 5;  // farther than any
};

/// A direction of length 1, and where it meets the cube.
struct PlaceOnCube {
  Vec3d direction{};
  std::uint32_t face = 0;
  FaceVector vector{};  ///< the direction in the frame of the face
  std::int32_t column = 0, row = 0;
};

/// Finds cells and sites of a sphere by direction. Its functions run under the caller's floating-point guard.
class SiteSearch {
 public:
  friend Result<CubeSphere> with_resolution(const CubeSphere& sphere, std::uint32_t resolution, const Execution& execution);
  friend CubeSphere with_radius(const CubeSphere& sphere, double radius);
  friend Result<CubeSphere> with_sites(const CubeSphere& sphere, std::span<const Vec3f> sites);

  explicit SiteSearch(const CubeSphere& sphere)
      : sphere_(sphere), tables_(*sphere.tables_), side_(static_cast<std::int32_t>(sphere.resolution_)), theta_(sphere.theta_) {}

  PlaceOnCube place_of(const Vec3d& direction) const;  ///< of any length, but see unit_vector for searches
  NearSite nearest(const PlaceOnCube& place) const;    ///< exactly, wherever the site lies in its cell

  /// The root of a cell's area.
  double size_of(Cell cell) const {
    const auto side = static_cast<std::uint32_t>(side_);
    return std::sqrt(tables_.area(side, cell % side, cell / side % side));
  }
  double longest_diagonal() const { return tables_.longest_diagonal; }  ///< of any cell
  double largest_area() const { return tables_.largest_area; }          ///< of any cell

  /// Windows that hold every site within the chord `distance` of the place.
  CellWindows within(const PlaceOnCube& place, double distance) const;

  template <class F>
  void for_each_cell(const CellWindows& windows, F&& f) const {
    for (std::uint32_t i = 0; i < windows.count; ++i) for_each_cell(windows.list[i], f);
  }
  template <class F>
  void for_each_cell(const CellWindow& window, F&& f) const {
    for (std::int32_t row = window.first_row; row <= window.last_row; ++row) {
      const Cell first = sphere_.cell(window.face, 0, static_cast<std::uint32_t>(row));
      for (std::int32_t column = window.first_column; column <= window.last_column; ++column)
        f(first + static_cast<Cell>(column));
    }
  }

  /// Sine of an angle within which a site sees none but those of its own face that are at most `rings` cells away. The cell lies
  /// at least as far inside its face.
  double room_around(Cell cell, std::uint32_t rings) const;

  double squared_distance(const Vec3d& direction, Cell cell) const {
    const Vec3f& site = tables_.sites[cell];
    const double x = direction.x - site.x, y = direction.y - site.y, z = direction.z - site.z;
    return x * x + y * y + z * z;
  }

 private:
  static Result<CubeSphere> resized(const CubeSphere& sphere, std::uint32_t resolution, const Execution& execution);
  static CubeSphere scaled(const CubeSphere& sphere, double radius);
  static Result<CubeSphere> moved(const CubeSphere& sphere, std::span<const Vec3f> sites);
  std::int32_t column_of(double u) const;
  PlaceOnCube place_on(std::uint32_t face, const Vec3d& direction) const;
  CellWindow window_on(const PlaceOnCube& place, double reach) const;
  void add_other_faces(const PlaceOnCube& place, double reach, CellWindows& windows) const;
  CellWindows whole_sphere() const;
  void take_nearest(const Vec3d& direction, const CellWindow& window, NearSite& best) const;

  const CubeSphere& sphere_;
  const SphereTables& tables_;
  std::int32_t side_;
  double theta_;
};

/// A sphere with other cells, of the same jitter and warp; its sites come from the same seed, so that it is the very same one
/// where R is.
Result<CubeSphere> with_resolution(const CubeSphere& sphere, std::uint32_t resolution, const Execution& execution);
/// The same sites on a sphere of another size.
CubeSphere with_radius(const CubeSphere& sphere, double radius);
/// The same cells with other sites, each in its own.
Result<CubeSphere> with_sites(const CubeSphere& sphere, std::span<const Vec3f> sites);

/// Sine of the angle that a chord spans, with room for the rounding of sites: the distance from planes that can hide a site that
/// near.
double reach_of(double squared_chord);

/// The vector brought to length 1; (1, 0, 0) where it has none.
Vec3d unit_vector(const Vec3d& vector);

}  // namespace craton
