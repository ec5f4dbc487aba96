// Lookups in two vectors at once. Included once per target.
#if defined(CRATON_BASE_SIMD_TWO_TABLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_BASE_SIMD_TWO_TABLES_INL
#undef CRATON_BASE_SIMD_TWO_TABLES_INL
#else
#define CRATON_BASE_SIMD_TWO_TABLES_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The lanes of two vectors, one after the other, that have these indices.
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE V look_up_in_two(D d, V first, V second, VU index) {
#if HWY_TARGET == HWY_AVX3
  return V{_mm512_permutex2var_ps(first.raw, index.raw, second.raw)};
#else
  const hn::RebindToUnsigned<D> du;
  const auto lanes = hn::Set(du, static_cast<std::uint32_t>(hn::Lanes(d)));
  const auto within = hn::IndicesFromVec(d, hn::And(index, hn::Sub(lanes, hn::Set(du, 1U))));
  return hn::IfThenElse(hn::RebindMask(d, hn::Lt(index, lanes)), hn::TableLookupLanes(first, within),
                        hn::TableLookupLanes(second, within));
#endif
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
