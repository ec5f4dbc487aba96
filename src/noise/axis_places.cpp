#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/axis_places.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "noise/axis_places.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;

/// As cell_step does it.
void displace_vectors(const AxisPlaces& from, float cells_per_metre, const float* metres, AxisPlaces& to) {
  const D d;
  const DI di;
  const DU du;
  const V most = hn::Set(d, 0x1p30F), least = hn::Set(d, -0x1p30F), half_range = hn::Set(d, 0x1p23F);
  auto lowest = hn::Set(di, INT32_MAX), highest = hn::Set(di, INT32_MIN);
  HWY_ALIGN float rest[hn::MaxLanes(d)];
  for (std::size_t i = 0; i < from.count; i += hn::Lanes(d)) {
    const float* here = metres + i;
    if (HWY_UNLIKELY(from.count - i < hn::Lanes(d))) {
      std::fill_n(std::copy_n(here, from.count - i, rest), hn::Lanes(d) - (from.count - i), metres[from.count - 1]);
      here = rest;
    }
    const V cells = hn::Min(hn::Max(hn::Mul(hn::LoadU(d, here), hn::Set(d, cells_per_metre)), least), most);
    const V whole = hn::Floor(cells);
    const V beyond = hn::Mul(hn::Sub(cells, whole), hn::Set(d, 0x1p24F));
    // To the nearest integer, ties to even: from 2^23 on floats are integers, below it the sum rounds.
    const V rounded = hn::IfThenElse(hn::Lt(beyond, half_range), hn::Sub(hn::Add(beyond, half_range), half_range), beyond);
    const auto sum = hn::Add(hn::Load(du, &from.fraction[i]), hn::BitCast(du, hn::ConvertTo(di, rounded)));
    const auto cell =
        hn::Add(hn::Add(hn::Load(di, &from.cell[i]), hn::ConvertTo(di, whole)), hn::BitCast(di, hn::ShiftRight<24>(sum)));
    hn::Store(cell, di, &to.cell[i]);
    hn::Store(hn::And(sum, hn::Set(du, 0xffffffU)), du, &to.fraction[i]);
    lowest = hn::Min(lowest, cell);
    highest = hn::Max(highest, cell);
  }
  to.count = from.count;
  to.origin = from.origin;
  to.lowest = hn::GetLane(hn::MinOfLanes(di, lowest));
  to.highest = hn::GetLane(hn::MaxOfLanes(di, highest));
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(displace_vectors);

/// So far apart that displacements, of 2^30 cells at most, still fit into 32 bits.
constexpr std::int64_t furthest = (std::int64_t{1} << 30) - 2;

}  // namespace

bool AxisPlaces::locate(const AxisLattice& lattice, std::span<const std::int64_t> positions) {
  count = positions.size();
  origin = lattice.place(positions[0]).cell;
  std::int64_t low = 0, high = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const AxisPlace place = lattice.place(positions[i]);
    const auto from_origin = static_cast<std::int64_t>(place.cell - origin);
    low = std::min(low, from_origin);
    high = std::max(high, from_origin);
    cell[i] = static_cast<std::int32_t>(from_origin);
    fraction[i] = place.fraction;
  }
  if (low < -furthest || high > furthest) return false;
  lowest = static_cast<std::int32_t>(low);
  highest = static_cast<std::int32_t>(high);
  cell.pad_from(count);
  fraction.pad_from(count);
  return true;
}

void AxisPlaces::locate(AxisPlace place, std::size_t samples) {
  count = samples;
  origin = place.cell;
  lowest = highest = 0;
  constexpr std::size_t vector = vector_alignment / sizeof(std::uint32_t);
  const std::size_t padded = (samples + vector - 1) / vector * vector;
  std::fill_n(cell.data, padded, 0);
  std::fill_n(fraction.data, padded, place.fraction);
}

void displace(const AxisPlaces& from, float cells_per_metre, const float* metres, AxisPlaces& to) {
  HWY_DYNAMIC_DISPATCH(displace_vectors)(from, cells_per_metre, metres, to);
}

}  // namespace craton
#endif
