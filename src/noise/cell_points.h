#pragma once

#include "base/aligned.h"
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

}  // namespace craton
