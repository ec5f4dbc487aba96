#pragma once

#include <cstdint>

#include <craton/base/position.h>

#include "base/wide.h"

/// Inline twins of the lattice arithmetic of <craton/base/position.h>, for the inner tables of kernels.
namespace craton {

/// position · frequency + offset on a closed lattice: cell in the high word (not yet below cells_per_wrap), fraction in the low.
inline uint128 lattice_product(std::int64_t position, Frequency frequency, std::uint64_t offset) {
  return static_cast<uint128>(static_cast<std::uint64_t>(position)) * frequency.cells_per_wrap + offset;
}

/// Brings a cell that is at most one turn too far back onto the lattice.
inline std::uint64_t wrapped_cell(std::uint64_t cell, Frequency frequency) {
  return cell >= frequency.cells_per_wrap ? cell - frequency.cells_per_wrap : cell;
}

inline float upper_fraction(std::uint64_t fraction) {
  return static_cast<float>(static_cast<std::int32_t>(fraction >> 40)) * 0x1p-24F;
}

}  // namespace craton
