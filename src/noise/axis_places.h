#pragma once

#include <array>
#include <span>

#include "base/aligned.h"
#include "noise/axis_lattice.h"
#include "noise/generator.h"

namespace craton {

/// Where a batch of samples lies along one axis of a lattice, as vectors take it: cells are counted from one of them.
struct AxisPlaces {
  std::size_t count = 0;
  std::uint64_t origin = 0;                                    ///< the cell of the first sample
  std::int32_t lowest = 0, highest = 0;                        ///< of `cell`
  AlignedArray<std::int32_t, PointBatch::capacity> cell;       ///< minus the origin
  AlignedArray<std::uint32_t, PointBatch::capacity> fraction;  ///< 24 bits

  /// False where the samples lie too far apart, which leaves nothing useful.
  bool locate(const AxisLattice& lattice, std::span<const std::int64_t> positions);
  /// The same for `samples` samples at one place.
  void locate(AxisPlace place, std::size_t samples);
};

/// The places that displacements in metres lead to: AxisLattice::displaced for many.
void displace(const AxisPlaces& from, float cells_per_metre, const float* metres, AxisPlaces& to);

}  // namespace craton
