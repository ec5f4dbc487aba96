// All kernels of a noise on the square lattice, from its `Kernel` (see cell_walk-inl.h). Included once per target.
#if defined(CRATON_NOISE_CELL_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELL_KERNELS_INL
#undef CRATON_NOISE_CELL_KERNELS_INL
#else
#define CRATON_NOISE_CELL_KERNELS_INL
#endif

#include <hwy/highway.h>

#include "noise/cell_generator.h"
#include "noise/cell_points-inl.h"
#include "noise/cell_slopes-inl.h"
#include "noise/cell_walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Kernel, class V = hn::Vec<D32>>
concept HasSlopes = requires(V (&terms)[Kernel::terms], V share) {
  Kernel::value_slope(terms, share, share, share);
};

template <class Kernel>
constexpr CellKernels<typename Kernel::Octave> cell_kernels() {
  CellKernels<typename Kernel::Octave> kernels{fill_cells<Kernel>, fill_cell_points<Kernel>, cell_value_at<Kernel>, has_windows};
  if constexpr (HasSlopes<Kernel>) {
    kernels.fill_slope_chunk = fill_cell_slopes<Kernel>;
    kernels.fill_slope_points = fill_cell_slope_points<Kernel>;
  }
  return kernels;
}

/// Corners that carry random values.
struct RandomCorners {
  using Octave = RandomOctave;

  template <int Dimensions, class D, class VU, class V = hn::Vec<D>>
  static HWY_INLINE void corner(D d, VU hash, const Octave& octave, V (&out)[1]) {
    out[0] = hn::Mul(signed_unit_from_hash(d, hash), hn::Set(d, octave.scale));
  }
};

/// Kernels that blend one number per corner, which they still have to make.
struct BlendKernel {
  template <int Dimensions>
  static constexpr int channels = 1;
  static constexpr int lines = 1;
  static constexpr int terms = 2;
  static constexpr bool blends = true;

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
};

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
