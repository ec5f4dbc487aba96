#pragma once

#include "base/aligned.h"
#include "noise/axis_places.h"
#include "noise/cell_axis.h"
#include "noise/generator.h"

namespace craton {

/// A batch of points on a square lattice, one array per quantity: the point twin of CellAxis.
struct CellPoints {
  template <class T>
  using Values = AlignedArray<T, PointBatch::capacity>;

  struct Axis {
    Values<float> fraction, blend;
    Values<std::uint32_t> low[2], high[2];  ///< keys of the corners before and after
  };
  Axis axis[max_dimensions];
  std::size_t count = 0;
};

/// The axis specifications of an octave, ready for tables.
struct CellLattice {
  std::array<AxisSpec, max_dimensions> axis;
};

CellLattice make_cell_lattice(const OctaveSpec& octave, int smoothness);

struct CellGrid {
  int dimensions = 2;
  CellAxis axis[max_dimensions];
};

CellGrid make_cell_grid(const CellLattice& lattice, const GridShape& shape);
void make_cell_points(const CellLattice& lattice, const PointBatch& batch, CellPoints& points);

/// The rows of a chunk as batches of displaced points. What rows share is worked out once.
class CellRows {
 public:
  CellRows(const CellLattice& lattice, const GridShape& shape, const Chunk& chunk);

  /// Whether samples of a row are near enough to each other; else they have to be taken as points that share nothing.
  bool near() const { return near_; }
  /// Row j of slice k; displacements are the row's.
  void make_points(std::uint32_t j, std::uint32_t k, const Displacement& displacement, CellPoints& points) const;

 private:
  const CellLattice& lattice_;
  const GridShape& shape_;
  const Chunk& chunk_;
  AxisPlaces x_;
  bool near_;
};

}  // namespace craton
