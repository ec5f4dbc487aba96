#pragma once

#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "stages/crust/plate_mesh.h"

namespace craton::crust {

/// A place from which distances are measured, in a cell of the mesh.
struct Source {
  Cell cell = 0;
  Vec3d place;
  double slowness = 1;  ///< what a kilometre from it counts
};

inline constexpr double unreached = 1e30;

/// From every cell the way to the source that counts least, by way of neighbours that `may_pass(from, to)`: straight distances to
/// the sources, not sums over steps, so that no direction of the mesh shows.
template <class MayPass>
std::vector<double> from_nearest_source(const PlateMesh& mesh, std::span<const Source> sources, MayPass&& may_pass) {
  std::vector<double> least(mesh.count(), unreached);
  using Step = std::tuple<double, Cell, std::size_t>;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> front;
  const auto reach = [&](Cell cell, std::size_t source) {
    const double far = mesh.ground().distance(mesh.centre(cell), sources[source].place) * sources[source].slowness;
    if (far >= least[cell]) return;
    least[cell] = far;
    front.push({far, cell, source});
  };
  for (std::size_t i = 0; i < sources.size(); ++i) reach(sources[i].cell, i);
  while (!front.empty()) {
    const auto [far, cell, source] = front.top();
    front.pop();
    if (far > least[cell]) continue;
    const Cell from = cell;
    const std::size_t nearest = source;
    for (const PlateMesh::Way& way : mesh.links(from))
      if (may_pass(from, way.to)) reach(way.to, nearest);
  }
  return least;
}

}  // namespace craton::crust
