#pragma once

#include "base/function_ref.h"
#include "noise/cell_points.h"

/// Displaced samples of a grid on a square lattice. A part of a chunk lists the keys of all lattice lines that its samples can
/// reach; a sample's place is a number with 7 bits of cells, counted from the first of these lines, and 24 of fraction.
namespace craton {

struct ScatterAxis {
  static constexpr std::size_t max_cells = 120;

  AlignedArray<std::uint32_t, max_cells + 16> low, high;  ///< keys of lattice lines
  std::uint32_t count = 0;                                ///< of lattice lines
  bool one_high = true;                                   ///< all upper keys are the same
  float cells_per_metre = 0;
  bool far = false;  ///< displacements of 64 cells or more: their 2^-24 cells do not fit into 32 bits at once
  AlignedArray<std::int32_t, max_chunk_width> place;  ///< of each sample along the axis, before it is displaced
};

/// A part of a chunk that is narrow enough.
struct ScatterPart {
  int dimensions = 2;
  int smoothness = 2;
  std::array<std::uint32_t, 3> begin{}, size{1, 1, 1};  ///< within the chunk
  std::array<ScatterAxis, 3> axis;
};

/// Cuts a chunk into parts whose reach fits. Rows of samples that are scattered too far, and all noises of four dimensions or a
/// smoothness above 2, go to `row` as chunks of their own.
void for_each_scatter_part(const CellLattice& lattice, const GridShape& shape, const Chunk& chunk,
                           const Displacement& displacement, FunctionRef<void(const ScatterPart&)> part,
                           FunctionRef<void(const Chunk&, const Displacement&)> row);

}  // namespace craton
