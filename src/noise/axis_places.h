#pragma once

#include <array>
#include <optional>
#include <span>

#include "base/aligned.h"
#include "noise/axis_lattice.h"
#include "noise/generator.h"

namespace craton {

/// Smaller batches are made point by point.
inline constexpr std::size_t fewest_for_vectors = 4;

/// What turns positions into places: start + (position − base + half)·factor, where `half` keeps distances positive. Distances
/// fit into 32 bits unless `wide`.
struct PlaceProduct {
  std::uint64_t base, half, factor;
  std::uint64_t start_low, start_high;  ///< bits 0 … 31 and 32 … 95
  std::int64_t period;                  ///< which brings positions back first, or 0; base is a multiple of it
  bool wide;
};

/// How far positions lie from the first.
Distances measure(std::span<const std::int64_t> positions);
/// Positions of points that lie one after the other, x, y, … each, to the arrays of a batch, whose dimensions and count are set.
void split(const std::int64_t* points, PointBatch& batch);
/// Distances of a batch, once for all noises that are asked for it.
void measure(PointBatch& batch);

/// Where a batch of samples lies along one axis of a lattice, as vectors take it: cells are counted from one of them.
struct AxisPlaces {
  std::size_t count = 0;
  std::uint64_t origin = 0;                                    ///< the cell of the first sample
  std::int32_t lowest = 0, highest = 0;                        ///< of `cell`
  AlignedArray<std::int32_t, PointBatch::capacity> cell;       ///< minus the origin
  AlignedArray<std::uint32_t, PointBatch::capacity> fraction;  ///< in 2^-32 cells, rounded down

  /// False where the samples lie too far apart, which leaves nothing useful. Positions are read to the end of their last vector.
  bool locate(const AxisLattice& lattice, std::span<const std::int64_t> positions, const Distances& distances);
  bool locate(const AxisLattice& lattice, std::span<const std::int64_t> positions) {
    return locate(lattice, positions, measure(positions));
  }
  /// How to make them of positions at distances from a first one; sets all but count, cell and fraction. Nothing where that takes
  /// more than a product, or leads too far.
  std::optional<PlaceProduct> plan(const AxisLattice& lattice, std::int64_t position, Distances distances);
  /// Samples first … first + count of another axis, each `times` times.
  void repeat(const AxisPlaces& of, std::size_t first, std::size_t samples, std::size_t times);

 private:
  bool locate_one_by_one(const AxisLattice& lattice, std::span<const std::int64_t> positions);
};

/// The places that displacements in metres lead to: AxisLattice::displaced for the first `samples`.
void displace(const AxisPlaces& from, std::size_t samples, float cells_per_metre, const float* metres, AxisPlaces& to);

}  // namespace craton
