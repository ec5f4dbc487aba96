#pragma once

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "stages/crust/plate_mesh.h"

/// Regions that grow on the mesh of plates from their starts, all at once, each as fast as it can.
namespace craton::crust {

inline constexpr std::int32_t no_region = -1;

class RegionGrowth {
 public:
  RegionGrowth(const PlateMesh& mesh, std::vector<std::int32_t>& region) : mesh_(mesh), region_(region) {}

  void start(Cell cell, std::int32_t region) { front_.push({0, cell, region}); }

  /// `cost(from, to, region)` is the time that a step takes; below 0: it cannot be taken. `may_take(cell, region)` is asked when
  /// the front arrives. Cells that were refused wait, and are tried again by the next call.
  template <class Cost, class MayTake>
  void grow(Cost&& cost, MayTake&& may_take) {
    std::vector<Step> waiting;
    while (!front_.empty()) {
      const Step step = front_.top();
      front_.pop();
      const auto [time, cell, region] = step;
      if (region_[cell] != no_region) continue;
      if (!may_take(cell, region)) {
        waiting.push_back(step);
        continue;
      }
      region_[cell] = region;
      for (const PlateMesh::Way& way : mesh_.links(cell)) {
        if (region_[way.to] != no_region) continue;
        const double takes = cost(cell, way.to, region);
        if (takes >= 0) front_.push({time + takes * way.length, way.to, region});
      }
    }
    for (const Step& step : waiting) front_.push(step);
  }

 private:
  using Step = std::tuple<double, Cell, std::int32_t>;  // a total order
  const PlateMesh& mesh_;
  std::vector<std::int32_t>& region_;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> front_;
};

/// Cells whose neighbours on three or four sides belong to one other region join it: no teeth along borders.
inline void smooth_regions(const PlateMesh& mesh, std::vector<std::int32_t>& region, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::vector<Cell>> around(mesh.count());
    for (const MeshSide& side : mesh.sides()) {
      around[side.cell].push_back(side.other);
      around[side.other].push_back(side.cell);
    }
    const std::vector<std::int32_t> before = region;
    for (Cell cell = 0; cell < mesh.count(); ++cell)
      for (const Cell other : around[cell]) {
        const auto like =
            std::count_if(around[cell].begin(), around[cell].end(), [&](Cell c) { return before[c] == before[other]; });
        if (before[other] != before[cell] && like >= 3) region[cell] = before[other];
      }
  }
}

}  // namespace craton::crust
