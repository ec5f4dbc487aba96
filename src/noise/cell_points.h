#pragma once

#include "base/aligned.h"
#include "noise/axis_places.h"
#include "noise/cell_axis.h"
#include "noise/generator.h"
#include "noise/key_runs.h"

namespace craton {

/// A batch of points on a square lattice, one array per quantity: the point twin of CellAxis.
struct CellPoints {
  template <class T>
  using Values = AlignedArray<T, PointBatch::capacity>;

  struct Axis {
    AxisPlaces places;
    Values<float> fraction, blend;
    KeysOfPoints keys;      ///< of the corners before and after; upper halves only where there is no `one_high`
    KeyRuns::Run run;       ///< of all cells, where the batch is `by_cells`
    bool one_high = false;  ///< all corners have the same upper half:
    std::uint32_t high = 0;
    std::size_t along = ~std::size_t{0};  ///< 0 where all points are in one place, of which there is one vector

    /// Where the values of points i … are.
    std::size_t at(std::size_t i) const { return i & along; }
    AxisKey key(std::size_t i, int side) const { return {keys.low[side][at(i)], one_high ? high : keys.high[side][at(i)]}; }
  };
  Axis axis[max_dimensions];
  std::size_t count = 0;
  bool by_cells = false;  ///< points share cells: places and runs stand in for keys
  bool one_high = false;  ///< the upper halves of the keys of any corner add up to the same:
  std::uint32_t high = 0;

  /// Adds up upper halves where each axis has one; else lets every axis tell its own for every point.
  void add_highs(int dimensions);
};

/// A single point: its place along each axis, and what the keys of the corners before (0) and after (1) it are mixed from.
struct CellPoint {
  struct Axis {
    float fraction, blend;
    std::uint32_t low[2], high[2];
  };
  Axis axis[max_dimensions];
};

/// The axis specifications of an octave, ready for tables.
struct CellLattice {
  std::array<AxisSpec, max_dimensions> axis;
};

CellLattice make_cell_lattice(const OctaveSpec& octave, int smoothness, bool quick = false);
/// `keys` are those of the lattice's axes.
CellPoint make_cell_point(const CellLattice& lattice, const std::array<AxisKeys, max_dimensions>& keys,
                          const std::int64_t* position, int dimensions);

struct CellGrid {
  int dimensions = 2;
  CellAxis axis[max_dimensions];
  AlignedVector<std::uint32_t> low_of_sample[2];  ///< lower halves of the keys before and after each sample along x, where kept

  void keep_keys_of_samples();
};

CellGrid make_cell_grid(const CellLattice& lattice, const GridShape& shape);
/// Whether samples of a grid share so few corners that it is faster to take each with its own.
bool is_dense(const CellLattice& lattice, const GridShape& shape);
void make_cell_points(const CellLattice& lattice, const PointBatch& batch, CellPoints& points);

/// The rows of a chunk as batches of points: for grids whose samples share nothing.
class GridRows {
 public:
  GridRows(const CellGrid& grid, const Chunk& chunk);

  /// Row j of slice k, until the next one is asked for.
  const CellPoints& row(std::uint32_t j, std::uint32_t k);

 private:
  const CellGrid& grid_;
  const Chunk& chunk_;
  CellPoints points_;
  bool one_high_x_ = false;  ///< CellPoints::Axis::one_high of x
  std::uint32_t high_x_ = 0;
};

/// The rows of a chunk as batches of displaced points. What rows share is worked out once.
class DisplacedRows {
 public:
  DisplacedRows(const CellLattice& lattice, const GridShape& shape, const Chunk& chunk);

  /// Whether samples of the chunk are near enough to each other; else they have to be taken as points that share nothing.
  bool near() const { return near_; }
  /// Row j of slice k and those after it that make one batch; displacements are theirs. `by_cells`: where that is faster.
  void make_points(std::uint32_t j, std::uint32_t k, const Displacement& displacement, bool by_cells, CellPoints& points) const;

 private:
  const CellLattice& lattice_;
  const Chunk& chunk_;
  std::size_t dimensions_;
  AxisPlaces places_[max_dimensions];  ///< along each axis; along x as often as a batch has rows
  bool near_ = true;
};

}  // namespace craton
