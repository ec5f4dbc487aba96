#pragma once

#include <algorithm>

#include <craton/surface/topology.h>

namespace craton {

/// Walks the cells [begin, end) in order, for stencils:
///
///     sweep(topology, begin, end,
///           [&](Cell first, Cell last) { … },     // all eight neighbours of cells first … last − 1 are cell + offset
///           [&](Cell cell) { … });                // a cell at a border, edge or corner: for_each_link knows its neighbours
///
/// The first is a plain loop over arrays, which compilers turn into vectors:
///
///     const auto offset = topology.regular_offsets();
///     const float *north = values + offset[1], *south = values + offset[6];
///     for (Cell cell = first; cell < last; ++cell) out[cell] = 0.5f * (north[cell] + south[cell]);
///
/// Both must give a cell the same value, for where a run ends is no property of the world.
template <Topology T, class Regular, class Border>
void sweep(const T& topology, Cell begin, Cell end, Regular&& regular, Border&& border) {
  for (Cell cell = begin; cell < end;) {
    const CellRun run = topology.run_from(cell);
    const Cell last = std::min(run.end, end);
    if (run.regular) {
      regular(cell, last);
    } else {
      for (Cell single = cell; single < last; ++single) border(single);
    }
    cell = last;
  }
}

}  // namespace craton
