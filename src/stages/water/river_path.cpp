#include "stages/water/river_path.h"

#include <cmath>

namespace craton {
namespace {

/// Moves a point by whole periods to where it is nearest to another.
double unwrapped(double at, double near, double period) {
  return period > 0 ? at + period * std::floor((near - at) / period + 0.5) : at;
}

Vec3d between(const Vec3d& a, const Vec3d& b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share};
}

double far_out(const Vec3d& at) { return std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z); }

/// On a sphere the straight line between two points runs below the ground: points on it are lifted to the height between theirs.
Vec3d between_on_sphere(const Vec3d& a, const Vec3d& b, double share) {
  const Vec3d at = between(a, b, share);
  const double a_far = far_out(a), lift = (a_far + (far_out(b) - a_far) * share) / far_out(at);
  return {at.x * lift, at.y * lift, at.z * lift};
}

/// One round: every corner that is not pinned becomes two, a quarter before and behind it.
template <class Between>
void cut_corners(ObjectColumn::Path& path, std::vector<bool>& pinned, const Between& between_points) {
  ObjectColumn::Path next;
  std::vector<bool> next_pinned;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i == 0 || i + 1 == path.size() || pinned[i]) {
      next.push_back(path[i]);
      next_pinned.push_back(true);
      continue;
    }
    next.push_back(between_points(path[i], path[i - 1], 0.25));
    next.push_back(between_points(path[i], path[i + 1], 0.25));
    next_pinned.insert(next_pinned.end(), {false, false});
  }
  path = std::move(next);
  pinned = std::move(next_pinned);
}

}  // namespace

Vec3d river_point(const Domain& domain, Cell cell, float height) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    const std::uint32_t side = sphere->resolution(), row = cell / side % side, column = cell % side;
    const Vec3d out = direction_of(FacePlace{cell / side / side, (column + 0.5) / side, (row + 0.5) / side}, sphere->theta());
    const double far = sphere->radius() + double{height};
    return {out.x * far, out.y * far, out.z * far};
  }
  Vec3d at = std::visit([&](const auto& topology) { return topology.centre(cell); }, domain);
  at.z = double{height};
  return at;
}

ObjectColumn::Path river_path(const Domain& domain, std::span<const Cell> cells, std::span<const float> heights,
                              const std::vector<bool>& pinned) {
  double period_x = 0, period_y = 0;
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    const auto period = torus->period();
    period_x = static_cast<double>(period[0]) / units_per_metre;
    period_y = static_cast<double>(period[1]) / units_per_metre;
  }
  ObjectColumn::Path path;
  path.reserve(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Vec3d at = river_point(domain, cells[i], heights[i]);
    if (i > 0) {
      at.x = unwrapped(at.x, path.back().x, period_x);
      at.y = unwrapped(at.y, path.back().y, period_y);
    }
    path.push_back(at);
  }
  std::vector<bool> fixed = pinned;
  const auto cut_point = std::holds_alternative<CubeSphere>(domain) ? &between_on_sphere : &between;
  for (int round = 0; round < 2; ++round) cut_corners(path, fixed, cut_point);
  return path;
}

}  // namespace craton
