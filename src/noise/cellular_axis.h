#pragma once

#include "base/aligned.h"
#include "base/lattice_hash.h"
#include "noise/generator.h"

namespace craton {

inline constexpr int max_cellular_radius = 3;

/// One axis of a grid among the cells of a square lattice. Cells are listed without gaps, from `radius` cells before the first
/// sample's to as many after the last one's. Arrays are padded by a vector.
struct CellularAxis {
  AlignedVector<std::uint32_t> cell;               ///< of each sample: index of its own cell
  AlignedVector<float> fraction;                   ///< of each sample: how far into it
  AlignedVector<std::uint32_t> key_low, key_high;  ///< of each cell
  int radius = 0;

  static constexpr std::size_t pad = 64;
};

CellularAxis make_cellular_axis(Seed seed, const AxisLattice& lattice, const GridShape& shape, std::size_t axis, int radius);
/// An axis that the grid does not have: one cell, which adds nothing to hashes.
CellularAxis no_cellular_axis();

struct CellularGrid {
  int dimensions = 2;
  CellularAxis axis[3];
  double cells_per_sample[3] = {};
};

/// A batch of points: fractions, and keys of the cells around each.
struct CellularPoints {
  template <class T>
  using Values = AlignedArray<T, PointBatch::capacity>;

  struct Axis {
    Values<float> fraction;
    Values<std::uint32_t> low[2 * max_cellular_radius + 1], high[2 * max_cellular_radius + 1];
  };
  Axis axis[3];
  std::size_t count = 0;
};

void make_cellular_points(Seed seed, const std::array<AxisLattice, max_dimensions>& lattice, const PointBatch& batch, int radius,
                          CellularPoints& points);

}  // namespace craton
