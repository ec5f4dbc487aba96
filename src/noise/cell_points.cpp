// Batches of points on a square lattice. Keys of neighbouring cells are made a vector at a time, in 32 bits; cells that leave
// their block of 2^32 or wrap are rare enough to be taken one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/cell_points.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <optional>

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
  AxisKeys keys(spec.seed, spec.axis);
  return KeyRuns::find(keys, spec.lattice.cells, spec.lattice.moved(places.origin, places.lowest), places.lowest, places.highest);
}

void make_keys_of(const AxisSpec& spec, AxisPlaces& places, KeysOfPoints& out) {
  std::optional<KeyRuns> runs = find_runs(spec, places);
  if (!runs && make_one_turn(spec.lattice, places)) runs = find_runs(spec, places);
  if (runs) return make_keys(spec.axis, places.cell.data, places.count, *runs, out);
  AxisKeys keys(spec.seed, spec.axis);
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
  if (!by_cells) make_keys_of(spec, axis.places, axis.keys);
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
  AxisKeys keys(spec.seed, spec.axis);
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
    AxisPlaces before;
    if (batch.count < fewest_for_vectors ||
        !(batch.displacement ? before : axis.places).locate(spec.lattice, {batch.position[a].data(), batch.count})) {
      make_axis_one_by_one(spec, batch, axis);
      continue;
    }
    if (batch.displacement)
      displace(before, batch.count, spec.lattice.cells_per_metre, batch.displacement.metres[a], axis.places);
    make_axis(spec, false, axis);
  }
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
  for (std::size_t a = 0; a < dimensions_; ++a) make_axis(lattice_.axis[a], points.by_cells, points.axis[a]);
}

GridRows::GridRows(const CellGrid& grid, const Chunk& chunk) : grid_(grid), chunk_(chunk) {
  points_.count = chunk.size[0];
  const CellAxis& x = grid.axis[0];
  CellPoints::Axis& axis = points_.axis[0];
  const std::size_t begin = chunk.begin[0], padded = points_.count + vector_alignment / sizeof(float);
  std::copy_n(&x.fraction[begin], padded, axis.fraction.data);
  std::copy_n(&x.blend[begin], padded, axis.blend.data);
  for (std::size_t i = 0; i < padded; ++i)
    for (int side = 0; side < 2; ++side) axis.keys.set(i, side, x.key(x.corner[begin + i] + static_cast<std::uint32_t>(side)));
  for (std::size_t a = 1; a < max_dimensions; ++a) points_.axis[a].along = 0;
}

const CellPoints& GridRows::row(std::uint32_t j, std::uint32_t k) {
  const std::array<std::uint32_t, max_dimensions> at{0, j, k, 0};
  for (std::size_t a = 1; a < static_cast<std::size_t>(grid_.dimensions); ++a) {
    const CellAxis& all = grid_.axis[a];
    CellPoints::Axis& axis = points_.axis[a];
    const std::size_t sample = chunk_.begin[a] + at[a];
    axis.fraction[0] = all.fraction[sample];
    axis.blend[0] = all.blend[sample];
    for (int side = 0; side < 2; ++side) axis.keys.set(0, side, all.key(all.corner[sample] + static_cast<std::uint32_t>(side)));
    axis.fraction.pad_from(1);
    axis.blend.pad_from(1);
    axis.keys.pad_from(1);
  }
  return points_;
}

}  // namespace craton
#endif
