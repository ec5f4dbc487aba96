#pragma once

#include <cstdint>

#include <craton/base/position.h>
#include <craton/base/result.h>

#include "base/uint128.h"

namespace craton {

/// Where a position lies on an axis of a lattice: its cell, 0 ≤ cell < cells, and 24 bits of how far into it.
struct AxisPlace {
  std::uint64_t cell = 0;
  std::uint32_t fraction = 0;

  float fraction_as_float() const { return static_cast<float>(static_cast<std::int32_t>(fraction)) * 0x1p-24F; }
};

/// One axis of a lattice that closes onto itself after `cells` cells: where positions wrap at 2^64 units, or after a period.
struct AxisLattice {
  std::uint64_t cells_per_wrap = 0;  ///< cells in 2^64 units
  std::uint64_t cells = 0;           ///< after which the lattice repeats; 0: never, so that positions must not wrap
  std::uint64_t period = 0;          ///< in units; 0: the lattice repeats only where positions wrap
  std::uint64_t offset = 0;          ///< shift of the lattice, in 2^-64 cells
  float cells_per_metre = 0;         ///< for displacements

  static AxisLattice endless(Frequency frequency);
  /// Exactly `cells` cells in `period` units.
  static AxisLattice repeating(std::uint64_t cells, std::uint64_t period);

  /// The exact product of position and frequency: cell in the high word, not yet brought below `cells`.
  uint128 product(std::int64_t position) const {
    auto p = static_cast<std::uint64_t>(position);
    if (period != 0) {
      const auto rest = position % static_cast<std::int64_t>(period);
      p = static_cast<std::uint64_t>(rest < 0 ? rest + static_cast<std::int64_t>(period) : rest);
    }
    return static_cast<uint128>(p) * cells_per_wrap + offset;
  }
  /// Brings a cell that is at most one turn too far back onto the lattice.
  std::uint64_t wrapped(std::uint64_t cell) const { return cell >= cells ? cell - cells : cell; }

  AxisPlace place(std::int64_t position) const {
    const uint128 at = product(position);
    return {wrapped(high_word(at)), static_cast<std::uint32_t>(low_word(at) >> 40)};
  }
  /// `count` cells further on, which may be negative.
  std::uint64_t moved(std::uint64_t cell, std::int64_t count) const;
  /// The place a displacement in metres away. The displacement is rounded to 2^-24 cells; beyond 2^30 cells it goes no further.
  AxisPlace displaced(AxisPlace from, float metres) const;
};

/// How far a displacement goes: whole cells, and 2^-24 cells beyond them (0 … 2^24).
struct CellStep {
  std::int32_t cells;
  std::int32_t fraction;
};
CellStep cell_step(float metres, float cells_per_metre);

}  // namespace craton
