#include "noise/cell_axis.h"

#include "base/lattice.h"
#include "noise/blend.h"

namespace craton {
namespace {

std::uint64_t next_cell(std::uint64_t cell, Frequency frequency) { return wrapped_cell(cell + 1, frequency); }

template <class T>
void pad_with_last(AlignedVector<T>& values) {
  values.resize(values.size() + CellAxis::pad, values.back());
}

}  // namespace

CellAxis make_cell_axis(const AxisSpec& spec, std::int64_t origin, std::int64_t step, std::uint32_t count) {
  CellAxis axis;
  axis.corner.reserve(count + CellAxis::pad);
  axis.fraction.reserve(count + CellAxis::pad);
  axis.blend.reserve(count + CellAxis::pad);
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
    const float fraction = upper_fraction(low_word(product));
    axis.corner.push_back(static_cast<std::uint32_t>(axis.key_low.size() - 2));
    axis.fraction.push_back(fraction);
    axis.blend.push_back(blend(fraction, spec.smoothness));
  }
  pad_with_last(axis.corner);
  pad_with_last(axis.fraction);
  pad_with_last(axis.blend);
  pad_with_last(axis.key_low);
  pad_with_last(axis.key_high);
  return axis;
}

CellAxisPoint make_cell_axis_point(const AxisSpec& spec, AxisKeys& keys, std::int64_t position) {
  const uint128 product = lattice_product(position, spec.frequency, spec.offset);
  const std::uint64_t cell = wrapped_cell(high_word(product), spec.frequency);
  const float fraction = upper_fraction(low_word(product));
  return {fraction, blend(fraction, spec.smoothness), keys(cell), keys(next_cell(cell, spec.frequency))};
}

}  // namespace craton
