#pragma once

#include "noise/simplex_kernels.h"

namespace craton {

/// What lies around a chunk: the cell of its first sample and the indices that its samples reach.
template <int Dimensions>
struct SimplexRegion {
  SimplexLattice::Place first;
  double extent[Dimensions];  ///< from the first sample to the last, in cells
  int reach[Dimensions];      ///< cells of the samples: first.cell … first.cell + reach, on the skewed axes

  SimplexRegion(const SimplexGrid& grid, const Chunk& chunk) {
    std::array<uint128, max_dimensions> coordinates{};
    double sum = 0;
    for (int a = 0; a < Dimensions; ++a) {
      const auto i = static_cast<std::size_t>(a);
      const auto position =
          static_cast<std::uint64_t>(grid.shape.origin[i]) + static_cast<std::uint64_t>(grid.shape.step[i]) * chunk.begin[i];
      coordinates[i] = grid.lattice.coordinate(a, static_cast<std::int64_t>(position));
      extent[a] = (chunk.size[i] - 1) * grid.cells_per_sample[a];
      sum += extent[a];
    }
    first = grid.lattice.place(coordinates);
    for (int a = 0; a < Dimensions; ++a)
      reach[a] = static_cast<int>(first.inside[static_cast<std::size_t>(a)] + extent[a] + sum * grid.lattice.skew() + 1e-6);
  }
};

/// Keys of consecutive indices on one axis.
struct SimplexKeys {
  static constexpr int capacity = 256;

  AlignedArray<std::uint32_t, capacity> low, high;

  void make(const SimplexLattice& lattice, int axis, std::int64_t first, int count) {
    AxisKeys keys = lattice.keys(axis);
    for (int i = 0; i < count; ++i) {
      const AxisKey key = keys(static_cast<std::uint64_t>(first + i));
      low[i] = key.low;
      high[i] = key.high;
    }
    for (int i = count; i < count + 16; ++i) low[i] = high[i] = 0;  // lanes past the end look a little further
  }
};

}  // namespace craton
