#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned.h"
#include "noise/cell_axis.h"
#include "noise/generator.h"

/// Axes of a grid on a square lattice whose samples are splines through several lattice values on each side.
namespace craton {

/// Which lattice values a sample is made of: `taps` of them, from the one `before` cells before its own.
struct SplineReach {
  std::uint32_t taps;
  std::uint32_t before;
};

/// One axis of a grid. Lattice lines and cells are listed once each, in order, as far as samples need them.
struct SplineAxis {
  CellAxis cells;                       ///< of each sample: its cell (`corner`) and fraction; the keys are those of lattice lines
  AlignedVector<std::uint32_t> first;   ///< of each cell: the first of its lattice lines, padded by a vector
  std::vector<std::uint64_t> distance;  ///< of each lattice line: how many cells after the first one
  std::uint64_t first_cell = 0;         ///< of the lattice: where the first lattice line lies
};

SplineAxis make_spline_axis(const AxisSpec& spec, const GridShape& shape, SplineReach reach);

struct SplineGrid {
  int dimensions = 2;
  std::array<SplineAxis, 3> axis;
};

SplineGrid make_spline_grid(const std::array<AxisSpec, max_dimensions>& axis, const GridShape& shape, SplineReach reach);

/// The cells and lattice lines that a chunk touches along an axis.
struct SplineSpan {
  std::uint32_t first_cell, cells;
  std::uint32_t first_line, lines;
};

inline SplineSpan spline_span(const SplineAxis& axis, std::uint32_t begin, std::uint32_t size, SplineReach reach) {
  const std::uint32_t from = axis.cells.corner[begin], to = axis.cells.corner[begin + size - 1];
  return {from, to - from + 1, axis.first[from], axis.first[to] + reach.taps - axis.first[from]};
}

}  // namespace craton
