#include "noise/cell_axis.h"

#include <algorithm>

#include "base/lattice.h"
#include "noise/blend.h"

namespace craton {
namespace {

std::uint64_t next_cell(std::uint64_t cell, Frequency frequency) { return wrapped_cell(cell + 1, frequency); }

}  // namespace

CellAxis make_cell_axis(const AxisSpec& spec, std::int64_t origin, std::int64_t step, std::uint32_t count) {
  CellAxis axis;
  axis.corner.resize(count + CellAxis::pad);
  axis.fraction.resize(count + CellAxis::pad);
  axis.blend.resize(count + CellAxis::pad);
  AxisKeys keys(spec.seed, spec.axis);
  const auto add_corner = [&](std::uint64_t cell) {
    const AxisKey key = keys(cell);
    axis.key_low.push_back(key.low);
    axis.key_high.push_back(key.high);
  };

  std::uint64_t last_corner = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    // Positions wrap modulo 2^64, and so does this sum; the product is exact, so no error grows along the axis.
    const auto position = static_cast<std::int64_t>(static_cast<std::uint64_t>(origin) + static_cast<std::uint64_t>(step) * i);
    const uint128 product = lattice_product(position, spec.frequency, spec.offset);
    const std::uint64_t cell = wrapped_cell(high_word(product), spec.frequency);
    const std::uint64_t after = next_cell(cell, spec.frequency);
    if (i == 0 || after != last_corner) {
      if (i == 0 || cell != last_corner) add_corner(cell);
      add_corner(after);
      last_corner = after;
    }
    axis.corner[i] = static_cast<std::uint32_t>(axis.key_low.size() - 2);
    axis.fraction[i] = upper_fraction(low_word(product));
  }
  std::fill_n(axis.corner.begin() + count, CellAxis::pad, axis.corner[count - 1]);
  std::fill_n(axis.fraction.begin() + count, CellAxis::pad, axis.fraction[count - 1]);
  blend_all(axis.fraction, spec.smoothness, axis.blend);
  axis.key_low.resize(axis.key_low.size() + CellAxis::pad, 0);
  axis.key_high.resize(axis.key_high.size() + CellAxis::pad, 0);
  return axis;
}

CellAxisPoint make_cell_axis_point(const AxisSpec& spec, AxisKeys& keys, std::int64_t position) {
  const uint128 product = lattice_product(position, spec.frequency, spec.offset);
  const std::uint64_t cell = wrapped_cell(high_word(product), spec.frequency);
  const float fraction = upper_fraction(low_word(product));
  return {fraction, blend(fraction, spec.smoothness), keys(cell), keys(next_cell(cell, spec.frequency))};
}

}  // namespace craton
