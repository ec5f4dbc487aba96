#pragma once

#include <array>
#include <cstdint>

#include "base/aligned.h"
#include "noise/cell_axis.h"
#include "noise/spline_axis.h"

/// Wavelet noise: parts that its kernels, its generator and its tests share.
namespace craton {

/// Quadratic B-splines: a cell's own coefficient is in its middle, and those before and after it reach into it.
inline constexpr SplineReach wavelet_reach{3, 1};

/// Downsampling: coarse value k is Σ analysis[t] · value[2k − 16 + t] (Cook & DeRose 2005, appendix; the filter is symmetric,
/// and so is this table, which has 0.003546 twice where the paper has 0.003545 once).
inline constexpr float wavelet_analysis[32] = {
    0.000334F,  -0.001528F, 0.000410F,  0.003546F,  -0.000938F, -0.008233F, 0.002172F,  0.019120F,   //
    -0.005040F, -0.044412F, 0.011655F,  0.103311F,  -0.025936F, -0.243780F, 0.033979F,  0.655340F,   //
    0.655340F,  0.033979F,  -0.243780F, -0.025936F, 0.103311F,  0.011655F,  -0.044412F, -0.005040F,  //
    0.019120F,  0.002172F,  -0.008233F, -0.000938F, 0.003546F,  0.000410F,  -0.001528F, 0.000334F};

/// Lattice values that the filters need before the first and after the last of an even number of coefficients.
inline constexpr std::uint32_t wavelet_margin = 16;

/// One over the largest value that lattice values in [−1, 1] can give, by dimension (2, 3), found by search (see the test), less
/// 20 parts in a million for rounding.
inline constexpr float wavelet_scale[2] = {0.5122419F, 0.3355374F};

/// A box of the lattice, whose first cell is even along each axis, and so is its size.
struct WaveletRegion {
  std::array<std::uint64_t, 3> first_cell{};
  std::array<std::uint32_t, 3> size{1, 1, 1};
};

/// Coefficients of a region, x fastest, and the room it takes to make them.
struct WaveletBlock {
  WaveletRegion region;
  AlignedVector<float> coefficient;
  std::size_t row_stride = 0, slice_stride = 0;

  /// Of all lattice lines with margins. Along x, all even ones come before all odd ones, each part padded to `half_stride`.
  struct Keys {
    AlignedVector<std::uint32_t> low, high;
  };
  std::array<Keys, 3> keys;
  std::size_t half_stride = 0;
  AlignedVector<float> column, after_z, after_y, coarse;
};

}  // namespace craton
