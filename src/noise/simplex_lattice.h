#pragma once

#include <array>
#include <cstdint>

#include "base/aligned.h"
#include "base/lattice_hash.h"
#include "base/uint128.h"
#include "noise/generator.h"

/// The lattice of simplex noise: corner (i, j, k) lies at i − (i + j + k)·G, j − (i + j + k)·G, k − (i + j + k)·G in units of
/// the lattice. G is (3 − √3)/6 in 2D, 1/6 in 3D and (5 − √5)/20 in 4D, rounded to 28 bits, which stretches the lattice by 10^-8
/// at most. In every dimension each corner of a simplex is √½ away from the face across: balls of that radius end there.
///
/// Positions and corners are compared as 28-bit fractions in 32-bit words ("steps", modulo 16 cells): position − corner is
/// exact there, whatever the distance from the origin, and depends on one axis of the position alone. So a grid can take each
/// corner's disc row by row, a point can take its own few corners, and both get the same bits.
namespace craton {

inline constexpr int simplex_step_bits = 28;

/// Scalar arithmetic of the lattice in one dimension count.
class SimplexLattice {
 public:
  SimplexLattice(int dimensions, const OctaveSpec& octave);

  int dimensions() const { return dimensions_; }
  double unskew() const { return unskew_steps_ * 0x1p-28; }                ///< G
  double skew() const { return unskew() / (1 - dimensions_ * unskew()); }  ///< F
  std::uint32_t unskew_steps() const { return unskew_steps_; }
  std::uint64_t skew_word() const { return skew_word_; }  ///< F in 2^-64

  /// Where a position lies on an axis: cells and fractions of one, as one signed 128-bit number.
  uint128 coordinate(int axis, std::int64_t position) const;
  /// What a displacement in metres adds to a coordinate, rounded to 2^-24 cells.
  uint128 displacement(float metres) const;
  /// A coordinate in steps.
  static std::uint32_t steps(uint128 coordinate) { return static_cast<std::uint32_t>(coordinate >> (64 - simplex_step_bits)); }
  /// A cell of the skewed lattice and where the point lies in it.
  struct Place {
    std::array<std::int64_t, max_dimensions> cell{};
    std::array<double, max_dimensions> inside{};  ///< skewed fractions, in [0, 1) but for rounding
    std::array<double, max_dimensions> offset{};  ///< point − corner `cell`, not skewed
  };
  Place place(const std::array<uint128, max_dimensions>& coordinates) const;

  /// The same axis without skew: cells are the high words of coordinates.
  AxisLattice axis(int axis) const {
    return {frequency_.cells_per_wrap, 0, 0, offset_[static_cast<std::size_t>(axis)], cells_per_metre()};
  }
  AxisKeys keys(int axis) const { return {seed_, axis}; }
  std::uint64_t cells_per_wrap() const { return frequency_.cells_per_wrap; }
  float cells_per_metre() const { return static_cast<float>(frequency_.cells_per_metre()); }

 private:
  int dimensions_;
  Seed seed_;
  Frequency frequency_;
  std::array<std::uint64_t, max_dimensions> offset_;
  std::uint32_t unskew_steps_;  ///< G
  std::uint64_t skew_word_;
};

}  // namespace craton
