#pragma once

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
};

/// The places of the plane that are nearer to the middle (0, 0) than to any of some sites, by cutting off what is not.
class VoronoiCell {
 public:
  VoronoiCell() {
    // Larger than the cell of any place on a sphere of radius 1 under a cube of 4 × 4 cells a face or more.
    edges_[0] = {{-frame, -frame}, 0, no_cell};
    edges_[1] = {{frame, -frame}, 0, no_cell};
    edges_[2] = {{frame, frame}, 0, no_cell};
    edges_[3] = {{-frame, frame}, 0, no_cell};
  }

  std::size_t size() const { return count_; }
  const VoronoiEdge& edge(std::size_t i) const { return edges_[i]; }
  double length(std::size_t i) const {
    const PlanePoint &a = edges_[i].from, &b = edges_[next(i)].from;
    return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  }
  /// Of the farthest corner.
  double radius() const { return std::sqrt(squared_radius_); }

  /// A site cuts only what is nearer to it than to the middle.
  bool reached_from(double squared_distance) const { return squared_distance < 4 * squared_radius_; }
  void cut(const PlanePoint& at, Cell site);

 private:
  static constexpr double frame = 8;
  static constexpr std::size_t capacity = 64;  // a dozen would do but for strange warps

  std::size_t next(std::size_t i) const { return i + 1 == count_ ? 0 : i + 1; }

  std::array<VoronoiEdge, capacity> edges_;
  std::size_t count_ = 4;
  double squared_radius_ = 2 * frame * frame;
};

}  // namespace craton
