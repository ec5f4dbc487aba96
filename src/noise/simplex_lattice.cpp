#include "noise/simplex_lattice.h"

#include <cmath>

namespace craton {
namespace {

double as_double(uint128 value) {
  return static_cast<double>(static_cast<std::int64_t>(high_word(value))) + static_cast<double>(low_word(value)) * 0x1p-64;
}

/// value · factor, with the factor in 2^-64.
uint128 times_fraction(uint128 value, std::uint64_t factor) {
  return static_cast<uint128>(static_cast<std::int64_t>(high_word(value))) * factor +
         high_word(wide_product(low_word(value), factor));
}

}  // namespace

SimplexLattice::SimplexLattice(int dimensions, const OctaveSpec& octave)
    : dimensions_(dimensions),
      seed_(octave.seed),
      frequency_(octave.frequency),
      offset_(octave.offset),
      skew_word_(dimensions == 2 ? 0x5db3d742c265539eU : 0x5555555555555555U),
      unskew_word_(dimensions == 2 ? 0x361962e9bf338ecbU : 0x2aaaaaaaaaaaaaabU) {}

uint128 SimplexLattice::coordinate(int axis, std::int64_t position) const {
  return static_cast<uint128>(position) * frequency_.cells_per_wrap + offset_[static_cast<std::size_t>(axis)];
}

SimplexLattice::Place SimplexLattice::place(const std::array<uint128, 3>& coordinates) const {
  const auto n = static_cast<std::size_t>(dimensions_);
  uint128 sum = 0;
  for (std::size_t a = 0; a < n; ++a) sum += coordinates[a];
  const uint128 shift = times_fraction(sum, skew_word_);
  Place place;
  for (std::size_t a = 0; a < n; ++a) place.cell[a] = static_cast<std::int64_t>(high_word(coordinates[a] + shift));
  // Far out the rounding of F moves the skewed cell a little against the corners, which are exact. A corner's own
  // neighbourhood tells; one correction is enough wherever positions fit into 64 bits.
  for (int pass = 0; pass < 2; ++pass) {
    uint128 taken = 0;
    for (std::size_t a = 0; a < n; ++a) taken += static_cast<uint128>(place.cell[a]) * unskew_word_;
    double offset_sum = 0;
    for (std::size_t a = 0; a < n; ++a) {
      place.offset[a] = as_double(coordinates[a] - (static_cast<uint128>(place.cell[a]) << 64) + taken);
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
