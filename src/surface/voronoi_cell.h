#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <craton/surface/coords.h>

namespace craton {

// Without defaults, so that arrays of them cost nothing before they are filled.
struct PlanePoint {
  double x, y;
};

/// A side of a Voronoi cell: it begins at `from` and ends where the next one begins.
struct VoronoiEdge {
  PlanePoint from;
  double distance;  ///< of the site beyond it, from the middle
  Cell site;        ///< no_cell on the outer frame
  Cell tied;        ///< one more site whose line passes through `from`, as far as is known; or no_cell
};

/// A line: what lies beyond it has normal · place > offset.
struct CuttingLine {
  PlanePoint normal;
  double offset;
  double distance;  ///< of the site beyond it
  Cell site;
};

/// The places of the plane that are nearer to the middle (0, 0) than to any of some sites, by cutting off what is not.
class VoronoiCell {
 public:
  VoronoiCell() {
    // Larger than the cell of any place on a sphere of radius 1 under a cube of 4 × 4 cells a face or more.
    edges_[0] = {{-frame, -frame}, 0, no_cell, no_cell};
    edges_[1] = {{frame, -frame}, 0, no_cell, no_cell};
    edges_[2] = {{frame, frame}, 0, no_cell, no_cell};
    edges_[3] = {{-frame, frame}, 0, no_cell, no_cell};
  }

  std::size_t size() const { return count_; }
  const VoronoiEdge& edge(std::size_t i) const { return edges_[i]; }
  const VoronoiEdge& edge_before(std::size_t i) const { return edges_[i == 0 ? count_ - 1 : i - 1]; }
  double length(std::size_t i) const {
    const PlanePoint &a = edges_[i].from, &b = edges_[next(i)].from;
    return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  }
  /// Of the farthest corner.
  double radius() const { return std::sqrt(squared_radius_); }
  double squared_radius() const { return squared_radius_; }

  /// A site cuts only what is nearer to it than to the middle.
  bool reached_from(double squared_distance) const { return squared_distance < 4 * squared_radius_; }
  void cut(const PlanePoint& at, Cell site) {
    const double squared = at.x * at.x + at.y * at.y;
    if (reached_from(squared))
      cut_along({at, squared / 2, std::sqrt(squared), site}, [](std::size_t, double beyond) { return beyond; });
  }
  /// `decide(i, beyond)` may correct by how much the corner where edge i begins lies beyond the line; 0: the line passes through
  /// it.
  template <class Decide>
  void cut_along(const CuttingLine& line, Decide&& decide);

 private:
  static constexpr double frame = 8;
  static constexpr std::size_t capacity = 64;  // a dozen would do but for strange warps

  std::size_t next(std::size_t i) const { return i + 1 == count_ ? 0 : i + 1; }

  std::array<VoronoiEdge, capacity> edges_;
  std::size_t count_ = 4;
  double squared_radius_ = 2 * frame * frame;
};

// Sutherland & Hodgman's clipping of a polygon. No side of length 0 is made where a line passes through a corner.
template <class Decide>
void VoronoiCell::cut_along(const CuttingLine& line, Decide&& decide) {
  if (count_ + 1 >= capacity) return;
  std::array<double, capacity> beyond;
  bool any = false;
  for (std::size_t i = 0; i < count_; ++i) {
    beyond[i] = decide(i, edges_[i].from.x * line.normal.x + edges_[i].from.y * line.normal.y - line.offset);
    any = any || beyond[i] > 0;
    if (beyond[i] == 0) edges_[i].tied = line.site;
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
    if (inside && !next_inside) {
      if (beyond[i] == 0) {
        kept[count++] = {edges_[i].from, line.distance, line.site, edges_[i].site};
      } else {
        kept[count++] = edges_[i];
        kept[count++] = {crossing(i, j), line.distance, line.site, no_cell};
      }
    } else if (inside) {
      kept[count++] = edges_[i];
    } else if (next_inside) {
      if (beyond[j] != 0)
        kept[count++] = {crossing(i, j), edges_[i].distance, edges_[i].site, no_cell};
      else if (j == 0)
        kept[0].tied = edges_[i].site;
      else
        edges_[j].tied = edges_[i].site;
    }
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
