#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/axis_places.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "base/simd/nearest-inl.h"
#include "noise/axis_places.h"
#include "noise/axis_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;
using DI64 = hn::ScalableTag<std::int64_t>;

Distances distances_of(const std::int64_t* positions, std::size_t count) {
  const DI64 di;
  const auto first = hn::Set(di, positions[0]);
  auto lowest = hn::Zero(di), highest = lowest;
  std::size_t i = 0;
  for (; i + hn::Lanes(di) <= count; i += hn::Lanes(di)) {
    const auto distance = hn::Sub(hn::LoadU(di, positions + i), first);
    lowest = hn::Min(lowest, distance);
    highest = hn::Max(highest, distance);
  }
  HWY_ALIGN std::int64_t low[hn::MaxLanes(di)], high[hn::MaxLanes(di)];
  hn::Store(lowest, di, low);
  hn::Store(highest, di, high);
  Distances all{*std::min_element(low, low + hn::Lanes(di)), *std::max_element(high, high + hn::Lanes(di))};
  for (; i < count; ++i) {
    const auto distance =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(positions[i]) - static_cast<std::uint64_t>(positions[0]));
    all = {std::min(all.lowest, distance), std::max(all.highest, distance)};
  }
  return all;
}

/// The first points, as many as whole vectors hold; returns how many.
std::size_t split_vectors(const std::int64_t* points, PointBatch& batch) {
  const DI64 di;
  std::size_t i = 0;
  if (batch.dimensions == 2) {
    for (; i + hn::Lanes(di) <= batch.count; i += hn::Lanes(di)) {
      auto x = hn::Zero(di), y = x;
      hn::LoadInterleaved2(di, points + 2 * i, x, y);
      hn::StoreU(x, di, &batch.position[0][i]);
      hn::StoreU(y, di, &batch.position[1][i]);
    }
  } else if (batch.dimensions == 3) {
    for (; i + hn::Lanes(di) <= batch.count; i += hn::Lanes(di)) {
      auto x = hn::Zero(di), y = x, z = x;
      hn::LoadInterleaved3(di, points + 3 * i, x, y, z);
      hn::StoreU(x, di, &batch.position[0][i]);
      hn::StoreU(y, di, &batch.position[1][i]);
      hn::StoreU(z, di, &batch.position[2][i]);
    }
  }
  return i;
}

#if HWY_TARGET != HWY_SCALAR
template <bool Wide>
HWY_INLINE void multiply_vectors(const std::int64_t* positions, const PlaceProduct& by, AxisPlaces& to) {
  const DI di32;
  const DU du32;
  for (std::size_t i = 0; i < to.count; i += hn::Lanes(di32)) {
    const LanePlaces at = lane_places<Wide>(positions + i, by);
    hn::Store(at.cell, di32, &to.cell[i]);
    hn::Store(at.fraction, du32, &to.fraction[i]);
  }
}

/// Room to read positions past the last is up to the caller; what comes of them is not used.
bool multiply(const std::int64_t* positions, const PlaceProduct& by, AxisPlaces& to) {
  if (by.wide)
    multiply_vectors<true>(positions, by, to);
  else
    multiply_vectors<false>(positions, by, to);
  return true;
}
#else
bool multiply(const std::int64_t*, const PlaceProduct&, AxisPlaces&) { return false; }
#endif

/// How far displacements go, as cell_step says it: whole cells, and 2^-24 cells beyond them.
struct Steps {
  hn::Vec<DI> cells, fraction;
};

HWY_INLINE Steps any_steps(V metres, float cells_per_metre) {
  const D d;
  const DI di;
  const V most = hn::Set(d, 0x1p30F), least = hn::Set(d, -0x1p30F), half_range = hn::Set(d, 0x1p23F);
  const V cells = hn::Min(hn::Max(hn::Mul(metres, hn::Set(d, cells_per_metre)), least), most);
  const V whole = hn::Floor(cells);
  const V beyond = hn::Mul(hn::Sub(cells, whole), hn::Set(d, 0x1p24F));
  // To the nearest integer, ties to even: from 2^23 on floats are integers, below it the sum rounds.
  const V rounded = hn::IfThenElse(hn::Lt(beyond, half_range), hn::Sub(hn::Add(beyond, half_range), half_range), beyond);
  return {hn::ConvertTo(di, whole), hn::ConvertTo(di, rounded)};
}

/// Displaces samples by few cells, which with their fractions are one number. False where some go further.
template <bool FewCells>
HWY_INLINE bool displace_by(const AxisPlaces& from, float cells_per_metre, const float* metres, AxisPlaces& to) {
  const D d;
  const DI di;
  auto lowest = hn::Set(di, INT32_MAX), highest = hn::Set(di, INT32_MIN);
  V furthest = hn::Zero(d);
  HWY_ALIGN float rest[hn::MaxLanes(d)];
  for (std::size_t i = 0; i < to.count; i += hn::Lanes(d)) {
    const float* here = metres + i;
    if (HWY_UNLIKELY(to.count - i < hn::Lanes(d))) {
      std::fill_n(std::copy_n(here, to.count - i, rest), hn::Lanes(d) - (to.count - i), metres[to.count - 1]);
      here = rest;
    }
    Steps steps{hn::Zero(di), hn::Zero(di)};
    if constexpr (FewCells) {
      const V fine = hn::Mul(hn::LoadU(d, here), hn::Set(d, cells_per_metre * 0x1p24F));
      furthest = hn::Max(furthest, hn::Abs(fine));
      steps.fraction = nearest_small_int(fine);
    } else {
      steps = any_steps(hn::LoadU(d, here), cells_per_metre);
    }
    const auto fraction = hn::BitCast(di, hn::Load(DU(), &from.fraction[i]));
    const auto sum = hn::Add(hn::BitCast(di, hn::ShiftRight<8>(hn::BitCast(DU(), fraction))), steps.fraction);
    const auto cell = hn::Add(hn::Add(hn::Load(di, &from.cell[i]), steps.cells), hn::ShiftRight<24>(sum));
    hn::Store(cell, di, &to.cell[i]);
    hn::Store(hn::BitCast(DU(), hn::Or(hn::ShiftLeft<8>(sum), hn::And(fraction, hn::Set(di, 0xff)))), DU(), &to.fraction[i]);
    lowest = hn::Min(lowest, cell);
    highest = hn::Max(highest, cell);
  }
  to.lowest = hn::GetLane(hn::MinOfLanes(di, lowest));
  to.highest = hn::GetLane(hn::MaxOfLanes(di, highest));
  return hn::AllTrue(d, hn::Lt(furthest, hn::Set(d, 0x1p30F)));
}

void displace_vectors(const AxisPlaces& from, float cells_per_metre, const float* metres, AxisPlaces& to) {
  if (!displace_by<true>(from, cells_per_metre, metres, to)) displace_by<false>(from, cells_per_metre, metres, to);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(distances_of);
HWY_EXPORT(multiply);
HWY_EXPORT(split_vectors);
HWY_EXPORT(displace_vectors);

/// So far apart that displacements, of 2^30 cells at most, still fit into 32 bits.
constexpr std::int64_t furthest = (std::int64_t{1} << 30) - 2;

/// Whether positions wrap somewhere between a first one and those at distances from it.
bool wrap(std::int64_t first, const Distances& distances) {
  return first < INT64_MIN - distances.lowest || first > INT64_MAX - distances.highest;
}

/// Brings distances from a first position to those of their places within a period. False where they go round more than once.
bool keep_in_period(std::int64_t place, std::int64_t period, Distances& distances) {
  const auto [lowest, highest] = distances;
  if (highest > INT64_MAX - place) return false;
  if (lowest + place >= 0 && highest < period - place) return true;
  if (lowest + place < -period || highest - period >= period - place) return false;
  distances = {-place, period - 1 - place};
  return true;
}

}  // namespace

Distances measure(std::span<const std::int64_t> positions) {
  return HWY_DYNAMIC_DISPATCH(distances_of)(positions.data(), positions.size());
}

void split(const std::int64_t* points, PointBatch& batch) {
  const auto dimensions = static_cast<std::size_t>(batch.dimensions);
  for (std::size_t i = HWY_DYNAMIC_DISPATCH(split_vectors)(points, batch); i < batch.count; ++i)
    for (std::size_t a = 0; a < dimensions; ++a) batch.position[a][i] = points[i * dimensions + a];
}

void measure(PointBatch& batch) {
  if (batch.count < fewest_for_vectors) return;
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a)
    batch.distances[a] = measure({batch.position[a].data(), batch.count});
  batch.measured = true;
}

std::optional<PlaceProduct> AxisPlaces::plan(const AxisLattice& lattice, std::int64_t position, Distances distances) {
  origin = lattice.place(position).cell;
  const auto period = static_cast<std::int64_t>(lattice.period);
  const std::int64_t rest = period == 0 ? 0 : position % period;
  const std::int64_t in_period = rest < 0 ? rest + period : rest;
  if ((lattice.cells == 0 || period != 0) && wrap(position, distances)) return std::nullopt;
  if (period != 0 && !keep_in_period(in_period, period, distances)) return std::nullopt;

  const uint128 first = low_word(lattice.product(position));
  const auto cells_from_origin = [&](std::int64_t distance) {
    return static_cast<std::int64_t>(high_word(first + static_cast<uint128>(distance) * lattice.cells_per_wrap));
  };
  const std::int64_t low = cells_from_origin(distances.lowest), high = cells_from_origin(distances.highest);
  if (low < -furthest || high > furthest) return std::nullopt;
  lowest = static_cast<std::int32_t>(low);
  highest = static_cast<std::int32_t>(high);

  const bool wide = distances.lowest < INT32_MIN || distances.highest > INT32_MAX;
  const std::uint64_t half = wide ? 1ULL << 63 : 1ULL << 31;
  const uint128 start = first - static_cast<uint128>(half) * lattice.cells_per_wrap;
  return PlaceProduct{static_cast<std::uint64_t>(position) - static_cast<std::uint64_t>(in_period),
                      half - static_cast<std::uint64_t>(in_period),
                      lattice.cells_per_wrap,
                      low_word(start) & 0xffffffffU,
                      low_word(start >> 32),
                      period,
                      wide};
}

bool AxisPlaces::locate(const AxisLattice& lattice, std::span<const std::int64_t> positions, const Distances& distances) {
  count = positions.size();
  const std::optional<PlaceProduct> product = plan(lattice, positions[0], distances);
  if (!product || !HWY_DYNAMIC_DISPATCH(multiply)(positions.data(), *product, *this))
    return !(lattice.cells == 0 && wrap(positions[0], distances)) && locate_one_by_one(lattice, positions);
  cell.pad_from(count);
  fraction.pad_from(count);
  return true;
}

bool AxisPlaces::locate_one_by_one(const AxisLattice& lattice, std::span<const std::int64_t> positions) {
  std::int64_t low = 0, high = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const uint128 place = lattice.product(positions[i]);
    const auto from_origin = static_cast<std::int64_t>(lattice.wrapped(high_word(place)) - origin);
    low = std::min(low, from_origin);
    high = std::max(high, from_origin);
    cell[i] = static_cast<std::int32_t>(from_origin);
    fraction[i] = static_cast<std::uint32_t>(low_word(place) >> 32);
  }
  if (low < -furthest || high > furthest) return false;
  lowest = static_cast<std::int32_t>(low);
  highest = static_cast<std::int32_t>(high);
  cell.pad_from(count);
  fraction.pad_from(count);
  return true;
}

void AxisPlaces::repeat(const AxisPlaces& of, std::size_t first, std::size_t samples, std::size_t times) {
  count = samples * times;
  origin = of.origin;
  lowest = of.lowest;
  highest = of.highest;
  for (std::size_t s = 0; s < samples; ++s) {
    std::fill_n(&cell[s * times], times, of.cell[first + s]);
    std::fill_n(&fraction[s * times], times, of.fraction[first + s]);
  }
  cell.pad_from(count);
  fraction.pad_from(count);
}

void displace(const AxisPlaces& from, std::size_t samples, float cells_per_metre, const float* metres, AxisPlaces& to) {
  to.count = samples;
  to.origin = from.origin;
  HWY_DYNAMIC_DISPATCH(displace_vectors)(from, cells_per_metre, metres, to);
}

}  // namespace craton
#endif
