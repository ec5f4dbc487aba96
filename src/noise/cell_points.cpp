#include "noise/cell_points.h"

namespace craton {

CellLattice make_cell_lattice(const OctaveSpec& octave, int smoothness) {
  CellLattice lattice;
  for (int a = 0; a < 3; ++a) {
    const auto i = static_cast<std::size_t>(a);
    lattice.axis[i] = {a, octave.seed, octave.frequency, octave.offset[i], smoothness};
  }
  return lattice;
}

CellGrid make_cell_grid(const CellLattice& lattice, const GridShape& shape) {
  CellGrid grid;
  grid.dimensions = shape.dimensions;
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a)
    grid.axis[a] = make_cell_axis(lattice.axis[a], shape.origin[a], shape.step[a], shape.size[a]);
  return grid;
}

void make_cell_points(const CellLattice& lattice, const PointBatch& batch, CellPoints& points) {
  points.count = batch.count;
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
    AxisKeys keys(lattice.axis[a].seed, lattice.axis[a].axis);
    CellPoints::Axis& axis = points.axis[a];
    for (std::size_t i = 0; i < batch.count; ++i) {
      const CellAxisPoint point = make_cell_axis_point(lattice.axis[a], keys, batch.position[a][i]);
      axis.fraction[i] = point.fraction;
      axis.blend[i] = point.blend;
      axis.low[0][i] = point.before.low;
      axis.high[0][i] = point.before.high;
      axis.low[1][i] = point.after.low;
      axis.high[1][i] = point.after.high;
    }
    axis.fraction.pad_from(batch.count);
    axis.blend.pad_from(batch.count);
    for (auto* keys_of_side : {axis.low, axis.high})
      for (int side = 0; side < 2; ++side) keys_of_side[side].pad_from(batch.count);
  }
}

}  // namespace craton
