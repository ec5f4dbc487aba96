#include "surface/voronoi_cell.h"

#include <algorithm>

namespace craton {

// Sutherland & Hodgman's clipping of a polygon, against the line half-way to the site.
void VoronoiCell::cut(const PlanePoint& at, Cell site) {
  const double squared = at.x * at.x + at.y * at.y;
  if (!reached_from(squared) || count_ + 1 >= capacity) return;
  std::array<double, capacity> beyond;  // the line, by so much (times the distance of the site)
  bool any = false;
  for (std::size_t i = 0; i < count_; ++i) {
    beyond[i] = edges_[i].from.x * at.x + edges_[i].from.y * at.y - squared / 2;
    any = any || beyond[i] > 0;
  }
  if (!any) return;

  const auto crossing = [&](std::size_t from, std::size_t to) {
    const PlanePoint &a = edges_[from].from, &b = edges_[to].from;
    const double share = beyond[from] / (beyond[from] - beyond[to]);
    return PlanePoint{a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
  };
  std::array<VoronoiEdge, capacity> kept;
  std::size_t count = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const std::size_t j = next(i);
    const bool inside = beyond[i] <= 0, next_inside = beyond[j] <= 0;
    if (inside) kept[count++] = edges_[i];
    if (inside && !next_inside) kept[count++] = {crossing(i, j), std::sqrt(squared), site};
    if (!inside && next_inside) kept[count++] = {crossing(i, j), edges_[i].distance, edges_[i].site};
  }
  if (count == 0) return;  // by rounding alone: the middle itself is never cut off
  count_ = count;
  double farthest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    edges_[i] = kept[i];
    farthest = std::max(farthest, kept[i].from.x * kept[i].from.x + kept[i].from.y * kept[i].from.y);
  }
  squared_radius_ = farthest;
}

}  // namespace craton
