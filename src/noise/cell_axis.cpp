#include "noise/cell_axis.h"

#include <algorithm>

#include "noise/blend.h"

namespace craton {

CellAxis make_cell_axis(const AxisSpec& spec, const GridShape& shape) {
  const auto a = static_cast<std::size_t>(spec.axis);
  const std::uint32_t count = shape.size[a];
  CellAxis axis;
  axis.corner.resize(count + CellAxis::pad);
  axis.fraction.resize(count + CellAxis::pad);
  axis.blend.resize(count + CellAxis::pad);
  // Corners of all cells from the first to the last place; where the lattice wraps this says nothing, and they grow as they come.
  const std::uint64_t cells =
      spec.lattice.place(shape.position(a, count - 1)).cell - spec.lattice.place(shape.position(a, 0)).cell;
  const std::size_t corners = static_cast<std::size_t>(std::min<std::uint64_t>(cells, count)) + 2;
  axis.key_low.reserve(corners + CellAxis::pad);
  axis.key_high.reserve(corners + CellAxis::pad);
  AxisKeys keys = spec.keys();
  const auto add_corner = [&](std::uint64_t cell) {
    const AxisKey key = keys(cell);
    axis.key_low.push_back(key.low);
    axis.key_high.push_back(key.high);
  };

  std::uint64_t last_corner = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const AxisPlace place = spec.lattice.place(shape.position(a, i));
    const std::uint64_t cell = place.cell, after = spec.lattice.wrapped(cell + 1);
    if (i == 0 || after != last_corner) {
      if (i == 0 || cell != last_corner) add_corner(cell);
      add_corner(after);
      last_corner = after;
    }
    axis.corner[i] = static_cast<std::uint32_t>(axis.key_low.size() - 2);
    axis.fraction[i] = place.fraction_as_float();
  }
  std::fill_n(axis.corner.begin() + count, CellAxis::pad, axis.corner[count - 1]);
  std::fill_n(axis.fraction.begin() + count, CellAxis::pad, axis.fraction[count - 1]);
  blend_all(axis.fraction, spec.smoothness, axis.blend);
  axis.key_low.resize(axis.key_low.size() + CellAxis::pad, 0);
  axis.key_high.resize(axis.key_high.size() + CellAxis::pad, 0);
  return axis;
}

}  // namespace craton
