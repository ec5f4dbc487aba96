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
  if constexpr (hn::MaxLanes(d) == 16) return V{_mm512_permutex2var_ps(first.raw, index.raw, second.raw)};
#endif
  const hn::RebindToUnsigned<D> du;
  const auto lanes = hn::Set(du, static_cast<std::uint32_t>(hn::Lanes(d)));
  const auto within = hn::IndicesFromVec(d, hn::And(index, hn::Sub(lanes, hn::Set(du, 1U))));
  return hn::IfThenElse(hn::RebindMask(d, hn::Lt(index, lanes)), hn::TableLookupLanes(first, within),
                        hn::TableLookupLanes(second, within));
}

/// Whether two vectors hold 16 numbers, so that tables of as many are looked up in registers; else in memory.
template <class D>
inline constexpr bool has_tables_of_16 = hn::MaxLanes(D()) >= 8;

/// Numbers of a table of 16, where index is 0 … 15.
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE V look_up_in_16(D d, const float* table, VU index) {
  if constexpr (hn::MaxLanes(d) >= 16)
    return hn::TableLookupLanes(hn::LoadU(d, table), hn::IndicesFromVec(d, index));
  else if constexpr (has_tables_of_16<D>)
    return look_up_in_two(d, hn::LoadU(d, table), hn::LoadU(d, table + 8), index);
  else
    return hn::GatherIndex(d, table, hn::BitCast(hn::RebindToSigned<D>(), index));
}

/// Numbers of a table of 16 by bits 30 … 27 of a word, with the sign that bit 31 says: nearly no work where vectors are wide.
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE V signed_look_up(D d, const float* table, VU word) {
  const hn::RebindToUnsigned<D> du;
  const VU shifted = hn::ShiftRight<27>(word), sign = hn::And(word, hn::Set(du, 0x80000000U));
#if HWY_TARGET == HWY_AVX3
  if constexpr (hn::MaxLanes(d) == 16)
    return hn::Xor(V{_mm512_permutexvar_ps(shifted.raw, hn::LoadU(d, table).raw)}, hn::BitCast(d, sign));
#endif
  return hn::Xor(look_up_in_16(d, table, hn::And(shifted, hn::Set(du, 15U))), hn::BitCast(d, sign));
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
