// Value noise: lattice corners carry random values in [−1, 1), blended by S_n along each axis.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/value.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cell_kernels-inl.h"
#include "noise/common_params.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

struct ValueKernel : BlendKernel, RandomCorners {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_w(D d, const V (&before)[1], const V (&after)[1], V, V u, V (&out)[1]) {
    out[0] = mix(d, before[0], after[0], u);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_z_slope(D, const V (&before)[1], const V (&after)[1], V, V, V du, V (&out)[1]) {
    out[0] = hn::Mul(du, hn::Sub(after[0], before[0]));
  }
  template <int Dimensions, class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_y_slope(D, const V (&before)[1], const V (&after)[1], V, V, V du, V (&line)[1]) {
    line[0] = hn::Mul(du, hn::Sub(after[0], before[0]));
  }
  template <class V>
  static HWY_INLINE V value_slope(const V (&t)[2], V, V, V du) {
    return hn::Mul(du, t[1]);
  }
};

const CellKernels<RandomOctave>& kernels() {
  static constexpr CellKernels<RandomOctave> kernels = cell_kernels<ValueKernel>();
  return kernels;
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(kernels);
const CellKernels<RandomOctave>& kernels_in_use() { return HWY_DYNAMIC_DISPATCH(kernels)(); }

/// Leaves room for the rounding of blends and octave sums, which may overshoot the largest corner.
RandomOctave make_octave(const BlendParams&, float weight) { return {weight * (1.0F - 0x1p-19F)}; }

}  // namespace

const GeneratorKind& value_noise() {
  static const GeneratorKind kind{{"value",
                                   "Value noise",
                                   "Random values on a square lattice, blended between corners; blockier than Perlin noise.",
                                   "Lewis 1989; Perlin 1985",
                                   0b1111,
                                   params_of<BlendParams>(),
                                   {}},
                                  make_cell_noise<BlendParams, make_octave, kernels_in_use>};
  return kind;
}

}  // namespace craton
#endif
