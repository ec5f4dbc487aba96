#include "noise/cellular_axis.h"

#include <algorithm>

namespace craton {
namespace {

/// How many cells lie between two neighbouring samples. Where the lattice repeats after few cells, their numbers do not tell.
std::uint64_t cells_between(const AxisLattice& lattice, std::int64_t before, std::int64_t after) {
  const std::uint64_t from = high_word(lattice.product(before)), to = high_word(lattice.product(after));
  if (lattice.period == 0) return to >= from ? to - from : to + (lattice.cells - from);
  const auto period = static_cast<std::int64_t>(lattice.period);
  const auto turn = [&](std::int64_t position) { return position / period - (position % period < 0 ? 1 : 0); };
  return static_cast<std::uint64_t>(turn(after) - turn(before)) * lattice.cells + to - from;
}

}  // namespace

CellularAxis make_cellular_axis(Seed seed, const AxisLattice& lattice, const GridShape& shape, std::size_t a, int radius) {
  const std::uint32_t count = shape.size[a];
  CellularAxis axis;
  axis.radius = radius;
  axis.cell.resize(count + CellularAxis::pad);
  axis.fraction.resize(count + CellularAxis::pad);
  std::uint64_t cell = static_cast<std::uint64_t>(radius);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::int64_t position = shape.position(a, i);
    if (i > 0) cell += cells_between(lattice, shape.position(a, i - 1), position);
    axis.cell[i] = static_cast<std::uint32_t>(cell);
    axis.fraction[i] = lattice.place(position).fraction_as_float();
  }
  std::fill_n(axis.cell.begin() + count, CellularAxis::pad, axis.cell[count - 1]);
  std::fill_n(axis.fraction.begin() + count, CellularAxis::pad, axis.fraction[count - 1]);

  const std::size_t cells = cell + static_cast<std::size_t>(radius) + 1;
  axis.key_low.resize(cells + CellularAxis::pad, 0);
  axis.key_high.resize(cells + CellularAxis::pad, 0);
  AxisKeys keys(seed, static_cast<int>(a));
  std::uint64_t at = lattice.moved(lattice.place(shape.position(a, 0)).cell, -radius);
  for (std::size_t i = 0; i < cells; ++i, at = lattice.wrapped(at + 1)) {
    const AxisKey key = keys(at);
    axis.key_low[i] = key.low;
    axis.key_high[i] = key.high;
  }
  return axis;
}

CellularAxis no_cellular_axis() {
  CellularAxis axis;
  for (auto* keys : {&axis.cell, &axis.key_low, &axis.key_high}) keys->resize(1 + CellularAxis::pad, 0);
  axis.fraction.resize(1 + CellularAxis::pad, 0.0F);
  return axis;
}

void make_cellular_points(Seed seed, const std::array<AxisLattice, max_dimensions>& lattice, const PointBatch& batch, int radius,
                          CellularPoints& points) {
  points.count = batch.count;
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
    AxisKeys keys(seed, static_cast<int>(a));
    CellularPoints::Axis& axis = points.axis[a];
    for (std::size_t i = 0; i < batch.count; ++i) {
      AxisPlace place = lattice[a].place(batch.position[a][i]);
      if (batch.displacement) place = lattice[a].displaced(place, batch.displacement.metres[a][i]);
      axis.fraction[i] = place.fraction_as_float();
      // Away from the ends of the lattice a subtraction moves a cell.
      const auto back = static_cast<std::uint64_t>(radius);
      std::uint64_t cell = place.cell >= back ? place.cell - back : lattice[a].moved(place.cell, -radius);
      for (int k = 0; k <= 2 * radius; ++k, cell = lattice[a].wrapped(cell + 1)) {
        const AxisKey key = keys(cell);
        axis.low[k][i] = key.low;
        axis.high[k][i] = key.high;
      }
    }
    axis.fraction.pad_from(batch.count);
    for (auto* keys_of_cell : {axis.low, axis.high})
      for (int k = 0; k <= 2 * radius; ++k) keys_of_cell[k].pad_from(batch.count);
  }
}

}  // namespace craton
