#pragma once

#include <cmath>

#include <craton/surface/domain.h>

#include "surface/periods.h"
#include "surface/vectors.h"

/// Lines of rivers on any domain, seen from above. A place is a Vec3d without height: (x, y, 0) on planes and maps, on a sphere
/// a point at its radius. Nothing here needs a projection: what is "left" is told by the direction up.
namespace craton {

inline double distance(const Vec3d& a, const Vec3d& b) { return length(a - b); }
inline Vec3d mixed(const Vec3d& a, const Vec3d& b, double share) { return a + (b - a) * share; }

class CourseSpace {
 public:
  explicit CourseSpace(const Domain& domain);

  const Domain& domain() const { return domain_; }
  double spacing() const { return spacing_; }

  /// A point with height ⇄ its place and height.
  Vec3d place(const Vec3d& point) const { return sphere_ ? on_ground(point) : Vec3d{point.x, point.y, 0}; }
  double height(const Vec3d& point) const { return sphere_ ? length(point) - sphere_->radius() : point.z; }
  Vec3d point(const Vec3d& place, double height) const;

  /// Rounded to 1/4096 m on planes and maps, so that a place is the same bits whole periods away.
  Vec3d rounded(const Vec3d& place) const;
  /// Brings a place that was moved back to the ground.
  Vec3d on_ground(const Vec3d& at) const { return sphere_ ? at * (sphere_->radius() / length(at)) : at; }
  Vec3d up(const Vec3d& place) const { return sphere_ ? place * (1 / sphere_->radius()) : Vec3d{0, 0, 1}; }
  Vec3d centre(Cell cell) const;
  /// no_cell beyond the border of the map.
  Cell cell(const Vec3d& place) const;
  /// On maps that close onto themselves: the same place, whole periods nearer to another.
  Vec3d beside(const Vec3d& place, const Vec3d& other) const { return periods_.beside(place, other); }

  /// Twice the area of a triangle, positive where c lies to the left of the way from a to b, seen from above.
  double left_of(const Vec3d& a, const Vec3d& b, const Vec3d& c) const { return dot(up(a), cross(b - a, c - a)); }
  /// Whether two pieces of lines have a place in common. Where they share an end they meet there and may: only if they run
  /// along each other they do not.
  bool meet(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) const;
  /// Where the line from a to b meets the one from c to d, as a share of the first.
  double share_of_crossing(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) const;

 private:
  const Domain& domain_;
  const CubeSphere* sphere_ = nullptr;
  double spacing_ = 1;
  Periods periods_;
};

}  // namespace craton
