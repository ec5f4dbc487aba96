#include "noise/cell_points.h"

namespace craton {

CellLattice make_cell_lattice(const OctaveSpec& octave, int smoothness) {
  CellLattice lattice;
  for (std::size_t a = 0; a < max_dimensions; ++a)
    lattice.axis[a] = {static_cast<int>(a), octave.seed, octave.axis[a], smoothness};
  return lattice;
}

CellGrid make_cell_grid(const CellLattice& lattice, const GridShape& shape) {
  CellGrid grid;
  grid.dimensions = shape.dimensions;
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a)
    grid.axis[a] = make_cell_axis(lattice.axis[a], shape);
  return grid;
}

void make_cell_points(const CellLattice& lattice, const PointBatch& batch, CellPoints& points) {
  points.count = batch.count;
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
    AxisKeys keys(lattice.axis[a].seed, lattice.axis[a].axis);
    CellPoints::Axis& axis = points.axis[a];
    for (std::size_t i = 0; i < batch.count; ++i) {
      AxisPlace place = lattice.axis[a].lattice.place(batch.position[a][i]);
      if (batch.displacement) place = lattice.axis[a].lattice.displaced(place, batch.displacement.metres[a][i]);
      const CellAxisPoint point = make_cell_axis_point(lattice.axis[a], keys, place);
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
