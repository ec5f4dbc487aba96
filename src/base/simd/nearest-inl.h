// Rounding to integers without the care for values that do not fit. Included once per target.
#if defined(CRATON_BASE_SIMD_NEAREST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_BASE_SIMD_NEAREST_INL
#undef CRATON_BASE_SIMD_NEAREST_INL
#else
#define CRATON_BASE_SIMD_NEAREST_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The nearest integer, halves to even, of values between −2^31 and 2^31.
template <class V, class D = hn::DFromV<V>, class VI = hn::Vec<hn::RebindToSigned<D>>>
HWY_INLINE VI nearest_small_int(V value) {
#if HWY_TARGET == HWY_AVX3
  return VI{_mm512_cvtps_epi32(value.raw)};
#elif HWY_TARGET == HWY_AVX2
  return VI{_mm256_cvtps_epi32(value.raw)};
#else
  return hn::NearestInt(value);
#endif
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
