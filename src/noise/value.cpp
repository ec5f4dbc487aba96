// Value noise: lattice corners carry random values in [−1, 1), blended by S_n along each axis.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/value.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cell_generator.h"
#include "noise/cell_scatter-inl.h"
#include "noise/cell_slopes-inl.h"
#include "noise/cell_walk-inl.h"
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

struct ValueKernel {
  using Octave = ValueOctave;
  template <int Dimensions>
  static constexpr int channels = 1;
  static constexpr int lines = 1;
  static constexpr int terms = 2;
  static constexpr bool blends = true;

  template <int Dimensions, class D, class VU, class V = hn::Vec<D>>
  static HWY_INLINE void corner(D d, VU hash, const Octave& octave, V (&out)[1]) {
    out[0] = hn::Mul(signed_unit_from_hash(d, hash), hn::Set(d, octave.scale));
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_w(D d, const V (&before)[1], const V (&after)[1], V, V u, V (&out)[1]) {
    out[0] = mix(d, before[0], after[0], u);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_z(D d, const V (&before)[1], const V (&after)[1], V, V u, V (&out)[1]) {
    out[0] = mix(d, before[0], after[0], u);
  }
  template <int Dimensions, class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_y(D d, const V (&before)[1], const V (&after)[1], V, V u, V (&line)[1]) {
    line[0] = mix(d, before[0], after[0], u);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void line_1d(D, const V (&value)[1], V (&line)[1]) {
    line[0] = value[0];
  }
  template <class V>
  static HWY_INLINE void from_lines(const V (&before)[1], const V (&after)[1], V (&t)[2]) {
    t[0] = before[0];
    t[1] = hn::Sub(after[0], before[0]);
  }
  template <class V>
  static HWY_INLINE V value(const V (&t)[2], V, V u) {
    return hn::Add(t[0], hn::Mul(u, t[1]));
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

void fill_chunk(const ValueOctave& octave, const CellGrid& grid, const Chunk& chunk) {
  CellFiller<ValueKernel>(octave, grid, chunk).fill();
}

void fill_points(const ValueOctave& octave, int dimensions, const CellPoints& points, float* out, bool add) {
  fill_cell_points<ValueKernel>(octave, dimensions, points, out, add);
}

void fill_part(const ValueOctave& octave, const ScatterPart& part, const Chunk& chunk, const Displacement& displacement) {
  fill_scattered<ValueKernel>(octave, part, chunk, displacement);
}

void fill_slope_chunk(const ValueOctave& octave, const CellLattice& lattice, const CellGrid& grid, const Chunk& chunk,
                      const SlopePlaces& out) {
  fill_cell_slopes<ValueKernel>(octave, lattice, grid, chunk, out);
}

void fill_slope_points(const ValueOctave& octave, const CellLattice& lattice, int dimensions, const CellPoints& points,
                       SlopeValues& out) {
  fill_cell_slope_points<ValueKernel>(octave, lattice, dimensions, points, out);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(fill_chunk);
HWY_EXPORT(fill_points);
HWY_EXPORT(fill_part);
HWY_EXPORT(fill_slope_chunk);
HWY_EXPORT(fill_slope_points);

constexpr CellKernels<ValueOctave> kernels{
    [](const ValueOctave& octave, const CellGrid& grid, const Chunk& chunk) {
      HWY_DYNAMIC_DISPATCH(fill_chunk)(octave, grid, chunk);
    },
    [](const ValueOctave& octave, int dimensions, const CellPoints& points, float* out, bool add) {
      HWY_DYNAMIC_DISPATCH(fill_points)(octave, dimensions, points, out, add);
    },
    [](const ValueOctave& octave, const ScatterPart& part, const Chunk& chunk, const Displacement& displacement) {
      HWY_DYNAMIC_DISPATCH(fill_part)(octave, part, chunk, displacement);
    },
    [](const ValueOctave& octave, const CellLattice& lattice, const CellGrid& grid, const Chunk& chunk, const SlopePlaces& out) {
      HWY_DYNAMIC_DISPATCH(fill_slope_chunk)(octave, lattice, grid, chunk, out);
    },
    [](const ValueOctave& octave, const CellLattice& lattice, int dimensions, const CellPoints& points, SlopeValues& out) {
      HWY_DYNAMIC_DISPATCH(fill_slope_points)(octave, lattice, dimensions, points, out);
    }};

/// Leaves room for the rounding of blends and octave sums, which may overshoot the largest corner.
constexpr float value_scale = 1.0F - 0x1p-19F;

Result<std::unique_ptr<Generator>> make_value(const ParamValues& values, std::string_view path, const OctaveSpec& octave) {
  CRATON_TRY(ValueParams params, params_from<ValueParams>(values, path));
  return make_cell_generator(ValueOctave{octave.weight * value_scale}, make_cell_lattice(octave, params.smoothness), kernels);
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
