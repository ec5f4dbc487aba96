// Places of positions by 32-bit multiplications, a vector at a time. Included once per target.
#if defined(CRATON_NOISE_AXIS_PRODUCT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_AXIS_PRODUCT_INL
#undef CRATON_NOISE_AXIS_PRODUCT_INL
#else
#define CRATON_NOISE_AXIS_PRODUCT_INL
#endif

#include <hwy/highway.h>

#include "noise/axis_places.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
/// Bits 32 … 95 of a distance times a frequency, of distances in one half word or in two. Nothing above them is kept, and below
/// them nothing but what carries into them.
template <bool Wide, class VU64>
HWY_INLINE VU64 product_of(VU64 distance, const PlaceProduct& by) {
  const hn::ScalableTag<std::uint64_t> du64;
  const hn::ScalableTag<std::uint32_t> du32;
  const auto factor_low = hn::BitCast(du32, hn::Set(du64, by.factor & 0xffffffffU));
  const auto factor_high = hn::BitCast(du32, hn::Set(du64, by.factor >> 32));
  const auto low = hn::BitCast(du32, distance);
  auto sum = hn::Add(hn::ShiftRight<32>(hn::Add(hn::MulEven(low, factor_low), hn::Set(du64, by.start_low))),
                     hn::Add(hn::MulEven(low, factor_high), hn::Set(du64, by.start_high)));
  if constexpr (Wide) {
    const auto high = hn::BitCast(du32, hn::ShiftRight<32>(distance));
    sum = hn::Add(sum, hn::Add(hn::MulEven(high, factor_low), hn::ShiftLeft<32>(hn::MulEven(high, factor_high))));
  }
  return sum;
}

/// A vector of positions: cells from the origin, and fractions in 2^-32.
struct LanePlaces {
  hn::Vec<hn::ScalableTag<std::int32_t>> cell;
  hn::Vec<hn::ScalableTag<std::uint32_t>> fraction;
};

template <bool Wide>
HWY_INLINE LanePlaces lane_places(const std::int64_t* positions, const PlaceProduct& by) {
  const hn::ScalableTag<std::uint64_t> du64;
  const hn::ScalableTag<std::int64_t> di64;
  const hn::ScalableTag<std::uint32_t> du32;
  const auto sum_at = [&](std::size_t i) HWY_ATTR {
    auto distance = hn::LoadU(du64, reinterpret_cast<const std::uint64_t*>(positions) + i);
    if (by.period == 0) return product_of<Wide>(hn::Sub(distance, hn::Set(du64, by.base - by.half)), by);
    // Distances from the period's first position, brought into it.
    auto past = hn::BitCast(di64, hn::Sub(distance, hn::Set(du64, by.base)));
    past = hn::Add(past, hn::IfThenElseZero(hn::Lt(past, hn::Zero(di64)), hn::Set(di64, by.period)));
    past = hn::Sub(past, hn::IfThenElseZero(hn::Gt(past, hn::Set(di64, by.period - 1)), hn::Set(di64, by.period)));
    return product_of<Wide>(hn::Add(hn::BitCast(du64, past), hn::Set(du64, by.half)), by);
  };
  const auto first = hn::BitCast(du32, sum_at(0)), second = hn::BitCast(du32, sum_at(hn::Lanes(du64)));
  return {hn::BitCast(hn::ScalableTag<std::int32_t>(), hn::ConcatOdd(du32, second, first)), hn::ConcatEven(du32, second, first)};
}
#endif

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
