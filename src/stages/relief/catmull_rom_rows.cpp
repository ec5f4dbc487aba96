// Catmull & Rom (1974), "A class of local interpolating splines". Four samples in a row of memory are one small vector, and the
// four rows of a cell are summed as such; only then come the columns, many cells at once. That is faster than gathering
// sixteen samples for as many cells. Compiled for every instruction set, the same bits on each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/relief/catmull_rom_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "base/aligned.h"
#include "stages/relief/catmull_rom_rows.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

template <class T>
using PerCell = AlignedArray<T, displaced_capacity>;

/// One axis of a run: the sample at or before each place, and the weights of the one before it and the two after it. Its own
/// weight is what they leave of 1: values are sums of differences to it, so that what is flat stays flat.
struct AxisTaps {
  PerCell<std::int32_t> whole;
  PerCell<float> before, after, last;

  void set(const float* offset, std::size_t count) {
    const D d;
    const hn::RebindToSigned<D> di;
    const V one = hn::Set(d, 1), two = hn::Set(d, 2), three = hn::Set(d, 3), four = hn::Set(d, 4), halves = hn::Set(d, 0.5F);
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < count; i += lanes) {
      V place;
      if (i + lanes <= count) {
        place = hn::LoadU(d, offset + i);
      } else {
        AlignedArray<float, 1> part{};
        std::copy_n(offset + i, count - i, part.data);
        place = hn::LoadU(d, part.data);
      }
      const auto towards_zero = hn::ConvertTo(di, place);
      const V rounded = hn::ConvertTo(d, towards_zero);
      const V floor = hn::Sub(rounded, hn::IfThenElseZero(hn::Gt(rounded, place), one));
      const V t = hn::Sub(place, floor), half = hn::Mul(halves, t);
      hn::StoreU(hn::ConvertTo(di, floor), di, whole.data + i);
      hn::StoreU(hn::Mul(half, hn::Sub(hn::Mul(hn::Sub(two, t), t), one)), d, before.data + i);
      hn::StoreU(hn::Mul(half, hn::Add(hn::Mul(hn::Sub(four, hn::Mul(three, t)), t), one)), d, after.data + i);
      hn::StoreU(hn::Mul(half, hn::Mul(hn::Sub(t, one), t)), d, last.data + i);
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
  for (std::size_t k = 0; k < 4; ++k) row.value[k] = values[k];
  return row;
}

constexpr std::int64_t ahead = 96;

/// A run of cells, and where their heights are taken from.
struct Run {
  Run(const LayerRows& layer, std::int64_t first_column, std::int64_t in_row) : rows(layer), column(first_column), row(in_row) {}

  const LayerRows& rows;
  std::int64_t column, row;
  AxisTaps x, y;
  AlignedArray<float, 4 * (displaced_capacity + vector_alignment / sizeof(float))> sums;  // four of each cell

  void put(std::int64_t i, const Four& sum) {
    for (std::size_t k = 0; k < 4; ++k) sums.data[4 * i + static_cast<std::int64_t>(k)] = sum.value[k];
  }

  /// Of cells whose samples all lie in the layer.
  void sum_inside(std::int64_t begin, std::int64_t end) {
    const std::int64_t width = rows.width;
    const float* corner = rows.values + (row - 1) * width + column - 1;
    const auto lowest = [&](std::int64_t i) { return corner + (y.whole.data[i] + 3) * width + x.whole.data[i] + i; };
    for (std::int64_t i = begin; i < end; ++i) {
      // The lowest row was not yet seen, and lies where no prefetcher of the machine expects it.
      if (i % 8 == 0 && i + ahead < end) __builtin_prefetch(lowest(i + ahead));
      const float* at = corner + y.whole.data[i] * width + x.whole.data[i] + i;
      put(i, over_rows(four_at(at), four_at(at + width), four_at(at + 2 * width), four_at(at + 3 * width), y.before.data[i],
                       y.after.data[i], y.last.data[i]));
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
      put(i, over_rows(taken[0], taken[1], taken[2], taken[3], y.before.data[i], y.after.data[i], y.last.data[i]));
    }
  }

  /// The stored sample of an index: on the other side of the map, or the last one before the border.
  static std::int64_t stored(std::int64_t index, std::int64_t size, bool wraps) {
    if (index >= 0 && index < size) return index;
    if (!wraps) return index < 0 ? 0 : size - 1;
    const std::int64_t rest = index % size;
    return rest < 0 ? rest + size : rest;
  }

  /// The values of as many cells as a vector has lanes. A cell that is not displaced keeps its own value, bit for bit.
  HWY_INLINE V values(std::size_t i, V own, V right, V down) const {
    const D d;
    V c0, c1, c2, c3;
    hn::LoadInterleaved4(d, sums.data + 4 * i, c0, c1, c2, c3);
    const V first = hn::Add(c1, hn::Mul(hn::Load(d, x.before.data + i), hn::Sub(c0, c1)));
    const V second = hn::Add(first, hn::Mul(hn::Load(d, x.after.data + i), hn::Sub(c2, c1)));
    const V all = hn::Add(second, hn::Mul(hn::Load(d, x.last.data + i), hn::Sub(c3, c1)));
    const auto stays = hn::And(hn::Eq(right, hn::Zero(d)), hn::Eq(down, hn::Zero(d)));
    return hn::IfThenElse(stays, own, all);
  }
};

void finish(const Run& run, std::size_t count, const float* own, const float* right, const float* down, float* out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(run.values(i, hn::LoadU(d, own + i), hn::LoadU(d, right + i), hn::LoadU(d, down + i)), d, out + i);
  if (i == count) return;
  AlignedArray<float, 1> part[3] = {};
  const float* from[] = {own, right, down};
  for (int k = 0; k < 3; ++k) std::copy_n(from[k] + i, count - i, part[k].data);
  const V rest = run.values(i, hn::LoadU(d, part[0].data), hn::LoadU(d, part[1].data), hn::LoadU(d, part[2].data));
  hn::StoreU(rest, d, part[0].data);
  std::copy_n(part[0].data, count - i, out + i);
}

void displaced_run_kernel(const LayerRows& rows, std::int64_t reach, std::int64_t column, std::int64_t row, std::size_t count,
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
  // What the last vector takes beyond the run is never used, but must be there.
  std::fill_n(run.sums.data + 4 * count, 4 * (vector_alignment / sizeof(float)), 0.0F);
  finish(run, count, rows.values + row * rows.width + column, right, down, out);
}

void hold_and_scale_kernel(float* values, std::size_t count, float by) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V least = hn::Set(d, -1), most = hn::Set(d, 1), factor = hn::Set(d, by);
  const auto scaled = [&](V value) HWY_ATTR {
    const V above = hn::IfThenElse(hn::Gt(value, least), value, least);
    return hn::Mul(hn::IfThenElse(hn::Lt(above, most), above, most), factor);
  };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(scaled(hn::LoadU(d, values + i)), d, values + i);
  if (i == count) return;
  AlignedArray<float, 1> part{};
  std::copy_n(values + i, count - i, part.data);
  hn::StoreU(scaled(hn::LoadU(d, part.data)), d, part.data);
  std::copy_n(part.data, count - i, values + i);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(displaced_run_kernel);
HWY_EXPORT(hold_and_scale_kernel);

}  // namespace

void displaced_run(const LayerRows& rows, std::int64_t reach, std::int64_t column, std::int64_t row, std::size_t count,
                   const float* right, const float* down, float* out) {
  HWY_DYNAMIC_DISPATCH(displaced_run_kernel)(rows, reach, column, row, count, right, down, out);
}

void hold_and_scale(float* values, std::size_t count, float by) {
  HWY_DYNAMIC_DISPATCH(hold_and_scale_kernel)(values, count, by);
}

}  // namespace craton
#endif
