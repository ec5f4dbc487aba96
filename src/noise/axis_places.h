#pragma once

#include <array>
#include <span>

#include "base/aligned.h"
#include "noise/axis_lattice.h"
#include "noise/generator.h"

namespace craton {

/// Smaller batches are made point by point.
inline constexpr std::size_t fewest_for_vectors = 4;

/// Where a batch of samples lies along one axis of a lattice, as vectors take it: cells are counted from one of them.
struct AxisPlaces {
  std::size_t count = 0;
  std::uint64_t origin = 0;                                    ///< the cell of the first sample
  std::int32_t lowest = 0, highest = 0;                        ///< of `cell`
  AlignedArray<std::int32_t, PointBatch::capacity> cell;       ///< minus the origin
  AlignedArray<std::uint32_t, PointBatch::capacity> fraction;  ///< in 2^-32 cells, rounded down

  /// False where the samples lie too far apart, which leaves nothing useful. Positions are read to the end of their last vector.
  bool locate(const AxisLattice& lattice, std::span<const std::int64_t> positions);
  /// Samples first … first + count of another axis, each `times` times.
  void repeat(const AxisPlaces& of, std::size_t first, std::size_t samples, std::size_t times);

 private:
  bool locate_one_by_one(const AxisLattice& lattice, std::span<const std::int64_t> positions);
};

/// The places that displacements in metres lead to: AxisLattice::displaced for the first `samples`.
void displace(const AxisPlaces& from, std::size_t samples, float cells_per_metre, const float* metres, AxisPlaces& to);

}  // namespace craton
