#pragma once

#include <craton/surface/domain.h>

namespace craton {

/// A slot is the place of a link among the eight around a cell, in reading order: NW N NE W E SW S SE, in the frame of the cell's
/// own row and column. Cells at borders and at the corners of the cube lack some.
inline constexpr int slot_count = 8;
struct GridStep {
  int right, down;
  constexpr bool diagonal() const { return right != 0 && down != 0; }
};
/// Step k and step 7 − k are opposite.
inline constexpr GridStep slot_steps[slot_count] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};

namespace detail {
/// Whether the step leaves 0 … size − 1.
inline bool leaves(Cell at, int step, Cell size) { return step < 0 ? at == 0 : step > 0 && at + 1 == size; }
}  // namespace detail

inline bool has_slot(const PlaneTile& tile, Cell cell, int slot) {
  return !detail::leaves(cell % tile.stored_width(), slot_steps[slot].right, tile.stored_width()) &&
         !detail::leaves(cell / tile.stored_width(), slot_steps[slot].down, tile.stored_height());
}
inline bool has_slot(const Torus& torus, Cell cell, int slot) {
  const GridSize size = torus.size();
  return (torus.wraps_x() || !detail::leaves(cell % size.width, slot_steps[slot].right, size.width)) &&
         (torus.wraps_y() || !detail::leaves(cell / size.width, slot_steps[slot].down, size.height));
}
inline bool has_slot(const CubeSphere& sphere, Cell cell, int slot) {
  const Cell side = sphere.resolution();
  return !(detail::leaves(cell % side, slot_steps[slot].right, side) &&
           detail::leaves(cell / side % side, slot_steps[slot].down, side));
}

/// Calls f(slot, link) for all links of a cell, in their order.
template <Topology T, class F>
void for_each_slot(const T& topology, Cell cell, F&& f) {
  int slot = -1;
  topology.for_each_link(cell, [&](Link link) {
    do ++slot;
    while (!has_slot(topology, cell, slot));
    f(slot, link);
  });
}

/// Metres from a cell to a neighbour; 0 where they are none.
template <Topology T>
float link_length(const T& topology, Cell from, Cell to) {
  float length = 0;
  topology.for_each_link(from, [&](Link link) { length = link.to == to ? link.length : length; });
  return length;
}

}  // namespace craton
