#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "base/aligned.h"
#include "base/lattice_hash.h"
#include "noise/generator.h"

namespace craton {

/// Keys of the lattice lines before (0) and after (1) each point of a batch.
struct KeysOfPoints {
  AlignedArray<std::uint32_t, PointBatch::capacity> low[2], high[2];

  void set(std::size_t i, int side, AxisKey key) {
    low[side][i] = key.low;
    high[side][i] = key.high;
  }
  void pad_from(std::size_t count) {
    for (auto* halves : {low, high})
      for (int side = 0; side < 2; ++side) halves[side].pad_from(count);
  }
};

/// How the keys of near cells are made a vector at a time, from cells counted from one of them. Cells have a block of 2^32 in
/// common up to the end of that block or of the lattice, and then begin another run.
struct KeyRuns {
  struct Run {
    std::uint32_t cell = 0;           ///< lower half of the cell that counts as 0
    std::uint32_t low = 0, high = 0;  ///< halves of AxisKeys::block
  };
  Run run[2];
  std::int32_t second = std::numeric_limits<std::int32_t>::max();  ///< where the second run begins, if there is one

  /// The runs of cells lowest … highest + 1 where `first` is the lowest and the lattice has this many cells (0: no end); nothing
  /// where they are more than two.
  static std::optional<KeyRuns> find(AxisKeys& keys, std::uint64_t lattice_cells, std::uint64_t first, std::int32_t lowest,
                                     std::int32_t highest);
};

/// `quick`: by quick_mix.
void make_keys(int axis, bool quick, const std::int32_t* cells, std::size_t count, const KeyRuns& runs, KeysOfPoints& out);

}  // namespace craton
