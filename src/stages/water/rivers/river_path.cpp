#include "stages/water/rivers/river_path.h"

#include <algorithm>
#include <cmath>

#include "surface/link_slots.h"
#include "surface/periods.h"
#include "surface/vectors.h"

namespace craton {
namespace {

/// On a sphere the straight line between two points runs below the ground: points on it are lifted to the height between theirs.
Vec3d between_on_sphere(const Vec3d& a, const Vec3d& b, double share) {
  const Vec3d at = between(a, b, share);
  const double a_far = length(a), lift = (a_far + (length(b) - a_far) * share) / length(at);
  return {at.x * lift, at.y * lift, at.z * lift};
}

/// Square metres between two places, whatever their heights, the short way round.
double apart_squared(const Domain& domain, const Vec3d& a, const Vec3d& b) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    const double down_a = sphere->radius() / length(a), down_b = sphere->radius() / length(b);
    const double x = a.x * down_a - b.x * down_b, y = a.y * down_a - b.y * down_b, z = a.z * down_a - b.z * down_b;
    return x * x + y * y + z * z;
  }
  const Vec3d near = Periods(domain).beside(b, a);
  const double x = a.x - near.x, y = a.y - near.y;
  return x * x + y * y;
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
  const Periods periods(domain);
  ObjectColumn::Path path;
  path.reserve(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Vec3d at = river_point(domain, cells[i], heights[i]);
    path.push_back(i > 0 ? periods.beside(at, path.back()) : at);
  }
  std::vector<bool> fixed = pinned;
  const auto cut_point = std::holds_alternative<CubeSphere>(domain) ? &between_on_sphere : &between;
  for (int round = 0; round < 2; ++round) cut_corners(path, fixed, cut_point);
  return path;
}

double height_on(const Domain& domain, const Vec3d& place) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  return sphere ? length(place) - sphere->radius() : place.z;
}

float length_between(const Domain& domain, Cell from, Cell to) {
  return std::visit([&](const auto& topology) { return link_length(topology, from, to); }, domain);
}

double length_of(const Domain& domain, std::span<const Cell> cells) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < cells.size(); ++k) sum += double{length_between(domain, cells[k], cells[k + 1])};
  return sum;
}

void cut_path(const Domain& domain, Cell before, Cell cell, ObjectColumn::Path& path) {
  const Vec3d at = river_point(domain, cell, 0);
  const auto far_from = [&](const Vec3d& place) { return apart_squared(domain, place, at); };
  std::size_t last = 0;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (far_from(path[i]) < far_from(path[last])) last = i;
  // Corners are cut up to 7/16 of a link before and behind a place.
  const double near = 0.25 * far_from(river_point(domain, before, 0));
  while (last > 0 && far_from(path[last]) < near) --last;
  if (!path.empty()) path.resize(last + 1);
}

const Vec3d* point_at(const Domain& domain, const ObjectColumn::Path& path, const Vec3d& place) {
  constexpr double rounding = 1e-4;  // m
  const auto found = std::find_if(path.begin(), path.end(),
                                  [&](const Vec3d& at) { return apart_squared(domain, at, place) < rounding * rounding; });
  return found != path.end() ? &*found : nullptr;
}

void meet_at(const Domain& domain, const Vec3d& point, Vec3d& end) {
  if (std::holds_alternative<CubeSphere>(domain))
    end = point;
  else
    end.z = point.z;
}

bool ends_on(const Domain& domain, const Vec3d& end, const ObjectColumn::Path& path) {
  const Periods periods(domain);
  const auto same = [](double a, double b, double period) {
    return a == b || (period > 0 && std::remainder(a - b, period) == 0);
  };
  return std::any_of(path.begin(), path.end(), [&](const Vec3d& at) {
    return same(at.x, end.x, periods.x) && same(at.y, end.y, periods.y) && at.z == end.z;
  });
}

void append_path(const Domain& domain, ObjectColumn::Path rest, ObjectColumn::Path& path) {
  if (!path.empty() && !rest.empty()) {
    const Vec3d near = Periods(domain).beside(rest[0], path.back());
    const double x = near.x - rest[0].x, y = near.y - rest[0].y;
    for (Vec3d& place : rest) {
      place.x += x;
      place.y += y;
    }
  }
  path.insert(path.end(), rest.begin(), rest.end());
}

bool are_linked(const Domain& domain, Cell a, Cell b) {
  bool found = false;
  std::visit([&](const auto& topology) { topology.for_each_link(a, [&](Link link) { found |= link.to == b; }); }, domain);
  return found;
}

std::string broken_line(const Domain& domain, std::span<const Cell> cells, const ObjectColumn::Path& path) {
  if (cells.size() < 2 || path.size() < 2) return "has no length";
  for (std::size_t k = 0; k + 1 < cells.size(); ++k)
    if (!are_linked(domain, cells[k], cells[k + 1])) return "leaps over cells";
  const double rounding = std::holds_alternative<CubeSphere>(domain) ? 1e-6 : 0;
  for (std::size_t k = 0; k + 1 < path.size(); ++k)
    if (height_on(domain, path[k + 1]) > height_on(domain, path[k]) + rounding) return "rises";
  return "";
}

}  // namespace craton
