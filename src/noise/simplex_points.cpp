// Batches of points on the lattice of simplex noise, made by vectors relative to one corner that is exact.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/simplex_points.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "base/simd/unroll-inl.h"
#include "noise/axis_places.h"
#include "noise/simplex_kernels.h"

#ifndef CRATON_NOISE_SIMPLEX_POINTS_CPP
#define CRATON_NOISE_SIMPLEX_POINTS_CPP
namespace craton {

/// Places of a batch, and what they are counted from: a corner of whole cells at or below all of them, and the skewed cell that
/// it lies in.
struct SimplexBatch {
  AxisPlaces places[max_dimensions];
  AlignedArray<std::int32_t, PointBatch::capacity> index[max_dimensions];  ///< skewed cells, counted from the corner's
  std::uint64_t inside[max_dimensions];                                    ///< the corner's skewed fraction, in 2^-32
  std::uint32_t home[max_dimensions];                                      ///< the corner's offset, in steps
  std::uint64_t skew_word;
  std::uint32_t unskew_steps;
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

#if HWY_TARGET != HWY_SCALAR
using DU64 = hn::ScalableTag<std::uint64_t>;
using DU = hn::Repartition<std::uint32_t, DU64>;
using DI = hn::RebindToSigned<DU>;
using VU64 = hn::Vec<DU64>;

template <int Dimensions>
HWY_INLINE void skew_points(SimplexBatch& batch, SimplexPoints& points) {
  const DU64 du64;
  const DU du;
  const DI di;
  const hn::Half<DU> half;
  const auto skew_high = hn::BitCast(du, hn::Set(du64, batch.skew_word >> 32));
  const auto skew_low = hn::BitCast(du, hn::Set(du64, batch.skew_word & 0xffffffffU));
  // Skewed places in 2^-32 cells: off by less than four of them, where discs end 2^-19.5 before the simplices around a corner.
  const auto skew = [&](std::size_t i, VU64(&skewed)[Dimensions]) CRATON_INLINE_LAMBDA {
    VU64 sum = hn::Zero(du64);
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const AxisPlaces& places = batch.places[a];
      const auto lowest = hn::Set(half, static_cast<std::uint32_t>(places.lowest));
      const auto* cells = reinterpret_cast<const std::uint32_t*>(places.cell.data);
      const VU64 cell = hn::PromoteTo(du64, hn::Sub(hn::Load(half, cells + i), lowest));
      skewed[a] = hn::Or(hn::ShiftLeft<32>(cell), hn::PromoteTo(du64, hn::Load(half, places.fraction.data + i)));
      sum = hn::Add(sum, skewed[a]);
    });
    const auto whole = hn::BitCast(du, hn::ShiftRight<32>(sum)), rest = hn::BitCast(du, sum);
    const VU64 shift = hn::Add(hn::MulEven(whole, skew_high), hn::Add(hn::ShiftRight<32>(hn::MulEven(whole, skew_low)),
                                                                      hn::ShiftRight<32>(hn::MulEven(rest, skew_high))));
    unrolled<Dimensions>(
        [&](auto a) CRATON_INLINE_LAMBDA { skewed[a] = hn::Add(hn::Add(skewed[a], shift), hn::Set(du64, batch.inside[a])); });
  };
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(du)) {
    VU64 first[Dimensions], second[Dimensions];
    skew(i, first);
    skew(i + hn::Lanes(du64), second);
    hn::Vec<DU> index[Dimensions], unskewed = hn::Zero(du);
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const auto low = hn::BitCast(du, first[a]), high = hn::BitCast(du, second[a]);
      index[a] = hn::ConcatOdd(du, high, low);
      unskewed = hn::Add(unskewed, index[a]);
      hn::Store(hn::BitCast(di, index[a]), di, &batch.index[a][i]);
      hn::Store(hn::ShiftRight<32 - simplex_step_bits>(hn::ConcatEven(du, high, low)), du, &points.axis[a].inside[i]);
    });
    unskewed = hn::Mul(unskewed, hn::Set(du, batch.unskew_steps));
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const AxisPlaces& places = batch.places[a];
      const auto cell = hn::Sub(hn::BitCast(du, hn::Load(di, &places.cell[i])), index[a]);
      const auto fraction = hn::ShiftRight<32 - simplex_step_bits>(hn::Load(du, &places.fraction[i]));
      const auto steps = hn::Add(hn::Add(hn::ShiftLeft<simplex_step_bits>(cell), fraction), hn::Set(du, batch.home[a]));
      hn::Store(hn::Add(steps, unskewed), du, &points.axis[a].offset[i]);
    });
  }
}

bool skew_batch(int dimensions, SimplexBatch& batch, SimplexPoints& points) {
  if (dimensions == 2) skew_points<2>(batch, points);
  if (dimensions == 3) skew_points<3>(batch, points);
  if (dimensions == 4) skew_points<4>(batch, points);
  return true;
}
#else
bool skew_batch(int, SimplexBatch&, SimplexPoints&) { return false; }
#endif

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(skew_batch);

bool locate(const SimplexLattice& lattice, const PointBatch& batch, std::size_t axis, AxisPlaces& places) {
  constexpr std::int32_t furthest = 1 << 28;  // cells, of which the sum and the skew of four axes fit into 32 bits
  const AxisLattice on_axis = lattice.axis(static_cast<int>(axis));
  const std::span<const std::int64_t> positions(batch.position[axis].data(), batch.count);
  const Distances distances = batch.measured ? batch.distances[axis] : measure(positions);
  if (!batch.displacement) {
    if (!places.locate(on_axis, positions, distances)) return false;
  } else {
    AxisPlaces before;
    if (!before.locate(on_axis, positions, distances)) return false;
    displace(before, batch.count, on_axis.cells_per_metre, batch.displacement.metres[axis], places);
  }
  return places.lowest > -furthest && places.highest < furthest;
}

/// False where points are too far apart.
bool make_near_points(const SimplexLattice& lattice, const PointBatch& batch, SimplexPoints& points, PointCells* cells) {
  const auto n = static_cast<std::size_t>(batch.dimensions);
  SimplexBatch near;
  std::array<uint128, max_dimensions> corner{};
  double extent[max_dimensions], extent_sum = 0;
  for (std::size_t a = 0; a < n; ++a) {
    AxisPlaces& places = near.places[a];
    if (!locate(lattice, batch, a, places)) return false;
    const std::uint64_t first = high_word(lattice.coordinate(static_cast<int>(a), batch.position[a][0]));
    extent[a] = places.highest - places.lowest + 1;
    extent_sum += extent[a];
    corner[a] = static_cast<uint128>(first + static_cast<std::uint64_t>(std::int64_t{places.lowest})) << 64;
  }
  const SimplexLattice::Place home = lattice.place(corner);
  std::uint32_t taken = 0;
  for (std::size_t a = 0; a < n; ++a) taken += static_cast<std::uint32_t>(home.cell[a]) * lattice.unskew_steps();
  for (std::size_t a = 0; a < n; ++a) {
    near.inside[a] = static_cast<std::uint64_t>(std::max(home.inside[a], 0.0) * 0x1p32);
    const std::uint64_t from_origin = high_word(corner[a]) - static_cast<std::uint64_t>(std::int64_t{near.places[a].lowest});
    near.home[a] =
        (static_cast<std::uint32_t>(from_origin - static_cast<std::uint64_t>(home.cell[a])) << simplex_step_bits) + taken;
  }
  near.skew_word = lattice.skew_word();
  near.unskew_steps = lattice.unskew_steps();
  if (!HWY_DYNAMIC_DISPATCH(skew_batch)(batch.dimensions, near, points)) return false;

  for (std::size_t a = 0; a < n; ++a) {
    AxisKeys keys = lattice.keys(static_cast<int>(a));
    const auto highest = static_cast<std::int32_t>(extent[a] + lattice.skew() * extent_sum + 2);
    const std::optional<KeyRuns> runs = KeyRuns::find(keys, 0, static_cast<std::uint64_t>(home.cell[a]), 0, highest);
    if (!runs) return false;
    make_keys(static_cast<int>(a), false, near.index[a].data, batch.count, *runs, points.axis[a].keys);
    for (std::size_t i = 0; cells && i < batch.count; ++i) (*cells)[a][i] = home.cell[a] + near.index[a][i];
  }
  return true;
}

void make_points_one_by_one(const SimplexLattice& lattice, const PointBatch& batch, SimplexPoints& points, PointCells* cells) {
  const auto n = static_cast<std::size_t>(batch.dimensions);
  AxisKeys keys[] = {lattice.keys(0), lattice.keys(1), lattice.keys(2), lattice.keys(3)};
  for (std::size_t i = 0; i < batch.count; ++i) {
    std::array<uint128, max_dimensions> coordinates{};
    for (std::size_t a = 0; a < n; ++a) {
      coordinates[a] = lattice.coordinate(static_cast<int>(a), batch.position[a][i]);
      if (batch.displacement) coordinates[a] += lattice.displacement(batch.displacement.metres[a][i]);
    }
    const SimplexLattice::Place place = lattice.place(coordinates);
    std::uint32_t unskewed = 0;
    for (std::size_t a = 0; a < n; ++a) unskewed += static_cast<std::uint32_t>(place.cell[a]) * lattice.unskew_steps();
    for (std::size_t a = 0; a < n; ++a) {
      SimplexPoints::Axis& axis = points.axis[a];
      axis.offset[i] =
          SimplexLattice::steps(coordinates[a]) - (static_cast<std::uint32_t>(place.cell[a]) << simplex_step_bits) + unskewed;
      axis.inside[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(place.inside[a] * 0x1p28));
      for (int side = 0; side < 2; ++side) axis.keys.set(i, side, keys[a](static_cast<std::uint64_t>(place.cell[a] + side)));
      if (cells) (*cells)[a][i] = place.cell[a];
    }
  }
  for (std::size_t a = 0; a < n; ++a) {
    points.axis[a].offset.pad_from(batch.count);
    points.axis[a].inside.pad_from(batch.count);
    points.axis[a].keys.pad_from(batch.count);
  }
}

}  // namespace

void make_simplex_points(const SimplexLattice& lattice, const PointBatch& batch, SimplexPoints& points, PointCells* cells) {
  points.count = batch.count;
  points.unskew_steps = lattice.unskew_steps();
  if (batch.count < fewest_for_vectors || !make_near_points(lattice, batch, points, cells))
    make_points_one_by_one(lattice, batch, points, cells);
}

SimplexPoint make_simplex_point(const SimplexLattice& lattice, const std::array<AxisKeys, max_dimensions>& keys,
                                const std::int64_t* position) {
  const auto n = static_cast<std::size_t>(lattice.dimensions());
  std::array<uint128, max_dimensions> coordinates{};
  for (std::size_t a = 0; a < n; ++a) coordinates[a] = lattice.coordinate(static_cast<int>(a), position[a]);
  const SimplexLattice::Place place = lattice.place(coordinates);
  SimplexPoint point;
  point.unskew_steps = lattice.unskew_steps();
  std::uint32_t unskewed = 0;
  std::array<std::int32_t, max_dimensions> inside{};
  for (std::size_t a = 0; a < n; ++a) {
    unskewed += static_cast<std::uint32_t>(place.cell[a]) * point.unskew_steps;
    inside[a] = static_cast<std::int32_t>(place.inside[a] * 0x1p28);
  }
  for (std::size_t a = 0; a < n; ++a) {
    SimplexPoint::Axis& axis = point.axis[a];
    axis.offset =
        SimplexLattice::steps(coordinates[a]) - (static_cast<std::uint32_t>(place.cell[a]) << simplex_step_bits) + unskewed;
    axis.rank = 0;
    for (std::size_t b = 0; b < n; ++b) axis.rank += b < a ? inside[b] >= inside[a] : inside[b] > inside[a];
    for (std::size_t side = 0; side < 2; ++side) {
      const auto cell = static_cast<std::uint64_t>(place.cell[a]) + side;
      const std::uint64_t block = keys[a].block(static_cast<std::uint32_t>(cell >> 32));
      axis.low[side] = static_cast<std::uint32_t>(cell) ^ static_cast<std::uint32_t>(block);
      axis.high[side] = static_cast<std::uint32_t>(block >> 32);
    }
  }
  return point;
}

SimplexGrid::SimplexGrid(const SimplexLattice& simplex_lattice, const GridShape& grid_shape)
    : lattice(simplex_lattice), shape(grid_shape), cells_per_sample{} {
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a) {
    place[a].resize(shape.size[a] + vector_alignment / sizeof(std::uint32_t));
    for (std::size_t i = 0; i < place[a].size(); ++i)
      place[a][i] = SimplexLattice::steps(lattice.coordinate(static_cast<int>(a), shape.position(a, i)));
    cells_per_sample[a] = static_cast<double>(lattice.cells_per_wrap()) * static_cast<double>(shape.step[a]) * 0x1p-64;
  }
}

}  // namespace craton
#endif
