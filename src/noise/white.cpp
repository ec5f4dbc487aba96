// White noise: every lattice cell has one random value in [−1, 1), unrelated to its neighbours'.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/white.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cell_kernels-inl.h"
#include "noise/common_params.h"

#ifndef CRATON_NOISE_WHITE_CPP
#define CRATON_NOISE_WHITE_CPP
namespace craton {

struct WhiteParams {
  double frequency = 1;
  std::vector<double> period;
  static constexpr int smoothness = 0;
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

/// A cell takes the value of its first corner; nothing is blended.
struct WhiteKernel : RandomCorners {
  template <int Dimensions>
  static constexpr int channels = 1;
  static constexpr int lines = 1;
  static constexpr int terms = 1;
  static constexpr bool blends = false;

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_w(D, const V (&before)[1], const V (&)[1], V, V, V (&out)[1]) {
    out[0] = before[0];
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_z(D, const V (&before)[1], const V (&)[1], V, V, V (&out)[1]) {
    out[0] = before[0];
  }
  template <int Dimensions, class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_y(D, const V (&before)[1], const V (&)[1], V, V, V (&line)[1]) {
    line[0] = before[0];
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void line_1d(D, const V (&value)[1], V (&line)[1]) {
    line[0] = value[0];
  }
  template <class V>
  static HWY_INLINE void from_lines(const V (&before)[1], const V (&)[1], V (&t)[1]) {
    t[0] = before[0];
  }
  template <class V>
  static HWY_INLINE V value(const V (&t)[1], V, V) {
    return t[0];
  }
};

const CellKernels<RandomOctave>& kernels() {
  static constexpr CellKernels<RandomOctave> kernels = cell_kernels<WhiteKernel>();
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

RandomOctave make_octave(const WhiteParams&, float weight) { return {weight * (1.0F - 0x1p-19F)}; }

}  // namespace

template <>
std::span<const ParamInfo> params_of<WhiteParams>() {
  static const ParamInfo list[] = {
      frequency_param<&WhiteParams::frequency>(),
      period_param<&WhiteParams::period>(),
  };
  return list;
}

const GeneratorKind& white_noise() {
  static const GeneratorKind kind{{"white",
                                   "White noise",
                                   "One random value per lattice cell, unrelated to its neighbours'.",
                                   "",
                                   0b1111,
                                   params_of<WhiteParams>(),
                                   {}},
                                  make_cell_noise<WhiteParams, make_octave, kernels_in_use>};
  return kind;
}

}  // namespace craton
#endif
