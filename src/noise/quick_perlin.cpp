// Quick Perlin noise: Perlin noise whose lattice is hashed by a third of the work (quick_mix) and whose gradients are looked up
// in registers. The upper bit of a hash flips one of 16 axes, which the next four name:
//   1D  16 lengths, evenly spaced
//   2D  32 directions, evenly spaced
//   3D  the 32 normals of a football: the axes of an icosahedron and of its dual dodecahedron, either of which has the moments of
//       the whole sphere up to the fifth (Delsarte, Goethals & Seidel 1977, spherical designs)
//   4D  the 32 edges of a tesseract
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/quick_perlin.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/simd/two_tables-inl.h"
#include "noise/cell_kernels-inl.h"
#include "noise/common_params.h"
#include "noise/perlin_blends-inl.h"

#ifndef CRATON_NOISE_QUICK_PERLIN_CPP
#define CRATON_NOISE_QUICK_PERLIN_CPP
namespace craton {

/// Gradients by dimension, axis and number: weight and normalisation are their length.
struct QuickPerlinOctave {
  float gradient[4][4][16];
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

struct QuickPerlinKernel : PerlinBlends {
  using Octave = QuickPerlinOctave;
  static constexpr LatticeMix mix = quick_mix;

  template <int Dimensions, class D, class VU, class V = hn::Vec<D>>
  static HWY_INLINE void corner(D d, VU hash, const Octave& octave, V (&gradient)[Dimensions]) {
    for (int a = 0; a < Dimensions; ++a) gradient[a] = signed_look_up(d, octave.gradient[Dimensions - 1][a], hash);
  }
};

const CellKernels<QuickPerlinOctave>& kernels() {
  static constexpr CellKernels<QuickPerlinOctave> kernels = cell_kernels<QuickPerlinKernel>();
  return kernels;
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(kernels);
const CellKernels<QuickPerlinOctave>& kernels_in_use() { return HWY_DYNAMIC_DISPATCH(kernels)(); }

constexpr float along_line[1][16] = {{0.0322580636F, 0.0967741907F, 0.161290318F, 0.225806445F, 0.290322572F, 0.354838699F,
                                      0.419354826F, 0.483870953F, 0.54838711F, 0.612903237F, 0.677419364F, 0.741935492F,
                                      0.806451619F, 0.870967746F, 0.935483873F, 1.0F}};
constexpr float in_plane[2][16] = {
    {0.99518472F, 0.956940353F, 0.881921291F, 0.773010433F, 0.634393275F, 0.471396744F, 0.290284663F, 0.0980171412F,
     -0.0980171412F, -0.290284663F, -0.471396744F, -0.634393275F, -0.773010433F, -0.881921291F, -0.956940353F, -0.99518472F},
    {0.0980171412F, 0.290284663F, 0.471396744F, 0.634393275F, 0.773010433F, 0.881921291F, 0.956940353F, 0.99518472F, 0.99518472F,
     0.956940353F, 0.881921291F, 0.773010433F, 0.634393275F, 0.471396744F, 0.290284663F, 0.0980171412F}};
constexpr float in_space[3][16] = {{0, 0, 0.850650787F, 0.850650787F, 0.525731087F, -0.525731087F, 0.577350259F, -0.577350259F,
                                    0.577350259F, 0.577350259F, 0, 0, 0.934172332F, 0.934172332F, 0.356822103F, -0.356822103F},
                                   {0.525731087F, -0.525731087F, 0, 0, 0.850650787F, 0.850650787F, 0.577350259F, 0.577350259F,
                                    -0.577350259F, 0.577350259F, 0.356822103F, -0.356822103F, 0, 0, 0.934172332F, 0.934172332F},
                                   {0.850650787F, 0.850650787F, 0.525731087F, -0.525731087F, 0, 0, 0.577350259F, 0.577350259F,
                                    0.577350259F, -0.577350259F, 0.934172332F, 0.934172332F, 0.356822103F, -0.356822103F, 0, 0}};
constexpr float in_four[4][16] = {
    {0, 0, 0, 0, 0.577350259F, 0.577350259F, 0.577350259F, 0.577350259F, 0.577350259F, 0.577350259F, 0.577350259F, 0.577350259F,
     0.577350259F, 0.577350259F, 0.577350259F, 0.577350259F},
    {0.577350259F, 0.577350259F, 0.577350259F, 0.577350259F, 0, 0, 0, 0, 0.577350259F, -0.577350259F, 0.577350259F, -0.577350259F,
     0.577350259F, -0.577350259F, 0.577350259F, -0.577350259F},
    {0.577350259F, -0.577350259F, 0.577350259F, -0.577350259F, 0.577350259F, -0.577350259F, 0.577350259F, -0.577350259F, 0, 0, 0,
     0, 0.577350259F, 0.577350259F, -0.577350259F, -0.577350259F},
    {0.577350259F, 0.577350259F, -0.577350259F, -0.577350259F, 0.577350259F, 0.577350259F, -0.577350259F, -0.577350259F,
     0.577350259F, 0.577350259F, -0.577350259F, -0.577350259F, 0, 0, 0, 0}};

/// One over the largest value of unit gradients that all point at or away from the sample: half the cell's diagonal, at its
/// centre; in 4D that of the fixed set of Perlin noise. Less 15 parts in a million for rounding.
constexpr float length_of[4] = {1.99997F, 1.414192F, 1.154683F, 1.106503F};

QuickPerlinOctave make_octave(const BlendParams&, float weight) {
  QuickPerlinOctave octave{};
  for (std::size_t d = 0; d < 4; ++d)
    for (std::size_t a = 0; a <= d; ++a)
      for (std::size_t n = 0; n < 16; ++n) {
        const float unit = d == 0 ? along_line[a][n] : d == 1 ? in_plane[a][n] : d == 2 ? in_space[a][n] : in_four[a][n];
        octave.gradient[d][a][n] = unit * (weight * length_of[d]);
      }
  return octave;
}

}  // namespace

const GeneratorKind& quick_perlin_noise() {
  static const GeneratorKind kind{
      {"quick_perlin",
       "Quick Perlin noise",
       "Perlin noise made for speed, where nothing asks for the worlds of the other one: a cheaper hash, and gradients in 32 "
       "directions. Its statistics are those of Perlin noise.",
       "after Perlin 2002",
       0b1111,
       params_of<BlendParams>(),
       {}},
      make_cell_noise<BlendParams, make_octave, kernels_in_use, true>};
  return kind;
}

}  // namespace craton
#endif
