// Kite noise that repeats (source 001 on the rows of Gustavson & McEwan 2022): triangles one cell wide and one cell high, where
// equal sides would make them 0.87 high, even rows of vertices at whole cells, odd rows half a cell further. The plane is
// stretched by 2/√3 along y, and the noise with it.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/kite_periodic.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "noise/cell_points.h"
#include "noise/even_lattice.h"
#include "noise/kite_periodic.h"
#include "noise/kite_sum-inl.h"

#ifndef CRATON_NOISE_KITE_PERIODIC_CPP
#define CRATON_NOISE_KITE_PERIODIC_CPP
namespace craton {

/// From cells to units of the lattice, whose triangles have sides of √(2/3).
inline constexpr float kite_row_scale[2] = {0.81649658F, 0.70710678F};

/// Samples along an axis, one array per quantity. Along x there are keys of the cells from two before to two after the sample's,
/// along y those of its own (2) and of the one after (3).
struct KiteSamples {
  const float* fraction;
  const std::uint32_t* low[5];
  const std::uint32_t* high[5];
  const std::uint32_t* odd;  ///< all bits where the cell is odd

  KiteSamples from(std::size_t i) const {
    KiteSamples rest = *this;
    rest.fraction += i;
    rest.odd += i;
    for (int t = 0; t < 5; ++t) {
      rest.low[t] += i;
      rest.high[t] += i;
    }
    return rest;
  }
};

/// Where values go, and slopes where the array is given.
struct KiteRowOut {
  float* value;
  const float* addend;
  std::array<float*, 2> slope{};
  std::array<float, 2> units_per_metre{};
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

/// Keys of vertices on the row below the sample and on the row above it.
struct RowVertexKeys {
  KVU low[2][2], high[2][2];  ///< [row][side]

  // NOLINTNEXTLINE(modernize-use-equals-default): g++ compiles that one without the target that vectors need (NEON)
  HWY_INLINE RowVertexKeys() {}
  HWY_INLINE void operator()(const KiteOwner& owner, KVU& to_low, KVU& to_high) const {
    to_low = hn::Add(to_low, choose(owner.b, choose(owner.a, low[1][1], low[1][0]), choose(owner.a, low[0][1], low[0][0])));
    to_high = hn::Add(to_high, choose(owner.b, choose(owner.a, high[1][1], high[1][0]), choose(owner.a, high[0][1], high[0][0])));
  }
};

/// `Each`: y lies sample by sample as x does; else all samples are on one row.
template <class Sum, bool Each>
HWY_INLINE Sum row_sum(const KiteOctave& octave, const KiteSamples& x, const KiteSamples& y) {
  const KD d;
  const KDU du;
  const auto of_y = [&](const std::uint32_t* from) CRATON_INLINE_LAMBDA {
    if constexpr (Each) return hn::LoadU(du, from);
    if constexpr (!Each) return hn::Set(du, *from);
  };
  const KV half = hn::Set(d, 0.5F), one = hn::Set(d, 1.0F);
  const KV along = hn::LoadU(d, x.fraction);
  KV up;
  if constexpr (Each) up = hn::LoadU(d, y.fraction);
  if constexpr (!Each) up = hn::Set(d, *y.fraction);
  const KMask odd = hn::RebindMask(d, hn::Ne(of_y(y.odd), hn::Zero(du)));
  // Along the row below: how far past its first vertex, then which vertex the triangle's is.
  const KV from_row = hn::Sub(along, hn::IfThenElseZero(odd, half));
  const KV skewed = hn::Add(from_row, hn::Mul(up, half));
  const KMask before = hn::Lt(skewed, hn::Zero(d)), after = hn::Ge(skewed, one);
  const KV moved = hn::Sub(hn::IfThenElseZero(after, one), hn::IfThenElseZero(before, one));
  const KMask by_0 = hn::Ge(hn::Sub(skewed, moved), up);

  RowVertexKeys keys;
  const auto near = [&](const std::uint32_t* const(&table)[5], int t) CRATON_INLINE_LAMBDA {
    return choose(before, hn::LoadU(du, table[t - 1]), choose(after, hn::LoadU(du, table[t + 1]), hn::LoadU(du, table[t])));
  };
  const auto make = [&](const std::uint32_t* const(&of_x)[5], const std::uint32_t* const(&rows)[5], KVU(&out)[2][2])
                        CRATON_INLINE_LAMBDA {
                          const KVU back = near(of_x, 1), here = near(of_x, 2), next = near(of_x, 3);
                          const KVU below = of_y(rows[2]), above = of_y(rows[3]);
                          out[0][0] = hn::Add(here, below);
                          out[0][1] = hn::Add(next, below);
                          out[1][0] = hn::Add(choose(odd, here, back), above);
                          out[1][1] = hn::Add(choose(odd, next, here), above);
                        };
  make(x.low, y.low, keys.low);
  make(x.high, y.high, keys.high);
  return kite_sum<RowPlaces, Sum>(octave, hn::Mul(hn::Sub(from_row, moved), hn::Set(d, kite_row_scale[0])),
                                  hn::Mul(up, hn::Set(d, kite_row_scale[1])), by_0, keys, NoHats());
}

HWY_INLINE void put(KV values, std::size_t room, float* out) {
  const KD d;
  if (HWY_LIKELY(room >= hn::Lanes(d))) return hn::StoreU(values, d, out);
  HWY_ALIGN float rest[hn::MaxLanes(d)];
  hn::Store(values, d, rest);
  std::copy_n(rest, room, out);
}

template <bool Each, bool Slopes>
HWY_INLINE void fill_samples(const KiteOctave& octave, const KiteSamples& x, const KiteSamples& y, std::size_t count,
                             const KiteRowOut& out) {
  using Sum = std::conditional_t<Slopes, KiteSlopeSum, KiteValueSum>;
  const KD d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const Sum sum = row_sum<Sum, Each>(octave, x.from(i), Each ? y.from(i) : y);
    const std::size_t room = count - i;
    if constexpr (Slopes) {
      for (std::size_t a = 0; a < 2; ++a) put(hn::Mul(sum.slope[a], hn::Set(d, out.units_per_metre[a])), room, out.slope[a] + i);
    }
    if (out.addend && room < hn::Lanes(d)) {  // nothing past the row is touched
      HWY_ALIGN float last[hn::MaxLanes(d)];
      hn::Store(sum.value, d, last);
      for (std::size_t k = 0; k < room; ++k) out.value[i + k] = out.addend[i + k] + last[k];
    } else {
      put(out.addend ? hn::Add(hn::LoadU(d, out.addend + i), sum.value) : sum.value, room, out.value + i);
    }
  }
}

void fill_row(const KiteOctave& octave, const KiteSamples& x, const KiteSamples& y, std::size_t count, const KiteRowOut& out) {
  out.slope[0] ? fill_samples<false, true>(octave, x, y, count, out) : fill_samples<false, false>(octave, x, y, count, out);
}
void fill_points(const KiteOctave& octave, const KiteSamples& x, const KiteSamples& y, std::size_t count, const KiteRowOut& out) {
  out.slope[0] ? fill_samples<true, true>(octave, x, y, count, out) : fill_samples<true, false>(octave, x, y, count, out);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(fill_row);
HWY_EXPORT(fill_points);

/// The arrays of KiteSamples: `Array` is a vector for grids, a fixed array for batches.
template <template <class> class Array>
struct KiteSampleTable {
  Array<float> fraction;
  Array<std::uint32_t> low[5], high[5], odd;

  KiteSamples samples() const {
    KiteSamples list{&fraction[0], {}, {}, &odd[0]};
    for (int t = 0; t < 5; ++t) {
      list.low[t] = &low[t][0];
      list.high[t] = &high[t][0];
    }
    return list;
  }
  void put(std::size_t i, const AxisLattice& lattice, AxisKeys& keys, AxisPlace place) {
    fraction[i] = place.fraction_as_float();
    odd[i] = 0 - static_cast<std::uint32_t>(place.cell % 2);
    for (int t = 0; t < 5; ++t) {
      const AxisKey key = keys(lattice.moved(place.cell, t - 2));
      low[t][i] = key.low;
      high[t][i] = key.high;
    }
  }
};

template <class T>
using KiteBatchArray = AlignedArray<T, PointBatch::capacity>;

class PeriodicKites final : public Generator {
 public:
  PeriodicKites(const KiteOctave& octave, const OctaveSpec& spec)
      : octave_(octave), seed_(spec.seed), axis_{spec.axis[0], even_lattice(spec.axis[1])} {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override { return std::make_unique<Grid>(*this, shape); }
  bool wraps() const override { return false; }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    run(batch, {out.data, add ? out.data : nullptr});
  }
  bool has_slopes() const override { return true; }
  void slopes_at_points(const PointBatch& batch, SlopeValues& out) const override {
    run(batch, {out.value.data, nullptr, {out.slope[0].data, out.slope[1].data}, units_per_metre()});
  }

 private:
  std::array<float, 2> units_per_metre() const {
    return {kite_row_scale[0] * axis_[0].cells_per_metre, kite_row_scale[1] * axis_[1].cells_per_metre};
  }

  void run(const PointBatch& batch, const KiteRowOut& out) const {
    KiteSampleTable<KiteBatchArray> table[2];
    for (std::size_t a = 0; a < 2; ++a) {
      AxisKeys keys(seed_, static_cast<int>(a));
      for (std::size_t i = 0; i < batch.count; ++i) {
        AxisPlace place = axis_[a].place(batch.position[a][i]);
        if (batch.displacement) place = axis_[a].displaced(place, batch.displacement.metres[a][i]);
        table[a].put(i, axis_[a], keys, place);
      }
      table[a].fraction.pad_from(batch.count);
      table[a].odd.pad_from(batch.count);
      for (auto* keys_of_cell : {table[a].low, table[a].high})
        for (int t = 0; t < 5; ++t) keys_of_cell[t].pad_from(batch.count);
    }
    HWY_DYNAMIC_DISPATCH(fill_points)(octave_, table[0].samples(), table[1].samples(), batch.count, out);
  }

  class Grid final : public GridEvaluator {
   public:
    Grid(const PeriodicKites& generator, const GridShape& shape) : generator_(generator), shape_(shape) {
      for (std::size_t a = 0; a < 2; ++a) {
        AxisKeys keys(generator.seed_, static_cast<int>(a));
        const std::size_t size = shape.size[a] + CellAxis::pad;
        table_[a].fraction.resize(size, 0.0F);
        table_[a].odd.resize(size, 0U);
        for (auto* keys_of_cell : {table_[a].low, table_[a].high})
          for (int t = 0; t < 5; ++t) keys_of_cell[t].resize(size, 0U);
        for (std::uint32_t i = 0; i < shape.size[a]; ++i)
          table_[a].put(i, generator.axis_[a], keys, generator.axis_[a].place(shape.position(a, i)));
      }
    }
    void fill(const Chunk& chunk) const override {
      for (std::uint32_t j = 0; j < chunk.size[1]; ++j)
        row(chunk, j, {chunk.out + j * chunk.row_stride, chunk.addend ? chunk.addend + j * chunk.addend_row_stride : nullptr});
    }
    void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
      fill_by_points(generator_, shape_, chunk, displacement);
    }
    void fill_slopes(const Chunk& chunk, const Displacement& displacement, float* value,
                     std::array<float*, max_dimensions> slope) const override {
      if (displacement) return fill_slopes_by_points(generator_, shape_, chunk, displacement, {value, slope});
      for (std::uint32_t j = 0; j < chunk.size[1]; ++j) {
        const std::size_t at = std::size_t{j} * chunk.size[0];
        row(chunk, j, {value + at, nullptr, {slope[0] + at, slope[1] + at}, generator_.units_per_metre()});
      }
    }

   private:
    void row(const Chunk& chunk, std::uint32_t j, const KiteRowOut& out) const {
      HWY_DYNAMIC_DISPATCH(fill_row)
      (generator_.octave_, table_[0].samples().from(chunk.begin[0]), table_[1].samples().from(chunk.begin[1] + j), chunk.size[0],
       out);
    }

    const PeriodicKites& generator_;
    GridShape shape_;
    KiteSampleTable<AlignedVector> table_[2];
  };

  KiteOctave octave_;
  Seed seed_;
  AxisLattice axis_[2];
};

}  // namespace

std::unique_ptr<Generator> make_periodic_kites(const KiteOctave& octave, const OctaveSpec& spec) {
  return std::make_unique<PeriodicKites>(octave, spec);
}

}  // namespace craton
#endif
