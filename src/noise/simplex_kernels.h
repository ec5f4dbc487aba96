#pragma once

#include "noise/gradients.h"
#include "noise/key_runs.h"
#include "noise/simplex_lattice.h"

/// What the kernels of simplex noise are handed.
namespace craton {

struct SimplexOctave {
  bool cubic;                  ///< e = 3 instead of 4
  GradientMaker gradients[3];  ///< in 2D, 3D and 4D: weight and normalisation are their length
};

inline constexpr float simplex_radius_squared = 0.5F - 0x1p-19F;

/// A batch of points: their offsets from the first corner of their simplex, and the keys of the indices before (0) and
/// after (1) them on each axis.
struct SimplexPoints {
  template <class T>
  using Values = AlignedArray<T, PointBatch::capacity>;

  struct Axis {
    Values<std::uint32_t> offset;  ///< in steps
    Values<std::uint32_t> inside;  ///< skewed fraction: orders the axes
    KeysOfPoints keys;
  };
  Axis axis[max_dimensions];
  std::size_t count = 0;
  std::uint32_t unskew_steps = 0;
};

/// A single point: its offset from the first corner of its simplex, how many axes are stepped along before each one, and what the
/// keys of the indices before (0) and after (1) it are mixed from.
struct SimplexPoint {
  struct Axis {
    std::uint32_t offset, rank;
    std::uint32_t low[2], high[2];
  };
  Axis axis[max_dimensions];
  std::uint32_t unskew_steps;
};

/// `keys` are those of the lattice's axes.
SimplexPoint make_simplex_point(const SimplexLattice& lattice, const std::array<AxisKeys, max_dimensions>& keys,
                                const std::int64_t* position);

/// The cells of points on the skewed axes.
using PointCells = std::array<std::array<std::int64_t, PointBatch::capacity>, max_dimensions>;

/// `cells` may be nothing.
void make_simplex_points(const SimplexLattice& lattice, const PointBatch& batch, SimplexPoints& points,
                         PointCells* cells = nullptr);

/// One octave on a grid.
struct SimplexGrid {
  SimplexGrid(const SimplexLattice& simplex_lattice, const GridShape& grid_shape);

  SimplexLattice lattice;
  GridShape shape;
  AlignedVector<std::uint32_t> place[max_dimensions];  ///< of each sample, in steps; padded by a vector
  double cells_per_sample[max_dimensions];
};

}  // namespace craton
