// Perlin noise (Perlin 1985, "An Image Synthesizer"; Perlin 2002, "Improving Noise"): lattice corners carry gradients, a
// corner contributes gradient · (point − corner), and contributions blend by S_n along each axis.
//
// Along a row inside a cell every quantity but x is constant, so the contributions of the corners on one side collapse
// to a line A·f + B in the fraction f, and a sample is (A·f + B) + u·(D·f + E) with u = S_n(f).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/perlin.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cell_kernels-inl.h"
#include "noise/common_params.h"
#include "noise/gradients-inl.h"
#include "noise/perlin_blends-inl.h"

#ifndef CRATON_NOISE_PERLIN_CPP
#define CRATON_NOISE_PERLIN_CPP
namespace craton {

/// What the kernels need to know of an octave.
struct PerlinOctave {
  GradientMaker gradients[4];  ///< by dimension: weight and normalisation are their length
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

struct PerlinKernel : PerlinBlends {
  using Octave = PerlinOctave;

  template <int Dimensions, class D, class VU, class V = hn::Vec<D>>
  static HWY_INLINE void corner(D d, VU hash, const Octave& octave, V (&gradient)[Dimensions]) {
    gradient_of(d, hash, octave.gradients[Dimensions - 1], gradient);
  }
};

const CellKernels<PerlinOctave>& kernels() {
  static constexpr CellKernels<PerlinOctave> kernels = cell_kernels<PerlinKernel>();
  return kernels;
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(kernels);
const CellKernels<PerlinOctave>& kernels_in_use() { return HWY_DYNAMIC_DISPATCH(kernels)(); }

/// One over the largest value of unit gradients that all point at or away from the sample, by dimension, less 15 parts in a
/// million for rounding. Any direction: half the cell's diagonal, at its centre. Fixed directions: found by search over
/// places and orders of smoothness (see the range test); order 0 reaches furthest.
GradientMaker maker(GradientSet gradients, float weight, int dimensions) {
  constexpr float any[4] = {1.99997F, 1.414192F, 1.154683F, 0.999985F};
  constexpr float fixed[4] = {1.99997F, 1.434802F, 1.328094F, 1.106503F};
  return {gradients, weight * (gradients == GradientSet::circle ? any : fixed)[dimensions - 1]};
}

PerlinOctave make_octave(const GradientParams& params, float weight) {
  return {{maker(params.gradients, weight, 1), maker(params.gradients, weight, 2), maker(params.gradients, weight, 3),
           maker(params.gradients, weight, 4)}};
}

}  // namespace

const GeneratorKind& perlin_noise() {
  static const GeneratorKind kind{
      {"perlin",
       "Perlin noise",
       "Gradients on a square lattice, blended between corners; zero at every corner. Smoothness 1 is the "
       "original noise of 1985, 2 the improved one of 2002.",
       "Perlin 1985; Perlin 2002",
       0b1111,
       params_of<GradientParams>(),
       {}},
      make_cell_noise<GradientParams, make_octave, kernels_in_use>};
  return kind;
}

}  // namespace craton
#endif
