// Gradient noise ("slope" noise): lattice corners carry unit vectors, as in Perlin noise, but the vectors themselves are
// blended by S_n along each axis, not what they add along the way to a sample. The noise is the x component of the blended
// vector; the whole vector is for domain warps.
//
// Each component is blended like the values of value noise, so that all of them are walked as rows of one such lattice.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/gradient.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cell_kernels-inl.h"
#include "noise/common_params.h"
#include "noise/gradients-inl.h"

#ifndef CRATON_NOISE_GRADIENT_CPP
#define CRATON_NOISE_GRADIENT_CPP
namespace craton {

struct GradientOctave {
  GradientMaker gradients;
  int component = 0;  ///< of the vectors, which is the value
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

struct GradientKernel : BlendKernel {
  using Octave = GradientOctave;

  template <int Dimensions, class D, class VU, class V = hn::Vec<D>>
  static HWY_INLINE void corner(D d, VU hash, const Octave& octave, V (&out)[1]) {
    V vector[Dimensions];
    gradient_of(d, hash, octave.gradients, vector);
    out[0] = vector[0];
    unrolled<Dimensions - 1>([&](auto c) CRATON_INLINE_LAMBDA {
      if (octave.component == 1 + c) out[0] = vector[1 + c];
    });
  }
};

// ---- whole vectors

/// Component by component: corners are hashed anew for each, but they are fewer than samples.
void fill_vectors(const GradientOctave& octave, const CellGrid& grid, const Chunk& chunk, std::array<float*, 3> out) {
  GradientOctave along = octave;
  for (along.component = 0; along.component < grid.dimensions; ++along.component) {
    Chunk compact = chunk;
    compact.out = out[static_cast<std::size_t>(along.component)];
    compact.row_stride = chunk.size[0];
    compact.slice_stride = std::ptrdiff_t{chunk.size[0]} * chunk.size[1];
    compact.addend = nullptr;
    fill_cells<GradientKernel>(along, grid, compact);
  }
}

template <int Dimensions>
HWY_INLINE void fill_vector_points(const GradientOctave& octave, const CellPoints& points, VectorValues& out) {
  constexpr D32 d{};
  constexpr hn::RebindToUnsigned<D32> du{};
  using V = hn::Vec<D32>;
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    // Corners by their sides, z in the highest bit: each axis halves what is left, from z down to x.
    V vectors[1 << Dimensions][Dimensions];
    for (int corner = 0; corner < 1 << Dimensions; ++corner) {
      const int side[4] = {corner & 1, corner >> 1 & 1, corner >> 2 & 1, 0};
      gradient_of(d, corner_hash<Dimensions, point_mix>(du, points, i, side), octave.gradients, vectors[corner]);
    }
    for (int a = Dimensions - 1; a >= 0; --a) {
      const V share = hn::Load(d, &points.axis[a].blend[points.axis[a].at(i)]);
      for (int corner = 0; corner < 1 << a; ++corner)
        for (int c = 0; c < Dimensions; ++c)
          vectors[corner][c] = mix(d, vectors[corner][c], vectors[corner + (1 << a)][c], share);
    }
    for (int c = 0; c < Dimensions; ++c) hn::Store(vectors[0][c], d, &out[static_cast<std::size_t>(c)][i]);
  }
}

void vectors_at_points(const GradientOctave& octave, int dimensions, const CellPoints& points, VectorValues& out) {
  if (dimensions == 1) return fill_vector_points<1>(octave, points, out);
  if (dimensions == 2) return fill_vector_points<2>(octave, points, out);
  return fill_vector_points<3>(octave, points, out);
}

constexpr CellKernels<GradientOctave> all_kernels() {
  CellKernels<GradientOctave> kernels = cell_kernels<GradientKernel>();
  kernels.fill_vectors = fill_vectors;
  kernels.vectors_at_points = vectors_at_points;
  return kernels;
}
const CellKernels<GradientOctave>& kernels() {
  static constexpr CellKernels<GradientOctave> kernels = all_kernels();
  return kernels;
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(kernels);
const CellKernels<GradientOctave>& kernels_in_use() { return HWY_DYNAMIC_DISPATCH(kernels)(); }

/// Blends of unit vectors are no longer than they; 15 parts in a million are left for rounding and for the error of sine and
/// cosine.
GradientOctave make_octave(const GradientParams& params, float weight) { return {{params.gradients, weight * 0.999985F}}; }

}  // namespace

const GeneratorKind& gradient_noise() {
  static const GeneratorKind kind{
      {"gradient",
       "Gradient noise",
       "Unit vectors on a square lattice, blended between corners as they are (\"slope\" noise); the value is the x component of "
       "the blended vector. Simpler and blockier than Perlin noise; the whole vector serves to displace points.",
       "",
       0b111,
       params_of<GradientParams>(),
       {}},
      make_cell_noise<GradientParams, make_octave, kernels_in_use>};
  return kind;
}

}  // namespace craton
#endif
