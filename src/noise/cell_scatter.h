#pragma once

#include "base/function_ref.h"
#include "noise/cell_points.h"

/// Displaced samples of a grid on a square lattice. A part of a chunk lists the keys of all lattice lines that its samples can
/// reach; a sample's place is a number with 7 bits of cells, counted from the first of these lines, and 24 of fraction.
namespace craton {

/// Where the samples of a grid lie along an axis, counted in cells from the first sample's: through the end of the lattice and
/// on.
struct GridPlaces {
  std::uint64_t first_cell = 0;
  AlignedVector<std::uint64_t> cells;  ///< of each sample
  AlignedVector<std::int32_t> fine;    ///< the same in 2^-24 cells, modulo 2^32; padded by a vector
};
GridPlaces make_grid_places(const AxisLattice& lattice, const GridShape& shape, std::size_t axis);

struct ScatterAxis {
  static constexpr std::size_t max_cells = 120;

  AlignedArray<std::uint32_t, max_cells + 16> low, high;  ///< keys of lattice lines
  std::uint32_t count = 0;                                ///< of lattice lines
  bool one_high = true;                                   ///< all upper keys are the same
  float cells_per_metre = 0;
  bool far = false;                      ///< displacements of 64 cells or more: their 2^-24 cells do not fit into 32 bits at once
  const std::int32_t* places = nullptr;  ///< of each sample along the axis, less `shift`, before it is displaced
  std::int32_t shift = 0;

  std::int32_t place(std::uint32_t sample) const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(places[sample]) + static_cast<std::uint32_t>(shift));
  }
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
void for_each_scatter_part(const CellLattice& lattice, const std::array<GridPlaces, 3>& places, const GridShape& shape,
                           const Chunk& chunk, const Displacement& displacement, FunctionRef<void(const ScatterPart&)> part,
                           FunctionRef<void(const Chunk&, const Displacement&)> row);

}  // namespace craton
