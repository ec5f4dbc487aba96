// Value noise: lattice corners carry random values in [−1, 1), blended by S_n along each axis.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/value.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cell_kernels-inl.h"
#include "noise/common_params.h"

#ifndef CRATON_NOISE_VALUE_CPP
#define CRATON_NOISE_VALUE_CPP
namespace craton {

struct ValueParams {
  double frequency = 0.01;
  int smoothness = 2;
  std::vector<double> period;
};

struct ValueOctave {
  float scale;
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

struct ValueKernel : BlendKernel {
  using Octave = ValueOctave;

  template <int Dimensions, class D, class VU, class V = hn::Vec<D>>
  static HWY_INLINE void corner(D d, VU hash, const Octave& octave, V (&out)[1]) {
    out[0] = hn::Mul(signed_unit_from_hash(d, hash), hn::Set(d, octave.scale));
  }
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

CellKernels<ValueOctave> kernels() { return cell_kernels<ValueKernel>(); }

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(kernels);

/// Leaves room for the rounding of blends and octave sums, which may overshoot the largest corner.
constexpr float value_scale = 1.0F - 0x1p-19F;

Result<std::unique_ptr<Generator>> make_value(const ParamValues& values, std::string_view path, const OctaveSpec& octave) {
  CRATON_TRY(ValueParams params, params_from<ValueParams>(values, path));
  return make_cell_generator(ValueOctave{octave.weight * value_scale}, make_cell_lattice(octave, params.smoothness),
                             [] { return HWY_DYNAMIC_DISPATCH(kernels)(); });
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ValueParams>() {
  static const ParamInfo list[] = {
      frequency_param<&ValueParams::frequency>(),
      smoothness_param<&ValueParams::smoothness>(),
      period_param<&ValueParams::period>(),
  };
  return list;
}

const GeneratorKind& value_noise() {
  static const GeneratorKind kind{{"value",
                                   "Value noise",
                                   "Random values on a square lattice, blended between corners; blockier than Perlin noise.",
                                   "Lewis 1989; Perlin 1985",
                                   0b1111,
                                   params_of<ValueParams>(),
                                   {}},
                                  make_value};
  return kind;
}

}  // namespace craton
#endif
