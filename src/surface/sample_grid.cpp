// Catmull & Rom (1974), "A class of local interpolating splines": the cubic through four samples in a row.

#include <craton/base/floor_div.h>
#include <craton/surface/sample.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "base/fp_mode.h"
#include "surface/grid_place.h"

namespace craton {
namespace {

/// One axis of a grid of samples.
struct Axis {
  std::int64_t first = 0;  ///< position of the first stored sample
  std::int64_t step = 1;
  std::int64_t count = 0;
  bool wraps = false;

  GridPlace place(std::int64_t position) const {
    return grid_place(wraps ? wrapped(position, step * count) : position, first, step);
  }
  /// The stored sample of an index: on the other side of the map, or the last one before the border.
  std::uint32_t stored(std::int64_t index) const {
    if (!wraps) return static_cast<std::uint32_t>(std::clamp<std::int64_t>(index, 0, count - 1));
    return static_cast<std::uint32_t>(index < 0 ? index + count : index >= count ? index - count : index);
  }
};

/// The samples of one axis that have a part in a value, with their weights. On a sample it is that one alone, so that a hole in
/// the data (NaN) does not spread to places where it has no part.
struct Taps {
  std::array<std::uint32_t, 4> sample{};
  std::array<double, 4> weight{};
  std::size_t count = 1;
};

Taps taps_of(const Axis& axis, std::int64_t position, Sampling sampling) {
  const GridPlace place = axis.place(position);
  if (sampling == Sampling::nearest) return {{axis.stored(place.nearest(axis.step))}, {1}, 1};
  if (place.beyond == 0) return {{axis.stored(place.index)}, {1}, 1};
  const double t = static_cast<double>(place.beyond) / static_cast<double>(axis.step);
  if (sampling == Sampling::linear) return {{axis.stored(place.index), axis.stored(place.index + 1)}, {1 - t, t}, 2};

  Taps taps;
  taps.count = 4;
  for (std::size_t i = 0; i < 4; ++i) taps.sample[i] = axis.stored(place.index + static_cast<std::int64_t>(i) - 1);
  const double t2 = t * t, t3 = t2 * t;
  taps.weight = {0.5 * (2 * t2 - t3 - t), 0.5 * (3 * t3 - 5 * t2 + 2), 0.5 * (4 * t2 - 3 * t3 + t), 0.5 * (t3 - t2)};
  return taps;
}

/// Out of line for the floating-point guard of its callers.
[[gnu::noinline]] float value_at(const Axis& x, const Axis& y, std::span<const float> values, Point2 position,
                                 Sampling sampling) {
  const Taps columns = taps_of(x, position.x, sampling), rows = taps_of(y, position.y, sampling);
  double value = 0;
  for (std::size_t j = 0; j < rows.count; ++j) {
    const float* row = values.data() + std::size_t{rows.sample[j]} * static_cast<std::size_t>(x.count);
    double in_row = 0;
    for (std::size_t i = 0; i < columns.count; ++i) in_row += columns.weight[i] * row[columns.sample[i]];
    value += rows.weight[j] * in_row;
  }
  return static_cast<float>(value);
}

}  // namespace

float sample(const PlaneTile& tile, std::span<const float> values, Point2 position, Sampling sampling) {
  assert(values.size() == tile.cell_count());
  FloatingPointMode ieee;
  const Point2 first = tile.position(0);
  return value_at({first.x, tile.step(), tile.stored_width(), false}, {first.y, tile.step(), tile.stored_height(), false}, values,
                  position, sampling);
}

float sample(const Torus& torus, std::span<const float> values, Point2 position, Sampling sampling) {
  assert(values.size() == torus.cell_count());
  FloatingPointMode ieee;
  const GridSize size = torus.size();
  return value_at({0, torus.step(), size.width, torus.wraps_x()}, {0, torus.step(), size.height, torus.wraps_y()}, values,
                  position, sampling);
}

}  // namespace craton
