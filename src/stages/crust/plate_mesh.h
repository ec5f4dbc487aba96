#pragma once

#include <array>
#include <vector>

#include <craton/base/result.h>
#include <craton/surface/domain.h>

#include "surface/vectors.h"

/// What plates live on: a coarse mesh whose size does not depend on the resolution of the world, so that the same planet comes
/// out at every resolution.
namespace craton::crust {

/// Lengths in the crust are kilometres of a planet of the Earth's size: belts, shelves and warps keep their proportion to smaller
/// and larger worlds.
inline constexpr double earth_radius = 6371;
inline constexpr double earth_area = 4 * 3.14159265358979323846 * earth_radius * earth_radius;

Vec3d unit(const Vec3d& v);  ///< 0 where the vector is

/// The ground in kilometres: a sphere around the origin, or a map that may close onto itself. Straight differences, the shorter
/// way around a map; on a sphere chords.
class Ground {
 public:
  explicit Ground(const Domain& domain);

  bool is_sphere() const { return sphere_; }
  double metres_a_unit() const { return metres_; }  ///< in how many metres one "kilometre" of the crust is
  double width() const { return width_; }
  double height() const { return height_; }
  bool wraps_x() const { return wrap_x_; }
  bool wraps_y() const { return wrap_y_; }

  Vec3d between(const Vec3d& from, const Vec3d& to) const {
    Vec3d way = to - from;
    if (sphere_) return way;
    if (wrap_x_) way.x = shorter(way.x, width_);
    if (wrap_y_) way.y = shorter(way.y, height_);
    return way;
  }
  double distance(const Vec3d& from, const Vec3d& to) const { return length(between(from, to)); }
  /// Brought back onto the ground: to the sphere, into the map.
  Vec3d onto(const Vec3d& place) const;
  Vec3d up(const Vec3d& place) const { return sphere_ ? place * (1 / earth_radius) : Vec3d{0, 0, 1}; }

 private:
  static double shorter(double way, double period) {
    if (way > period / 2) return way - period;
    return way < -period / 2 ? way + period : way;
  }

  bool sphere_ = false, wrap_x_ = false, wrap_y_ = false;
  double metres_ = 1000, width_ = 0, height_ = 0;
};

/// The side that two cells share, and its ends.
struct MeshSide {
  Cell cell = 0, other = 0;  ///< cell < other
  std::uint32_t from = 0, to = 0;
};

class PlateMesh {
 public:
  /// `size` cells along an edge of the cube; a map gets as many cells as a sphere, nearly square ones.
  static Result<PlateMesh> make(const Domain& domain, int size);

  const Ground& ground() const { return ground_; }
  Cell count() const { return static_cast<Cell>(centres_.size()); }
  double spacing() const { return spacing_; }
  double total_area() const { return total_area_; }
  double area(Cell cell) const { return areas_[cell]; }
  const Vec3d& centre(Cell cell) const { return centres_[cell]; }
  /// The cell of a place that lies on the ground.
  Cell cell_at(const Vec3d& place) const;

  struct Way {
    Cell to;
    double length;
  };
  std::span<const Way> links(Cell cell) const {
    return {links_.data() + first_link_[cell], links_.data() + first_link_[cell + 1]};
  }
  std::span<const MeshSide> sides() const { return sides_; }
  std::span<const Vec3d> corners() const { return corners_; }

 private:
  explicit PlateMesh(Ground ground) : ground_(ground) {}
  Result<void> fill_sphere(int size);
  void fill_map(int size);
  void add_side(Cell cell, Cell other, std::uint64_t from, std::uint64_t to);
  void number_corners();

  Ground ground_;
  double spacing_ = 0, total_area_ = 0;
  std::vector<Vec3d> centres_, corners_;
  std::vector<double> areas_;
  std::vector<Way> links_;
  std::vector<std::uint32_t> first_link_;
  std::vector<MeshSide> sides_;
  std::vector<std::uint64_t> side_keys_;  // while the mesh is made: two corners a side
  Cell cell_on_sphere(const Vec3d& place) const;
  std::uint32_t column_of(double u) const;

  std::uint32_t size_ = 0;  // on spheres
  double theta_ = 0;
  std::vector<double> planes_;             // where columns begin, −1 … 1 on the cube
  std::vector<std::uint16_t> near_plane_;  // a column at or before that of u, by steps of u
  std::uint32_t columns_ = 0, rows_ = 0;
};

}  // namespace craton::crust
