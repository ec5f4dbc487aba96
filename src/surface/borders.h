#pragma once

#include <craton/surface/domain.h>

namespace craton {

/// Whether a cell lies at the border of a map that has one there.
inline bool at_border(const PlaneTile& tile, Cell cell) {
  const Cell row = cell / tile.stored_width(), column = cell % tile.stored_width();
  return row == 0 || column == 0 || row + 1 == tile.stored_height() || column + 1 == tile.stored_width();
}
inline bool at_border(const Torus& torus, Cell cell) {
  const GridSize size = torus.size();
  const Cell row = cell / size.width, column = cell % size.width;
  return (!torus.wraps_y() && (row == 0 || row + 1 == size.height)) ||
         (!torus.wraps_x() && (column == 0 || column + 1 == size.width));
}
inline bool at_border(const CubeSphere&, Cell) { return false; }

}  // namespace craton
