// Batches of points on a square lattice. Keys of neighbouring cells are made a vector at a time, in 32 bits; cells that leave
// their block of 2^32 or wrap are rare enough to be taken one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/cell_points.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <optional>

#include "base/simd/lattice_hash-inl.h"
#include "noise/axis_product-inl.h"
#include "noise/blend.h"
#include "noise/cell_points.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;
using VI = hn::Vec<DI>;

/// craton::blend() of low orders.
template <int Smoothness>
HWY_INLINE V low_blend(V f) {
  const D d;
  if constexpr (Smoothness == 0) return f;
  if constexpr (Smoothness == 1) return hn::Mul(hn::Mul(f, f), hn::Sub(hn::Set(d, 3.0F), hn::Mul(hn::Set(d, 2.0F), f)));
  const V inner = hn::Sub(hn::Mul(f, hn::Set(d, 6.0F)), hn::Set(d, 15.0F));
  return hn::Mul(hn::Mul(hn::Mul(f, f), f), hn::Add(hn::Mul(f, inner), hn::Set(d, 10.0F)));
}

template <int Smoothness>
HWY_INLINE void fractions_of_order(const AxisPlaces& places, CellPoints::Axis& out) {
  const D d;
  for (std::size_t i = 0; i < places.count; i += hn::Lanes(d)) {
    const auto fraction = hn::BitCast(DI(), hn::ShiftRight<8>(hn::Load(DU(), &places.fraction[i])));
    const V f = hn::Mul(hn::ConvertTo(d, fraction), hn::Set(d, 0x1p-24F));
    hn::Store(f, d, &out.fraction[i]);
    hn::Store(low_blend<Smoothness>(f), d, &out.blend[i]);
  }
}

/// Fractions, and their blends where the order is at most 2.
void make_fractions(int smoothness, const AxisPlaces& places, CellPoints::Axis& out) {
  if (smoothness == 2) return fractions_of_order<2>(places, out);
  if (smoothness == 1) return fractions_of_order<1>(places, out);
  return fractions_of_order<0>(places, out);
}

#if HWY_TARGET != HWY_SCALAR
/// Fractions, blends and lower halves of keys, all of one run, from positions.
template <Mix32 Mix, bool Wide, int Smoothness>
HWY_INLINE void axis_of_run(const std::int64_t* positions, const PlaceProduct& by, CellPoints::Axis& out) {
  const D d;
  const DU du;
  const std::size_t count = out.places.count;
  const auto cell_of_run = hn::Set(du, out.run.cell), block = hn::Set(du, out.run.low);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const LanePlaces at = lane_places<Wide>(positions + i, by);
    const V f = hn::Mul(hn::ConvertTo(d, hn::BitCast(DI(), hn::ShiftRight<8>(at.fraction))), hn::Set(d, 0x1p-24F));
    hn::Store(f, d, &out.fraction[i]);
    hn::Store(low_blend<Smoothness>(f), d, &out.blend[i]);
    const auto cell = hn::Add(hn::BitCast(du, at.cell), cell_of_run);
    hn::Store(axis_key_low<Mix>(du, cell, block), du, &out.keys.low[0][i]);
    hn::Store(axis_key_low<Mix>(du, hn::Add(cell, hn::Set(du, 1U)), block), du, &out.keys.low[1][i]);
  }
}

template <Mix32 Mix>
void axis_by_mix(int smoothness, const std::int64_t* positions, const PlaceProduct& by, CellPoints::Axis& out) {
  if (by.wide)
    return smoothness == 2 ? axis_of_run<Mix, true, 2>(positions, by, out) : axis_of_run<Mix, true, 1>(positions, by, out);
  return smoothness == 2 ? axis_of_run<Mix, false, 2>(positions, by, out) : axis_of_run<Mix, false, 1>(positions, by, out);
}

/// For smoothness 1 and 2. Room to read positions past the last is up to the caller; what comes of them is not used.
bool make_axis_of_run(const AxisSpec& spec, const std::int64_t* positions, const PlaceProduct& by, CellPoints::Axis& out) {
  constexpr decltype(&axis_by_mix<axis_mix[0]>) by_mix[2][4] = {{axis_by_mix<full_mix.axis[0]>, axis_by_mix<full_mix.axis[1]>,
                                                                 axis_by_mix<full_mix.axis[2]>, axis_by_mix<full_mix.axis[3]>},
                                                                {axis_by_mix<quick_mix.axis[0]>, axis_by_mix<quick_mix.axis[1]>,
                                                                 axis_by_mix<quick_mix.axis[2]>, axis_by_mix<quick_mix.axis[3]>}};
  by_mix[spec.quick][spec.axis](spec.smoothness, positions, by, out);
  return true;
}
#else
bool make_axis_of_run(const AxisSpec&, const std::int64_t*, const PlaceProduct&, CellPoints::Axis&) { return false; }
#endif

/// Counts cells from the first of a small lattice: (cell + shift) modulo `cells`, where the quotient is below 2^22.
void go_round(std::int32_t shift, std::int32_t cells, AxisPlaces& places) {
  const D d;
  const DI di;
  const V turns = hn::Set(d, 1.0F / static_cast<float>(cells));
  const auto one_turn = hn::Set(di, cells);
  for (std::size_t i = 0; i < places.count; i += hn::Lanes(di)) {
    VI cell = hn::Add(hn::Load(di, &places.cell[i]), hn::Set(di, shift));
    cell = hn::Sub(cell, hn::Mul(hn::ConvertTo(di, hn::Mul(hn::ConvertTo(d, cell), turns)), one_turn));  // or one turn off
    cell = hn::Add(cell, hn::IfThenElseZero(hn::Lt(cell, hn::Zero(di)), one_turn));
    cell = hn::Sub(cell, hn::IfThenElseZero(hn::Gt(cell, hn::Set(di, cells - 1)), one_turn));
    hn::Store(cell, di, &places.cell[i]);
  }
  places.origin = 0;
  places.lowest = 0;
  places.highest = cells - 1;
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(make_fractions);
HWY_EXPORT(go_round);
HWY_EXPORT(make_axis_of_run);

void set_keys(std::size_t i, AxisKeys& keys, const AxisLattice& lattice, std::uint64_t cell, KeysOfPoints& out) {
  out.set(i, 0, keys(cell));
  out.set(i, 1, keys(lattice.wrapped(cell + 1)));
}

/// Counts cells of a small lattice, which places go round more than once, from its first. False where nothing is gained.
bool make_one_turn(const AxisLattice& lattice, AxisPlaces& places) {
  constexpr std::uint64_t most_cells = 1U << 22, most_turns = 1U << 22;
  if (lattice.cells > most_cells) return false;
  const auto lowest = static_cast<std::int64_t>(lattice.moved(places.origin, places.lowest));
  const std::int64_t highest = lowest + places.highest - places.lowest;
  if (highest > INT32_MAX || static_cast<std::uint64_t>(highest) / lattice.cells >= most_turns) return false;
  const auto shift = static_cast<std::int32_t>(lowest - places.lowest);
  HWY_DYNAMIC_DISPATCH(go_round)(shift, static_cast<std::int32_t>(lattice.cells), places);
  return true;
}

std::optional<KeyRuns> find_runs(const AxisSpec& spec, const AxisPlaces& places) {
  AxisKeys keys = spec.keys();
  return KeyRuns::find(keys, spec.lattice.cells, spec.lattice.moved(places.origin, places.lowest), places.lowest, places.highest);
}

void make_keys_of(const AxisSpec& spec, CellPoints::Axis& axis) {
  AxisPlaces& places = axis.places;
  KeysOfPoints& out = axis.keys;
  std::optional<KeyRuns> runs = find_runs(spec, places);
  if (!runs && make_one_turn(spec.lattice, places)) runs = find_runs(spec, places);
  if (runs) {
    axis.one_high = runs->second == KeyRuns().second;
    axis.high = runs->run[0].high;
    return make_keys(spec.axis, spec.quick, places.cell.data, places.count, *runs, out);
  }
  AxisKeys keys = spec.keys();
  for (std::size_t i = 0; i < places.count; ++i)
    set_keys(i, keys, spec.lattice, spec.lattice.moved(places.origin, places.cell[i]), out);
  out.pad_from(places.count);
}

void make_blends(const AxisSpec& spec, std::size_t count, CellPoints::Axis& axis) {
  blend_all({axis.fraction.data, count}, spec.smoothness, {axis.blend.data, count});
  axis.blend.pad_from(count);
}

/// From places.
void make_axis(const AxisSpec& spec, bool by_cells, CellPoints::Axis& axis) {
  HWY_DYNAMIC_DISPATCH(make_fractions)(spec.smoothness, axis.places, axis);
  if (spec.smoothness > 2) make_blends(spec, axis.places.count, axis);
  if (!by_cells) make_keys_of(spec, axis);
}

/// From positions, in one pass, where all cells are of one run and nothing displaces them.
bool make_axis_at_once(const AxisSpec& spec, std::span<const std::int64_t> positions, const Distances& distances,
                       CellPoints::Axis& axis) {
  if (spec.smoothness < 1 || spec.smoothness > 2) return false;
  axis.places.count = positions.size();
  const std::optional<PlaceProduct> product = axis.places.plan(spec.lattice, positions[0], distances);
  if (!product) return false;
  const std::optional<KeyRuns> runs = find_runs(spec, axis.places);
  if (!runs || runs->second != KeyRuns().second) return false;
  axis.run = runs->run[0];
  if (!HWY_DYNAMIC_DISPATCH(make_axis_of_run)(spec, positions.data(), *product, axis)) return false;
  axis.one_high = true;
  axis.high = axis.run.high;
  return true;
}

/// Whether a plane's points share cells that are of one run on each axis.
bool share_cells(const CellLattice& lattice, CellPoints& points) {
  constexpr double most_cells = 0.5;  // for a point
  double cells = 1;
  for (std::size_t a = 0; a < 2; ++a)
    cells *= static_cast<double>(points.axis[a].places.highest) - points.axis[a].places.lowest + 2;
  if (cells > most_cells * static_cast<double>(points.count)) return false;
  for (std::size_t a = 0; a < 2; ++a) {
    const std::optional<KeyRuns> runs = find_runs(lattice.axis[a], points.axis[a].places);
    if (!runs || runs->second != KeyRuns().second) return false;
    points.axis[a].run = runs->run[0];
  }
  return true;
}

/// For points that are too far apart for that.
void make_axis_one_by_one(const AxisSpec& spec, const PointBatch& batch, CellPoints::Axis& axis) {
  AxisKeys keys = spec.keys();
  const auto a = static_cast<std::size_t>(spec.axis);
  for (std::size_t i = 0; i < batch.count; ++i) {
    AxisPlace place = spec.lattice.place(batch.position[a][i]);
    if (batch.displacement) place = spec.lattice.displaced(place, batch.displacement.metres[a][i]);
    axis.fraction[i] = place.fraction_as_float();
    set_keys(i, keys, spec.lattice, place.cell, axis.keys);
  }
  axis.fraction.pad_from(batch.count);
  axis.keys.pad_from(batch.count);
  make_blends(spec, batch.count, axis);
}

}  // namespace

CellLattice make_cell_lattice(const OctaveSpec& octave, int smoothness, bool quick) {
  CellLattice lattice;
  for (std::size_t a = 0; a < max_dimensions; ++a)
    lattice.axis[a] = {static_cast<int>(a), octave.seed, octave.axis[a], smoothness, quick};
  return lattice;
}

void CellPoints::add_highs(int dimensions) {
  const std::span<Axis> axes(axis, static_cast<std::size_t>(dimensions));
  one_high = std::all_of(axes.begin(), axes.end(), [](const Axis& a) { return a.one_high; });
  high = 0;
  for (Axis& a : axes) {
    high += a.high;
    if (one_high || !a.one_high) continue;
    for (auto& values : a.keys.high) std::fill_n(values.data, a.along == 0 ? 1 : count, a.high);
    a.keys.pad_from(a.along == 0 ? 1 : count);
    a.one_high = false;
  }
}

CellPoint make_cell_point(const CellLattice& lattice, const std::array<AxisKeys, max_dimensions>& keys,
                          const std::int64_t* position, int dimensions) {
  CellPoint point;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
    const AxisSpec& spec = lattice.axis[a];
    const AxisPlace place = spec.lattice.place(position[a]);
    CellPoint::Axis& axis = point.axis[a];
    axis.fraction = place.fraction_as_float();
    axis.blend = spec.smoothness == 2 ? blend_of_two(axis.fraction) : blend(axis.fraction, spec.smoothness);
    std::uint64_t cell = place.cell;
    for (std::size_t side = 0; side < 2; ++side, cell = spec.lattice.wrapped(place.cell + 1)) {
      const std::uint64_t block = keys[a].block(static_cast<std::uint32_t>(cell >> 32));
      axis.low[side] = static_cast<std::uint32_t>(cell) ^ static_cast<std::uint32_t>(block);
      axis.high[side] = static_cast<std::uint32_t>(block >> 32);
    }
  }
  return point;
}

void CellGrid::keep_keys_of_samples() {
  const CellAxis& x = axis[0];
  for (std::uint32_t side = 0; side < 2; ++side) {
    low_of_sample[side].resize(x.corner.size());
    for (std::size_t i = 0; i < x.corner.size(); ++i) low_of_sample[side][i] = x.key_low[x.corner[i] + side];
  }
}

CellGrid make_cell_grid(const CellLattice& lattice, const GridShape& shape) {
  CellGrid grid;
  grid.dimensions = shape.dimensions;
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a)
    grid.axis[a] = make_cell_axis(lattice.axis[a], shape);
  return grid;
}

bool is_dense(const CellLattice& lattice, const GridShape& shape) {
  constexpr double share = 0.36;  // of a sample's corners that are new; measured
  double corners = 1, all = 1;
  for (std::size_t a = 0; a < 3 && a < static_cast<std::size_t>(shape.dimensions); ++a) {
    const double cells =
        static_cast<double>(lattice.axis[a].lattice.cells_per_wrap) * static_cast<double>(shape.step[a]) * 0x1p-64;
    corners *= std::min(cells, 2.0);
    all *= 2;
  }
  return corners > share * all;
}

void make_cell_points(const CellLattice& lattice, const PointBatch& batch, CellPoints& points) {
  points.count = batch.count;
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
    const AxisSpec& spec = lattice.axis[a];
    CellPoints::Axis& axis = points.axis[a];
    axis.one_high = false;
    const std::span<const std::int64_t> positions(batch.position[a].data(), batch.count);
    if (batch.count < fewest_for_vectors) {
      make_axis_one_by_one(spec, batch, axis);
      continue;
    }
    const Distances distances = batch.measured ? batch.distances[a] : measure(positions);
    if (!batch.displacement && make_axis_at_once(spec, positions, distances, axis)) continue;
    AxisPlaces before;
    if (!(batch.displacement ? before : axis.places).locate(spec.lattice, positions, distances)) {
      make_axis_one_by_one(spec, batch, axis);
      continue;
    }
    if (batch.displacement)
      displace(before, batch.count, spec.lattice.cells_per_metre, batch.displacement.metres[a], axis.places);
    make_axis(spec, false, axis);
  }
  points.add_highs(batch.dimensions);
}

DisplacedRows::DisplacedRows(const CellLattice& lattice, const GridShape& shape, const Chunk& chunk)
    : lattice_(lattice), chunk_(chunk), dimensions_(static_cast<std::size_t>(shape.dimensions)) {
  std::array<std::int64_t, PointBatch::capacity> positions;
  for (std::size_t a = 0; a < dimensions_; ++a) {
    for (std::size_t i = 0; i < chunk.size[a]; ++i) positions[i] = shape.position(a, chunk.begin[a] + i);
    near_ = near_ && places_[a].locate(lattice.axis[a].lattice, {positions.data(), chunk.size[a]});
  }
  AxisPlaces& x = places_[0];
  for (std::uint32_t r = 1; r < rows_of_batch(chunk, 0); ++r) {
    std::copy_n(x.cell.data, x.count, &x.cell[r * x.count]);
    std::copy_n(x.fraction.data, x.count, &x.fraction[r * x.count]);
  }
}

void DisplacedRows::make_points(std::uint32_t j, std::uint32_t k, const Displacement& displacement, bool by_cells,
                                CellPoints& points) const {
  const std::size_t width = chunk_.size[0], rows = rows_of_batch(chunk_, j);
  points.count = width * rows;
  AxisPlaces places;
  for (std::size_t a = 0; a < dimensions_; ++a) {
    if (a == 1) places.repeat(places_[1], j, rows, width);
    if (a >= 2) places.repeat(places_[a], a == 2 ? k : 0, 1, points.count);
    displace(a == 0 ? places_[0] : places, points.count, lattice_.axis[a].lattice.cells_per_metre, displacement.metres[a],
             points.axis[a].places);
  }
  points.by_cells = by_cells && dimensions_ == 2 && share_cells(lattice_, points);
  for (std::size_t a = 0; a < dimensions_; ++a) {
    points.axis[a].one_high = points.by_cells;
    make_axis(lattice_.axis[a], points.by_cells, points.axis[a]);
  }
  points.add_highs(static_cast<int>(dimensions_));
}

namespace {

/// One value in all lanes of the first vector.
template <class T>
void fill_vector(T value, CellPoints::Values<T>& out) {
  std::fill_n(out.data, vector_alignment / sizeof(T), value);
}

}  // namespace

GridRows::GridRows(const CellGrid& grid, const Chunk& chunk) : grid_(grid), chunk_(chunk) {
  points_.count = chunk.size[0];
  const CellAxis& x = grid.axis[0];
  CellPoints::Axis& axis = points_.axis[0];
  const std::size_t begin = chunk.begin[0], padded = points_.count + vector_alignment / sizeof(float);
  std::copy_n(&x.fraction[begin], padded, axis.fraction.data);
  std::copy_n(&x.blend[begin], padded, axis.blend.data);
  const std::uint32_t* corner = &x.corner[begin];
  high_x_ = x.key_high[corner[0]];
  std::uint32_t differ = 0;
  for (std::size_t i = 0; i < points_.count; ++i)
    differ |= (x.key_high[corner[i]] ^ high_x_) | (x.key_high[corner[i] + 1U] ^ high_x_);
  one_high_x_ = differ == 0;
  for (std::uint32_t side = 0; side < 2; ++side) {
    if (grid.low_of_sample[side].empty())
      for (std::size_t i = 0; i < padded; ++i) axis.keys.low[side][i] = x.key_low[corner[i] + side];
    else
      std::copy_n(&grid.low_of_sample[side][begin], padded, axis.keys.low[side].data);
    for (std::size_t i = 0; !one_high_x_ && i < padded; ++i) axis.keys.high[side][i] = x.key_high[corner[i] + side];
  }
  for (std::size_t a = 1; a < max_dimensions; ++a) points_.axis[a].along = 0;
}

const CellPoints& GridRows::row(std::uint32_t j, std::uint32_t k) {
  const std::array<std::uint32_t, max_dimensions> at{0, j, k, 0};
  const auto dimensions = static_cast<std::size_t>(grid_.dimensions);
  points_.axis[0].one_high = one_high_x_;
  points_.axis[0].high = high_x_;
  for (std::size_t a = 1; a < dimensions; ++a) {
    const CellAxis& all = grid_.axis[a];
    CellPoints::Axis& axis = points_.axis[a];
    const std::size_t sample = chunk_.begin[a] + at[a];
    fill_vector(all.fraction[sample], axis.fraction);
    fill_vector(all.blend[sample], axis.blend);
    const AxisKey before = all.key(all.corner[sample]), after = all.key(all.corner[sample] + 1U);
    fill_vector(before.low, axis.keys.low[0]);
    fill_vector(after.low, axis.keys.low[1]);
    fill_vector(before.high, axis.keys.high[0]);
    fill_vector(after.high, axis.keys.high[1]);
    axis.one_high = before.high == after.high;
    axis.high = before.high;
  }
  points_.add_highs(grid_.dimensions);
  return points_;
}

}  // namespace craton
#endif
