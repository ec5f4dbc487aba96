#include "noise/simplex_kernels.h"

namespace craton {

void make_simplex_points(const SimplexLattice& lattice, const PointBatch& batch, SimplexPoints& points, PointCells* cells) {
  points.count = batch.count;
  points.unskew_steps = lattice.unskew_steps();
  const auto n = static_cast<std::size_t>(batch.dimensions);
  AxisKeys keys[] = {lattice.keys(0), lattice.keys(1), lattice.keys(2), lattice.keys(3)};
  for (std::size_t i = 0; i < batch.count; ++i) {
    std::array<uint128, max_dimensions> coordinates{};
    for (std::size_t a = 0; a < n; ++a) {
      coordinates[a] = lattice.coordinate(static_cast<int>(a), batch.position[a][i]);
      if (batch.displacement) coordinates[a] += lattice.displacement(batch.displacement.metres[a][i]);
    }
    const SimplexLattice::Place place = lattice.place(coordinates);
    for (std::size_t a = 0; cells && a < n; ++a) (*cells)[a][i] = place.cell[a];
    std::uint32_t unskewed = 0;
    for (std::size_t a = 0; a < n; ++a) unskewed += static_cast<std::uint32_t>(place.cell[a]) * lattice.unskew_steps();
    for (std::size_t a = 0; a < n; ++a) {
      SimplexPoints::Axis& axis = points.axis[a];
      axis.offset[i] =
          SimplexLattice::steps(coordinates[a]) - (static_cast<std::uint32_t>(place.cell[a]) << simplex_step_bits) + unskewed;
      axis.inside[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(place.inside[a] * 0x1p28));
      for (std::int64_t side = 0; side < 2; ++side) {
        const AxisKey key = keys[a](static_cast<std::uint64_t>(place.cell[a] + side));
        axis.low[side][i] = key.low;
        axis.high[side][i] = key.high;
      }
    }
  }
  for (std::size_t a = 0; a < n; ++a) {
    SimplexPoints::Axis& axis = points.axis[a];
    axis.offset.pad_from(batch.count);
    axis.inside.pad_from(batch.count);
    for (auto* keys_of_side : {axis.low, axis.high})
      for (int side = 0; side < 2; ++side) keys_of_side[side].pad_from(batch.count);
  }
}

SimplexGrid::SimplexGrid(const SimplexLattice& simplex_lattice, const GridShape& grid_shape)
    : lattice(simplex_lattice), shape(grid_shape), cells_per_sample{} {
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a) {
    place[a].resize(shape.size[a] + vector_alignment / sizeof(std::uint32_t));
    for (std::size_t i = 0; i < place[a].size(); ++i)
      place[a][i] = SimplexLattice::steps(lattice.coordinate(static_cast<int>(a), shape.position(a, i)));
    cells_per_sample[a] = static_cast<double>(lattice.cells_per_wrap()) * static_cast<double>(shape.step[a]) * 0x1p-64;
  }
}

}  // namespace craton
