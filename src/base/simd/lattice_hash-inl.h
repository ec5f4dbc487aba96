// Vector twin of base/lattice_hash.h. Included once per target (no include guard: see Highway's foreach_target).
#if defined(CRATON_BASE_SIMD_LATTICE_HASH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_BASE_SIMD_LATTICE_HASH_INL
#undef CRATON_BASE_SIMD_LATTICE_HASH_INL
#else
#define CRATON_BASE_SIMD_LATTICE_HASH_INL
#endif

#include <hwy/highway.h>

#include "base/lattice_hash.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <Mix32 Mix, class DU, class VU = hn::Vec<DU>>
HWY_INLINE VU mixed(DU du, VU x) {
  if constexpr (Mix.shift_a != 0) x = hn::Xor(x, hn::ShiftRight<Mix.shift_a>(x));
  x = hn::Mul(x, hn::Set(du, Mix.factor_a));
  if constexpr (Mix.shift_b != 0) x = hn::Xor(x, hn::ShiftRight<Mix.shift_b>(x));
  if constexpr (Mix.factor_b != 1) x = hn::Mul(x, hn::Set(du, Mix.factor_b));
  if constexpr (Mix.shift_c != 0) x = hn::Xor(x, hn::ShiftRight<Mix.shift_c>(x));
  return x;
}

/// Hashes of lattice points from the sums of their axis keys.
template <Mix32 Mix = point_mix, class DU, class VU = hn::Vec<DU>>
HWY_INLINE VU lattice_point_hash(DU du, VU low, VU high) {
  return mixed<Mix>(du, hn::Xor(low, high));
}

/// Low words of the keys of cells in one block of 2^32, from their lower bits and the lower half of AxisKeys::block().
template <Mix32 Mix, class DU, class VU = hn::Vec<DU>>
HWY_INLINE VU axis_key_low(DU du, VU cell, VU block) {
  return mixed<Mix>(du, hn::Xor(cell, block));
}

/// A hash as a number in [−1, 1): its upper 24 bits, signed.
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE V signed_unit_from_hash(D d, VU hash) {
  const hn::RebindToSigned<D> di;
  return hn::Mul(hn::ConvertTo(d, hn::ShiftRight<8>(hn::BitCast(di, hash))), hn::Set(d, 0x1p-23F));
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
