#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "stages/places/place_mesh.h"

/// Shapes on the coarse mesh: how far it is to their rims, where they are narrow, which way runs through their middle.
namespace craton {

inline constexpr double never = std::numeric_limits<double>::infinity();
inline constexpr std::uint32_t no_region = 0;

/// Shortest ways from all cells whose distance is 0 (Dijkstra 1959). `cost(from, link)` is what a link costs, `never` where it is
/// closed. Distances that are not `never` at first are starts. `before`, where given, becomes the cell before each on its way.
template <class Cost>
void spread(const PlaceMesh& mesh, std::vector<double>& distances, const Cost& cost,
            std::vector<std::uint32_t>* before = nullptr) {
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    if (distances[cell] < never) open.emplace(distances[cell], cell);
  while (!open.empty()) {
    const auto [far, cell] = open.top();
    open.pop();
    if (far > distances[cell]) continue;
    for (const Link& link : mesh.links(cell)) {
      const double next = far + cost(cell, link);
      if (!(next < distances[link.to])) continue;
      distances[link.to] = next;
      if (before) (*before)[link.to] = cell;
      open.emplace(next, link.to);
    }
  }
}

/// For each cell of a shape the way to the nearest cell outside, m; 0 outside. Where all is inside it is the same everywhere.
std::vector<double> distance_inside(const PlaceMesh& mesh, const std::vector<bool>& shape);

/// Numbers connected parts of a shape from 1; 0 outside. Returns their count.
std::uint32_t number_parts(const PlaceMesh& mesh, const std::vector<bool>& shape, std::vector<std::uint32_t>& numbers);

struct NeckRules {
  /// Two basins stay apart where the passage between them is narrower than this part of the narrower basin.
  double neck = 0.6;
  double least_area = 0;  ///< m²: smaller basins go to the neighbour with which they share the longest border
};
/// Cuts shapes where they are narrow: basins of the distance to the rim, merged where the passage between them is nearly as wide
/// as the narrower of the two (watersheds with dynamics: Grimaud 1992). Numbers from 1, 0 outside; returns their count.
std::uint32_t split_at_necks(const PlaceMesh& mesh, const std::vector<bool>& shape, const std::vector<double>& inside,
                             const NeckRules& rules, std::vector<std::uint32_t>& numbers);

/// Areas of regions 1 … count; [0] is what has none.
std::vector<double> areas_of(const PlaceMesh& mesh, const std::vector<std::uint32_t>& numbers, std::uint32_t count);

}  // namespace craton
