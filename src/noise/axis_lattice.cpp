#include "noise/axis_lattice.h"

#include <algorithm>
#include <cmath>

namespace craton {

AxisLattice AxisLattice::endless(Frequency frequency) {
  return {frequency.cells_per_wrap, frequency.cells_per_wrap, 0, 0, static_cast<float>(frequency.cells_per_metre())};
}

AxisLattice AxisLattice::repeating(std::uint64_t cells, std::uint64_t period) {
  // Rounded up, so that no place falls short of the cell that begins there.
  const uint128 scaled = (static_cast<uint128>(cells) << 64) + (period - 1);
  const double per_metre = static_cast<double>(cells) / static_cast<double>(period) * static_cast<double>(units_per_metre);
  return {static_cast<std::uint64_t>(scaled / period), cells, period, 0, static_cast<float>(per_metre)};
}

std::uint64_t AxisLattice::moved(std::uint64_t cell, std::int64_t count) const {
  std::uint64_t steps = count < 0 ? 0 - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count);
  if (steps >= cells) steps %= cells;
  const std::uint64_t back = count < 0 ? steps : cells - steps;
  return cell >= back ? cell - back : cell + (cells - back);
}

CellStep cell_step(float metres, float cells_per_metre) {
  constexpr float most = 0x1p30F;
  const float cells = std::clamp(metres * cells_per_metre, -most, most);
  const float whole = std::floor(cells);
  return {static_cast<std::int32_t>(whole), static_cast<std::int32_t>(std::nearbyint((cells - whole) * 0x1p24F))};
}

AxisPlace AxisLattice::displaced(AxisPlace from, float metres) const {
  const CellStep step = cell_step(metres, cells_per_metre);
  const std::uint32_t fraction = from.fraction + static_cast<std::uint32_t>(step.fraction);
  return {moved(from.cell, std::int64_t{step.cells} + (fraction >> 24)), fraction & 0xffffffU};
}

}  // namespace craton
