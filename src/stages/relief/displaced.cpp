// Catmull & Rom (1974), "A class of local interpolating splines". Four samples in a row of memory are one small vector, and the
// four rows of a cell are summed as such; only then come the columns, many cells at once. That is faster than gathering
// sixteen samples for as many cells.
#include "stages/relief/displaced.h"

#include <algorithm>
#include <array>

#include "base/aligned.h"
#include "stages/fields.h"
#include "stages/relief/chosen.h"

namespace craton {
namespace {

template <class T>
using PerCell = AlignedArray<T, displaced_capacity>;

/// One axis of a run: the sample at or before each place, and the weights of the one before it and the two after it. Its own
/// weight is what they leave of 1: values are sums of differences to it, so that what is flat stays flat.
struct AxisTaps {
  PerCell<std::int32_t> whole;
  PerCell<float> before, after, last;

  void set(const float* offset, std::size_t count) {
    std::int32_t* to = whole.data;
    float *w_before = before.data, *w_after = after.data, *w_last = last.data;
    for (std::size_t i = 0; i < count; ++i) {
      auto floor = static_cast<std::int32_t>(offset[i]);
      floor -= static_cast<float>(floor) > offset[i] ? 1 : 0;
      const float t = offset[i] - static_cast<float>(floor);
      const float half = 0.5F * t;
      to[i] = floor;
      w_before[i] = half * ((2 - t) * t - 1);
      w_after[i] = half * ((4 - 3 * t) * t + 1);
      w_last[i] = half * ((t - 1) * t);
    }
  }
};

/// Four neighbours in a row; arrays of four become one vector register.
struct Four {
  std::array<float, 4> value;
};

/// The four columns of a cell, each summed over its rows.
inline Four over_rows(const Four& r0, const Four& r1, const Four& r2, const Four& r3, float before, float after, float last) {
  Four sum;
  for (std::size_t k = 0; k < 4; ++k)
    sum.value[k] = ((r1.value[k] + before * (r0.value[k] - r1.value[k])) + after * (r2.value[k] - r1.value[k])) +
                   last * (r3.value[k] - r1.value[k]);
  return sum;
}

inline Four four_at(const float* values) {
  Four row;
  std::copy_n(values, 4, row.value.begin());
  return row;
}

constexpr std::int64_t ahead = 96;

using Sums = AlignedArray<Four, displaced_capacity>;

/// A run of cells, and where their heights are taken from.
struct Run {
  Run(const LayerRows& layer, std::int64_t first_column, std::int64_t in_row) : rows(layer), column(first_column), row(in_row) {}

  const LayerRows& rows;
  std::int64_t column, row;
  AxisTaps x, y;
  Sums sums;

  /// Of cells whose samples all lie in the layer.
  void sum_inside(std::int64_t begin, std::int64_t end) {
    const std::int64_t width = rows.width;
    const float* corner = rows.values + (row - 1) * width + column - 1;
    const auto lowest = [&](std::int64_t i) { return corner + (y.whole.data[i] + 3) * width + x.whole.data[i] + i; };
    for (std::int64_t i = begin; i < end; ++i) {
      // The lowest row was not yet seen, and lies where no prefetcher of the machine expects it.
      if (i % 8 == 0 && i + ahead < end) __builtin_prefetch(lowest(i + ahead));
      const float* at = corner + y.whole.data[i] * width + x.whole.data[i] + i;
      sums.data[i] = over_rows(four_at(at), four_at(at + width), four_at(at + 2 * width), four_at(at + 3 * width),
                               y.before.data[i], y.after.data[i], y.last.data[i]);
    }
  }

  void sum_at_border(std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      std::array<std::int64_t, 4> columns;
      for (std::size_t k = 0; k < 4; ++k)
        columns[k] = stored(column + i + x.whole.data[i] - 1 + static_cast<std::int64_t>(k), rows.width, rows.wraps_x);
      std::array<Four, 4> taken;
      for (std::size_t j = 0; j < 4; ++j) {
        const std::int64_t line = stored(row + y.whole.data[i] - 1 + static_cast<std::int64_t>(j), rows.height, rows.wraps_y);
        for (std::size_t k = 0; k < 4; ++k) taken[j].value[k] = rows.values[line * rows.width + columns[k]];
      }
      sums.data[i] = over_rows(taken[0], taken[1], taken[2], taken[3], y.before.data[i], y.after.data[i], y.last.data[i]);
    }
  }

  /// The stored sample of an index: on the other side of the map, or the last one before the border.
  static std::int64_t stored(std::int64_t index, std::int64_t size, bool wraps) {
    if (index >= 0 && index < size) return index;
    if (!wraps) return index < 0 ? 0 : size - 1;
    const std::int64_t rest = index % size;
    return rest < 0 ? rest + size : rest;
  }

  float value(std::size_t i) const {
    const std::array<float, 4>& c = sums.data[i].value;
    return ((c[1] + x.before.data[i] * (c[0] - c[1])) + x.after.data[i] * (c[2] - c[1])) + x.last.data[i] * (c[3] - c[1]);
  }
};

}  // namespace

void displaced_run(const LayerRows& rows, std::int64_t reach, std::int64_t column, std::int64_t row, std::size_t count,
                   const float* right, const float* down, float* out) {
  Run run(rows, column, row);
  run.x.set(right, count);
  run.y.set(down, count);
  const auto end = static_cast<std::int64_t>(count);
  const bool row_inside = row >= reach && row + reach < rows.height;
  const std::int64_t first = row_inside ? std::clamp<std::int64_t>(reach - column, 0, end) : end;
  const std::int64_t last = std::clamp<std::int64_t>(rows.width - reach - column, first, end);
  run.sum_at_border(0, first);
  run.sum_inside(first, last);
  run.sum_at_border(last, end);
  const float* own = rows.values + row * rows.width + column;
  CRATON_CELLS_APART
  for (std::size_t i = 0; i < count; ++i) {
    const bool stays = (right[i] == 0) & (down[i] == 0);
    out[i] = chosen(stays, own[i], run.value(i));
  }
}

}  // namespace craton
