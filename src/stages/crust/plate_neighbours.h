#pragma once

#include <array>
#include <optional>

#include <craton/surface/domain.h>

#include "surface/link_slots.h"

namespace craton {

/// The cells around a cell, without the lengths of the ways to them, which cost more than all else where nobody needs them.
template <Topology T>
class PlateNeighbours {
 public:
  explicit PlateNeighbours(const T& topology) : topology_(topology), offsets_(topology.regular_offsets()) {}

  /// Calls f(cell) in the order of the links.
  template <class F>
  void operator()(Cell cell, F&& f) const {
    if (topology_.run_from(cell).regular) {
      for (const std::int32_t offset : offsets_) f(cell + static_cast<Cell>(offset));
    } else {
      of_border(topology_, cell, f);
    }
  }

  /// Of a cell that no run of regular ones holds.
  template <class F>
  void at_border(Cell cell, F&& f) const {
    of_border(topology_, cell, f);
  }

 private:
  template <class F>
  static void of_border(const CubeSphere& sphere, Cell cell, F& f) {
    const std::uint32_t side = sphere.resolution(), line = cell / side, face = line / side;
    const std::int64_t column = cell - line * side, row = line - face * side;
    for (const auto& step : slot_steps)
      if (const std::optional<Cell> to = sphere.folded(face, column + step.right, row + step.down)) f(*to);
  }
  template <class Grid, class F>
  static void of_border(const Grid& grid, Cell cell, F& f) {
    grid.for_each_link(cell, [&](Link link) { f(link.to); });
  }

  const T& topology_;
  std::array<std::int32_t, 8> offsets_;
};

}  // namespace craton
