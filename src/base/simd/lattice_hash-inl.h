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

/// Hashes of lattice points from the sums of their axis keys.
template <class DU, class VU = hn::Vec<DU>>
HWY_INLINE VU lattice_point_hash(DU du, VU low, VU high) {
  VU x = hn::Xor(low, high);
  x = hn::Xor(x, hn::ShiftRight<point_mix.shift_a>(x));
  x = hn::Mul(x, hn::Set(du, point_mix.factor_a));
  x = hn::Xor(x, hn::ShiftRight<point_mix.shift_b>(x));
  x = hn::Mul(x, hn::Set(du, point_mix.factor_b));
  return hn::Xor(x, hn::ShiftRight<point_mix.shift_c>(x));
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
