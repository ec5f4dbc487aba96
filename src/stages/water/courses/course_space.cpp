#include "stages/water/courses/course_space.h"

#include <algorithm>
#include <optional>

#include "stages/water/rivers/river_path.h"

namespace craton {

CourseSpace::CourseSpace(const Domain& domain)
    : domain_(domain), sphere_(std::get_if<CubeSphere>(&domain)), spacing_(craton::spacing(domain)), periods_(domain) {}

Vec3d CourseSpace::point(const Vec3d& place, double height) const {
  if (!sphere_) return {place.x, place.y, height};
  return place * ((sphere_->radius() + height) / length(place));
}

Vec3d CourseSpace::rounded(const Vec3d& place) const {
  if (sphere_) return place;
  constexpr double parts = 4096;
  return {std::floor(place.x * parts + 0.5) / parts, std::floor(place.y * parts + 0.5) / parts, 0};
}

Vec3d CourseSpace::centre(Cell cell) const { return river_point(domain_, cell, 0); }

Cell CourseSpace::cell(const Vec3d& place) const {
  if (sphere_) return sphere_->cell_at(place);
  const auto units = [](double metres) { return static_cast<std::int64_t>(std::floor(metres * units_per_metre + 0.5)); };
  const Point2 position{units(place.x), units(place.y)};
  const auto* tile = std::get_if<PlaneTile>(&domain_);
  const std::optional<Cell> found = tile ? tile->nearest(position) : std::get<Torus>(domain_).nearest(position);
  return found.value_or(no_cell);
}

bool CourseSpace::meet(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) const {
  if (a == c || a == d || b == c || b == d) {
    const Vec3d& common = a == c || a == d ? a : b;
    const Vec3d& one = common == a ? b : a;
    const Vec3d& other = common == c ? d : c;
    return left_of(common, one, other) == 0 && dot(one - common, other - common) > 0;
  }
  const double c_side = left_of(a, b, c), d_side = left_of(a, b, d);
  if ((c_side > 0 && d_side > 0) || (c_side < 0 && d_side < 0)) return false;
  const double a_side = left_of(c, d, a), b_side = left_of(c, d, b);
  if ((a_side > 0 && b_side > 0) || (a_side < 0 && b_side < 0)) return false;
  if (c_side != 0 || d_side != 0) return true;
  const Vec3d along = b - a;  // all four on one line
  const double c_at = dot(c - a, along), d_at = dot(d - a, along);
  return std::max(c_at, d_at) >= 0 && std::min(c_at, d_at) <= dot(along, along);
}

double CourseSpace::share_of_crossing(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) const {
  const double a_side = left_of(c, d, a), b_side = left_of(c, d, b);
  return a_side == b_side ? 0 : std::clamp(a_side / (a_side - b_side), 0.0, 1.0);
}

}  // namespace craton
