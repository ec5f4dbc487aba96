#include "noise/simplex_lattice.h"

#include <cmath>

namespace craton {
namespace {

/// value · factor, with the factor in 2^-64.
uint128 times_fraction(uint128 value, std::uint64_t factor) {
  return static_cast<uint128>(static_cast<std::int64_t>(high_word(value))) * factor +
         high_word(wide_product(low_word(value), factor));
}

/// G in 2^-28 and F = G / (1 − dimensions·G) in 2^-64, by dimension.
constexpr std::uint32_t unskew_steps_of[] = {0x361962fU, 0x2aaaaabU, 0x2360da4U};
constexpr std::uint64_t skew_word_of[] = {0x5db3d75584caa8d2U, 0x5555556aaaaaad55U, 0x4f1bbcf97f4a81dcU};

}  // namespace

SimplexLattice::SimplexLattice(int dimensions, const OctaveSpec& octave)
    : dimensions_(dimensions),
      seed_(octave.seed),
      frequency_(octave.frequency),
      offset_{octave.axis[0].offset, octave.axis[1].offset, octave.axis[2].offset, octave.axis[3].offset},
      unskew_steps_(unskew_steps_of[dimensions - 2]),
      skew_word_(skew_word_of[dimensions - 2]) {}

uint128 SimplexLattice::coordinate(int axis, std::int64_t position) const {
  return static_cast<uint128>(position) * frequency_.cells_per_wrap + offset_[static_cast<std::size_t>(axis)];
}

uint128 SimplexLattice::displacement(float metres) const {
  const CellStep step = cell_step(metres, cells_per_metre());
  const std::int64_t fine = std::int64_t{step.cells} * (1 << 24) + step.fraction;
  return static_cast<uint128>(fine) << 40;
}

SimplexLattice::Place SimplexLattice::place(const std::array<uint128, max_dimensions>& coordinates) const {
  const auto n = static_cast<std::size_t>(dimensions_);
  uint128 shift = 0;  // axis by axis: the sum of all coordinates may leave 64 bits of cells
  for (std::size_t a = 0; a < n; ++a) shift += times_fraction(coordinates[a], skew_word_);
  Place place;
  for (std::size_t a = 0; a < n; ++a) place.cell[a] = static_cast<std::int64_t>(high_word(coordinates[a] + shift));
  // Far out the rounding of F moves the skewed cell a little against the corners, which are exact: their steps tell. One
  // correction is enough wherever positions fit into 64 bits.
  for (int pass = 0; pass < 2; ++pass) {
    std::uint32_t taken = 0;
    for (std::size_t a = 0; a < n; ++a) taken += static_cast<std::uint32_t>(place.cell[a]) * unskew_steps_;
    double offset_sum = 0;
    for (std::size_t a = 0; a < n; ++a) {
      const std::uint32_t offset =
          steps(coordinates[a]) - (static_cast<std::uint32_t>(place.cell[a]) << simplex_step_bits) + taken;
      place.offset[a] = static_cast<std::int32_t>(offset) * 0x1p-28;
      offset_sum += place.offset[a];
    }
    for (std::size_t a = 0; a < n; ++a) {
      place.inside[a] = place.offset[a] + offset_sum * skew();
      if (pass == 0) place.cell[a] += static_cast<std::int64_t>(std::floor(place.inside[a]));
    }
  }
  return place;
}

}  // namespace craton
