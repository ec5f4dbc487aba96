#pragma once

#include <cstdint>

#include <craton/base/seed.h>

#include "base/aligned.h"
#include "base/lattice_hash.h"
#include "noise/axis_lattice.h"
#include "noise/generator.h"

namespace craton {

/// One axis of a grid on a square lattice. Corners are listed once each, in order; a sample lies between corner
/// `corner[i]` and the one after it. Arrays are padded by a vector, so that kernels read whole vectors.
struct CellAxis {
  AlignedVector<std::uint32_t> corner;             ///< of each sample: index of the corner before it
  AlignedVector<float> fraction;                   ///< of each sample: how far past that corner
  AlignedVector<float> blend;                      ///< of each sample: S_n(fraction)
  AlignedVector<std::uint32_t> key_low, key_high;  ///< of each corner

  AxisKey key(std::size_t of_corner) const { return {key_low[of_corner], key_high[of_corner]}; }
  std::size_t corner_count() const { return key_low.size() - pad; }

  static constexpr std::size_t pad = 64;
};

/// What determines the lattice lines of one axis.
struct AxisSpec {
  int axis = 0;
  Seed seed;
  AxisLattice lattice;
  int smoothness = 2;
  bool quick = false;  ///< hashed by quick_mix

  AxisKeys keys() const { return {seed, axis, quick ? quick_mix : full_mix}; }
};

CellAxis make_cell_axis(const AxisSpec& spec, const GridShape& shape);

}  // namespace craton
