// Loops over constants. Included once per target.
#if defined(CRATON_BASE_SIMD_UNROLL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_BASE_SIMD_UNROLL_INL
#undef CRATON_BASE_SIMD_UNROLL_INL
#else
#define CRATON_BASE_SIMD_UNROLL_INL
#endif

#include <hwy/highway.h>

#include <utility>

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {

/// Calls body(0) … body(Count − 1) with constants, so that arrays of vectors indexed by them stay in registers.
template <class Body, int... Index>
HWY_INLINE void unrolled(const Body& body, std::integer_sequence<int, Index...>) {
  (body(std::integral_constant<int, Index>{}), ...);
}
template <int Count, class Body>
HWY_INLINE void unrolled(const Body& body) {
  unrolled(body, std::make_integer_sequence<int, Count>{});
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

/// For lambdas inside kernels, which must be compiled for the kernel's target and vanish into it.
#ifndef CRATON_INLINE_LAMBDA
#define CRATON_INLINE_LAMBDA __attribute__((always_inline)) HWY_ATTR
#endif

#endif
