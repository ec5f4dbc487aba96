#include <craton/surface/nearest_object.h>

#include <cmath>
#include <limits>
#include <span>

#include <craton/base/math.h>
#include <craton/surface/outline.h>

#include "base/fp_mode.h"
#include "surface/periods.h"
#include "surface/vectors.h"

namespace craton {
namespace {

Vec3d unit(const Vec3d& a) {
  const double far = length(a);
  return {a.x / far, a.y / far, a.z / far};
}
double squared_distance(const Vec3d& a, const Vec3d& b) {
  const Vec3d way{b.x - a.x, b.y - a.y, b.z - a.z};
  return dot(way, way);
}

/// How near the best object so far is, in the measure of the domain.
struct Nearest {
  double measure = std::numeric_limits<double>::infinity();
  Vec3d point;

  void take(double new_measure, const Vec3d& at) {
    if (!(new_measure < measure)) return;
    measure = new_measure;
    point = at;
  }
};

/// How often a ring, projected onto the plane of a and b, runs around the place, whose coordinates there are 0: counterclockwise
/// rounds, a to the right and b upwards.
template <class Coordinates>
int rounds(std::span<const Vec3d> ring, const Coordinates& of) {
  int count = 0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    const Vec3d from = of(ring[i]), to = of(ring[i + 1]);
    if ((from.y >= 0) == (to.y >= 0)) continue;
    const double side = from.x * to.y - to.x * from.y;
    if (to.y >= 0 && side > 0) ++count;
    if (from.y >= 0 && side < 0) --count;
  }
  return count;
}

/// Planes and maps: squared metres.
class FlatSearch {
 public:
  FlatSearch(const Vec3d& place, const Periods& periods) : place_(place), periods_(periods) {}

  double metres(double measure) const { return std::sqrt(measure); }

  void try_segment(const Vec3d& from, const Vec3d& to, Nearest& best) const {
    for_each_copy(between(from, to, 0.5), [&](const Vec3d& at) {
      const double x = to.x - from.x, y = to.y - from.y, squared = x * x + y * y;
      const double along = squared > 0 ? ((at.x - from.x) * x + (at.y - from.y) * y) / squared : 0;
      const Vec3d foot = along <= 0 ? from : along >= 1 ? to : between(from, to, along);
      best.take(squared_distance(at, {foot.x, foot.y, 0}), foot);
    });
  }

  bool inside(std::span<const std::span<const Vec3d>> rings) const {
    bool any = false;
    if (rings.empty()) return false;
    for_each_copy(rings[0][0], [&](const Vec3d& at) {
      int count = 0;
      for (const std::span<const Vec3d> ring : rings)
        count += rounds(ring, [&](const Vec3d& p) { return Vec3d{p.x - at.x, at.y - p.y, 0}; });
      any |= count > 0;
    });
    return any;
  }

  Vec3d point_inside(double height) const { return {place_.x, place_.y, height}; }

 private:
  /// The place, moved by whole periods to where it is nearest to another, and its neighbours there: objects may be a period long.
  template <class F>
  void for_each_copy(const Vec3d& near, const F& f) const {
    const int around_x = periods_.x > 0 ? 1 : 0, around_y = periods_.y > 0 ? 1 : 0;
    const Vec3d copy = periods_.beside(place_, near);
    for (int right = -around_x; right <= around_x; ++right)
      for (int down = -around_y; down <= around_y; ++down) f(Vec3d{copy.x + right * periods_.x, copy.y + down * periods_.y, 0});
  }

  Vec3d place_;
  Periods periods_;
};

/// Spheres: squared chords between directions, which grow with the angle.
class SphereSearch {
 public:
  SphereSearch(const Vec3d& place, double radius) : place_(unit(place)), radius_(radius) {
    const Vec3d other = std::abs(place_.z) < 0.5 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
    right_ = unit(cross(other, place_));
    up_ = cross(place_, right_);
  }

  double metres(double measure) const {
    const double half = std::sqrt(measure) / 2;  // the sine of half the angle
    return 2 * radius_ * math::atan2(half, std::sqrt(half < 1 ? 1 - half * half : 0));
  }

  void try_segment(const Vec3d& from, const Vec3d& to, Nearest& best) const {
    const Vec3d a = unit(from), b = unit(to), axis = cross(a, b);
    best.take(squared_distance(place_, a), from);
    best.take(squared_distance(place_, b), to);
    const double squared = dot(axis, axis);
    if (!(squared > 0)) return;
    const double off = dot(place_, axis) / squared;
    const Vec3d foot{place_.x - axis.x * off, place_.y - axis.y * off, place_.z - axis.z * off};
    if (!(dot(cross(a, foot), axis) > 0 && dot(cross(foot, b), axis) > 0)) return;
    const Vec3d out = unit(foot);
    const double share = std::sqrt(squared_distance(a, out) / squared_distance(a, b));
    const double far = length(from) + (length(to) - length(from)) * (share < 1 ? share : 1);
    best.take(squared_distance(place_, out), {out.x * far, out.y * far, out.z * far});
  }

  bool inside(std::span<const std::span<const Vec3d>> rings) const {
    int count = 0;
    for (const std::span<const Vec3d> ring : rings)
      count += rounds(ring, [&](const Vec3d& p) { return Vec3d{dot(p, right_), dot(p, up_), 0}; });
    return count > 0;
  }

  Vec3d point_inside(double far) const { return {place_.x * far, place_.y * far, place_.z * far}; }

 private:
  Vec3d place_, right_, up_;
  double radius_;
};

double height_of(const FlatSearch&, const Vec3d& at) { return at.z; }
double height_of(const SphereSearch&, const Vec3d& at) { return length(at); }

template <class Search>
void try_line(const Search& search, std::span<const Vec3d> path, Nearest& best) {
  if (path.size() == 1) search.try_segment(path[0], path[0], best);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) search.try_segment(path[i], path[i + 1], best);
}

template <class Search>
void try_area(const Search& search, std::span<const Vec3d> shore, std::span<const Vec3d> islands, Nearest& best) {
  std::vector<std::span<const Vec3d>> rings = rings_of(shore);
  for (const std::span<const Vec3d> island : rings_of(islands)) rings.push_back(island);
  if (search.inside(rings)) return best.take(0, search.point_inside(height_of(search, rings[0][0])));
  for (const std::span<const Vec3d> ring : rings) try_line(search, ring, best);
}

template <class Search>
std::optional<NearestObject> nearest_of(const Search& search, const ObjectTable& table) {
  using Path = ObjectColumn::Path;
  const auto* paths = table.values<Path>("path");
  const auto* shores = table.values<Path>("shore");
  const auto* islands = table.values<Path>("islands");
  const auto* lines = table.values<Path>("line");
  const std::vector<Vec3d>* points = nullptr;
  for (const ObjectColumn& column : table.columns)
    if (!points) points = column.as<Vec3d>();
  std::optional<NearestObject> found;
  Nearest best;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const double before = best.measure;
    if (paths)
      try_line(search, (*paths)[row], best);
    else if (shores)
      try_area(search, (*shores)[row], islands ? std::span<const Vec3d>((*islands)[row]) : std::span<const Vec3d>(), best);
    else if (lines && !(*lines)[row].empty())
      try_line(search, (*lines)[row], best);
    else if (points)
      search.try_segment((*points)[row], (*points)[row], best);
    if (best.measure < before) found = NearestObject{row, search.metres(best.measure), best.point};
  }
  return found;
}

}  // namespace

std::optional<NearestObject> nearest_object(const Domain& domain, const ObjectTable& table, const Vec3d& place) {
  FloatingPointMode ieee;
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) return nearest_of(SphereSearch(place, sphere->radius()), table);
  return nearest_of(FlatSearch({place.x, place.y, 0}, Periods(domain)), table);
}

}  // namespace craton
