#pragma once

#include <array>

#include "stages/crust/plate_mesh.h"

namespace craton::crust {

/// How a piece of crust has moved since the start: a rotation about the middle of a sphere, a shift on a map. Pieces that move
/// together keep their form whatever they meet, because nothing of them is ever read from one grid into another.
class Motion {
 public:
  explicit Motion(const Ground& ground) : sphere_(ground.is_sphere()) {}
  /// As one vector: of a rotation the vector part of the unit quaternion whose scalar part is not below 0; of a shift kilometres.
  static Motion from_packed(const Ground& ground, const Vec3d& packed);
  Vec3d packed() const { return vector_; }

  /// Goes on: `turn` as in PlanPlate.
  void go_on(const Vec3d& turn, double million_years);

  /// Where a place of the piece is now; on maps it may lie outside.
  Vec3d forth(const Vec3d& place) const {
    if (!sphere_) return place + vector_;
    return {dot(rows_[0], place), dot(rows_[1], place), dot(rows_[2], place)};
  }
  /// Where a place was at the start.
  Vec3d back(const Vec3d& place) const {
    if (!sphere_) return place - vector_;
    return rows_[0] * place.x + rows_[1] * place.y + rows_[2] * place.z;
  }

 private:
  void set_rows();

  bool sphere_;
  Vec3d vector_{};
  double scalar_ = 1;
  std::array<Vec3d, 3> rows_{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
};

}  // namespace craton::crust
