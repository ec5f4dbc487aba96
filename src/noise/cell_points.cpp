// Batches of points on a square lattice. Keys of neighbouring cells are made a vector at a time, in 32 bits; cells that leave
// their block of 2^32 or wrap are rare enough to be taken one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/cell_points.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/simd/lattice_hash-inl.h"
#include "noise/blend.h"
#include "noise/cell_points.h"

#ifndef CRATON_NOISE_CELL_POINTS_CPP
#define CRATON_NOISE_CELL_POINTS_CPP
namespace craton {

/// What the keys of a batch share.
struct KeyBlock {
  std::uint64_t block = 0;   ///< AxisKeys::block
  std::uint32_t origin = 0;  ///< lower half of the cell that others are counted from
  std::int32_t cells = 0;    ///< after which the lattice repeats, where cells come near; or 0
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using DU = hn::RebindToUnsigned<D>;
using VI = hn::Vec<DI>;

void make_fractions(const AxisPlaces& places, float* out) {
  const D d;
  for (std::size_t i = 0; i < places.count; i += hn::Lanes(d))
    hn::Store(hn::Mul(hn::ConvertTo(d, hn::BitCast(DI(), hn::Load(DU(), &places.fraction[i]))), hn::Set(d, 0x1p-24F)), d,
              out + i);
}

/// Brings cells that are less than one turn off back onto the lattice.
HWY_INLINE VI wrapped(VI cell, std::int32_t cells) {
  const DI di;
  cell = hn::Add(cell, hn::IfThenElseZero(hn::Lt(cell, hn::Zero(di)), hn::Set(di, cells)));
  return hn::Sub(cell, hn::IfThenElseZero(hn::Gt(cell, hn::Set(di, cells - 1)), hn::Set(di, cells)));
}

template <int Axis>
HWY_INLINE void make_near_keys_of_axis(const AxisPlaces& places, const KeyBlock& shared, CellPoints::Axis& out) {
  const DI di;
  const DU du;
  const auto low = static_cast<std::uint32_t>(shared.block);
  const auto high = hn::Set(du, static_cast<std::uint32_t>(shared.block >> 32));
  for (std::size_t i = 0; i < places.count; i += hn::Lanes(di)) {
    VI before = hn::Add(hn::Load(di, &places.cell[i]), hn::Set(di, static_cast<std::int32_t>(shared.origin)));
    if (shared.cells != 0) before = wrapped(before, shared.cells);
    VI after = hn::Add(before, hn::Set(di, 1));
    if (shared.cells != 0) after = wrapped(after, shared.cells);
    hn::Store(axis_key_low<Axis>(du, hn::BitCast(du, before), low), du, &out.low[0][i]);
    hn::Store(axis_key_low<Axis>(du, hn::BitCast(du, after), low), du, &out.low[1][i]);
    hn::Store(high, du, &out.high[0][i]);
    hn::Store(high, du, &out.high[1][i]);
  }
}

void make_near_keys(int axis, const AxisPlaces& places, const KeyBlock& shared, CellPoints::Axis& out) {
  switch (axis) {
    case 0: return make_near_keys_of_axis<0>(places, shared, out);
    case 1: return make_near_keys_of_axis<1>(places, shared, out);
    case 2: return make_near_keys_of_axis<2>(places, shared, out);
    default: return make_near_keys_of_axis<3>(places, shared, out);
  }
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(make_fractions);
HWY_EXPORT(make_near_keys);

void set_keys(std::size_t i, AxisKeys& keys, const AxisLattice& lattice, std::uint64_t cell, CellPoints::Axis& axis) {
  const AxisKey before = keys(cell), after = keys(lattice.wrapped(cell + 1));
  axis.low[0][i] = before.low;
  axis.high[0][i] = before.high;
  axis.low[1][i] = after.low;
  axis.high[1][i] = after.high;
}

void pad_keys(std::size_t count, CellPoints::Axis& axis) {
  for (auto* keys_of_side : {axis.low, axis.high})
    for (int side = 0; side < 2; ++side) keys_of_side[side].pad_from(count);
}

/// False where the cells of a batch have nothing in common that vectors could use.
bool find_block(const AxisLattice& lattice, const AxisPlaces& places, AxisKeys& keys, KeyBlock& shared) {
  constexpr std::uint64_t small_lattice = 1U << 30;
  shared.origin = static_cast<std::uint32_t>(places.origin);
  const std::int64_t first = places.lowest, last = std::int64_t{places.highest} + 1;
  const bool before_start = first < 0 && places.origin < static_cast<std::uint64_t>(-first);
  const bool past_end = last > 0 && lattice.cells - places.origin <= static_cast<std::uint64_t>(last);
  if (!before_start && !past_end) {
    const auto block_of = [&](std::int64_t cell) {
      return static_cast<std::uint32_t>((places.origin + static_cast<std::uint64_t>(cell)) >> 32);
    };
    shared.block = keys.block(block_of(first));
    return block_of(first) == block_of(last);
  }
  if (lattice.cells > small_lattice) return false;
  const auto cells = static_cast<std::int64_t>(lattice.cells), origin = static_cast<std::int64_t>(places.origin);
  shared.block = keys.block(0);
  shared.cells = static_cast<std::int32_t>(cells);
  return origin + first >= -cells && origin + last < 2 * cells;
}

void make_keys(const AxisSpec& spec, const AxisPlaces& places, CellPoints::Axis& axis) {
  AxisKeys keys(spec.seed, spec.axis);
  KeyBlock shared;
  if (find_block(spec.lattice, places, keys, shared))
    return HWY_DYNAMIC_DISPATCH(make_near_keys)(spec.axis, places, shared, axis);
  for (std::size_t i = 0; i < places.count; ++i)
    set_keys(i, keys, spec.lattice, spec.lattice.moved(places.origin, places.cell[i]), axis);
  pad_keys(places.count, axis);
}

void make_blends(const AxisSpec& spec, std::size_t count, CellPoints::Axis& axis) {
  blend_all({axis.fraction.data, count}, spec.smoothness, {axis.blend.data, count});
  axis.blend.pad_from(count);
}

/// From places, moved by `metres` where there are any.
void make_axis(const AxisSpec& spec, const AxisPlaces& places, const float* metres, CellPoints::Axis& axis) {
  if (metres) {
    AxisPlaces displaced;
    displace(places, spec.lattice.cells_per_metre, metres, displaced);
    return make_axis(spec, displaced, nullptr, axis);
  }
  HWY_DYNAMIC_DISPATCH(make_fractions)(places, axis.fraction.data);
  make_blends(spec, places.count, axis);
  make_keys(spec, places, axis);
}

/// For points that are too far apart for that.
void make_axis_one_by_one(const AxisSpec& spec, const PointBatch& batch, CellPoints::Axis& axis) {
  AxisKeys keys(spec.seed, spec.axis);
  const auto a = static_cast<std::size_t>(spec.axis);
  for (std::size_t i = 0; i < batch.count; ++i) {
    AxisPlace place = spec.lattice.place(batch.position[a][i]);
    if (batch.displacement) place = spec.lattice.displaced(place, batch.displacement.metres[a][i]);
    axis.fraction[i] = place.fraction_as_float();
    set_keys(i, keys, spec.lattice, place.cell, axis);
  }
  axis.fraction.pad_from(batch.count);
  pad_keys(batch.count, axis);
  make_blends(spec, batch.count, axis);
}

}  // namespace

CellLattice make_cell_lattice(const OctaveSpec& octave, int smoothness) {
  CellLattice lattice;
  for (std::size_t a = 0; a < max_dimensions; ++a)
    lattice.axis[a] = {static_cast<int>(a), octave.seed, octave.axis[a], smoothness};
  return lattice;
}

CellGrid make_cell_grid(const CellLattice& lattice, const GridShape& shape) {
  CellGrid grid;
  grid.dimensions = shape.dimensions;
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a)
    grid.axis[a] = make_cell_axis(lattice.axis[a], shape);
  return grid;
}

void make_cell_points(const CellLattice& lattice, const PointBatch& batch, CellPoints& points) {
  points.count = batch.count;
  AxisPlaces places;
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
    if (places.locate(lattice.axis[a].lattice, {batch.position[a].data(), batch.count}))
      make_axis(lattice.axis[a], places, batch.displacement.metres[a], points.axis[a]);
    else
      make_axis_one_by_one(lattice.axis[a], batch, points.axis[a]);
  }
}

CellRows::CellRows(const CellLattice& lattice, const GridShape& shape, const Chunk& chunk)
    : lattice_(lattice), shape_(shape), chunk_(chunk) {
  std::array<std::int64_t, PointBatch::capacity> positions;
  for (std::size_t i = 0; i < chunk.size[0]; ++i) positions[i] = shape.position(0, chunk.begin[0] + i);
  near_ = x_.locate(lattice.axis[0].lattice, {positions.data(), chunk.size[0]});
}

void CellRows::make_points(std::uint32_t j, std::uint32_t k, const Displacement& displacement, CellPoints& points) const {
  points.count = chunk_.size[0];
  make_axis(lattice_.axis[0], x_, displacement.metres[0], points.axis[0]);
  const std::array<std::uint32_t, max_dimensions> row{0, j, k, 0};
  AxisPlaces places;
  for (std::size_t a = 1; a < static_cast<std::size_t>(shape_.dimensions); ++a) {
    const std::int64_t position = shape_.position(a, std::uint64_t{chunk_.begin[a]} + row[a]);
    places.locate(lattice_.axis[a].lattice.place(position), points.count);
    make_axis(lattice_.axis[a], places, displacement.metres[a], points.axis[a]);
  }
}

}  // namespace craton
#endif
