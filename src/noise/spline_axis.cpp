#include "noise/spline_axis.h"

#include <algorithm>

namespace craton {

SplineAxis make_spline_axis(const AxisSpec& spec, const GridShape& shape, SplineReach reach) {
  const auto a = static_cast<std::size_t>(spec.axis);
  const std::uint32_t count = shape.size[a];
  const AxisLattice& lattice = spec.lattice;
  SplineAxis axis;
  CellAxis& cells = axis.cells;
  cells.corner.resize(count + CellAxis::pad);
  cells.fraction.resize(count + CellAxis::pad);
  AxisKeys keys(spec.seed, spec.axis);
  /// Lists the last `fresh` lattice lines of a cell.
  const auto add_cell = [&](std::uint64_t cell, std::uint32_t fresh, std::uint64_t distance) {
    for (std::uint32_t t = reach.taps - fresh; t < reach.taps; ++t) {
      const AxisKey key = keys(lattice.moved(cell, std::int64_t{t} - std::int64_t{reach.before}));
      cells.key_low.push_back(key.low);
      cells.key_high.push_back(key.high);
      axis.distance.push_back(distance + t);
    }
    axis.first.push_back(static_cast<std::uint32_t>(cells.key_low.size() - reach.taps));
  };

  std::uint64_t last = 0, distance = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const AxisPlace place = lattice.place(shape.position(a, i));
    if (i == 0) {
      axis.first_cell = lattice.moved(place.cell, -std::int64_t{reach.before});
      add_cell(place.cell, reach.taps, 0);
    } else if (place.cell != last) {
      const std::uint64_t step = place.cell > last ? place.cell - last : place.cell + (lattice.cells - last);
      distance += step;
      add_cell(place.cell, static_cast<std::uint32_t>(std::min<std::uint64_t>(step, reach.taps)), distance);
    }
    last = place.cell;
    cells.corner[i] = static_cast<std::uint32_t>(axis.first.size() - 1);
    cells.fraction[i] = place.fraction_as_float();
  }
  std::fill_n(cells.corner.begin() + count, CellAxis::pad, cells.corner[count - 1]);
  std::fill_n(cells.fraction.begin() + count, CellAxis::pad, cells.fraction[count - 1]);
  cells.blend = cells.fraction;
  cells.key_low.resize(cells.key_low.size() + CellAxis::pad, 0);
  cells.key_high.resize(cells.key_high.size() + CellAxis::pad, 0);
  axis.first.resize(axis.first.size() + CellAxis::pad, axis.first.back());
  return axis;
}

SplineGrid make_spline_grid(const std::array<AxisSpec, max_dimensions>& axis, const GridShape& shape, SplineReach reach) {
  SplineGrid grid;
  grid.dimensions = shape.dimensions;
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a)
    grid.axis[a] = make_spline_axis(axis[a], shape, reach);
  return grid;
}

}  // namespace craton
