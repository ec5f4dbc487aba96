#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/surface/domain.h>

#include "surface/flat_array.h"

/// All cells within a distance of a cell, on any domain.
namespace craton {

/// On planes and maps: steps in rows and columns, which are the same for all cells.
template <Topology T>
class CellsAround {
 public:
  CellsAround(const T& topology, double metres) : topology_(topology) {
    static_assert(T::even_links);
    const auto reach = static_cast<std::int64_t>(std::min(metres / topology.spacing(), 0x1p31));
    const auto [width, height] = size_of(topology);
    const std::int64_t reach_x = std::min(reach, wraps_x(topology) ? width / 2 : width - 1),
                       reach_y = std::min(reach, wraps_y(topology) ? height / 2 : height - 1);
    for (std::int64_t down = -reach_y; down <= reach_y; ++down)
      for (std::int64_t right = -reach_x; right <= reach_x; ++right) {
        const double distance = std::sqrt(static_cast<double>(down * down + right * right)) * topology.spacing();
        if (distance <= metres) steps_.push_back({right, down, static_cast<float>(distance)});
      }
  }

  /// Calls f(cell, metres), the cell itself included; where a map closes onto itself, what is farther than half around is left
  /// out.
  template <class F>
  void operator()(Cell cell, F&& f) {
    const auto [width, height] = size_of(topology_);
    const std::int64_t column = cell % width, row = cell / width;
    for (const Step& step : steps_) {
      std::int64_t x = column + step.right, y = row + step.down;
      if (!inside(x, width, wraps_x(topology_)) || !inside(y, height, wraps_y(topology_))) continue;
      f(static_cast<Cell>(y * width + x), step.metres);
    }
  }

 private:
  struct Step {
    std::int64_t right, down;
    float metres;
  };

  static std::pair<std::int64_t, std::int64_t> size_of(const PlaneTile& tile) {
    return {tile.stored_width(), tile.stored_height()};
  }
  static std::pair<std::int64_t, std::int64_t> size_of(const Torus& torus) { return {torus.size().width, torus.size().height}; }
  static bool wraps_x(const PlaneTile&) { return false; }
  static bool wraps_y(const PlaneTile&) { return false; }
  static bool wraps_x(const Torus& torus) { return torus.wraps_x(); }
  static bool wraps_y(const Torus& torus) { return torus.wraps_y(); }
  static bool inside(std::int64_t& at, std::int64_t size, bool wraps) {
    if (at >= 0 && at < size) return true;
    at = wrapped(at, size);
    return wraps;
  }

  const T& topology_;
  std::vector<Step> steps_;
};

/// On a sphere: over the links, as far as the straight line to the site is short enough.
template <>
class CellsAround<CubeSphere> {
 public:
  CellsAround(const CubeSphere& sphere, double metres)
      : sphere_(sphere), metres_(static_cast<float>(metres)), seen_(sphere.cell_count()) {}

  template <class F>
  void operator()(Cell cell, F&& f) {
    ++round_;
    open_.assign(1, cell);
    seen_[cell] = round_;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Cell at = open_[i];
      f(at, sphere_.distance(cell, at));
      sphere_.for_each_link(at, [&](Link link) {
        if (seen_[link.to] == round_ || sphere_.distance(cell, link.to) > metres_) return;
        seen_[link.to] = round_;
        open_.push_back(link.to);
      });
    }
  }

 private:
  const CubeSphere& sphere_;
  float metres_;
  std::uint32_t round_ = 0;
  FlatArray<std::uint32_t> seen_;
  std::vector<Cell> open_;
};

}  // namespace craton
