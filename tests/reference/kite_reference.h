#pragma once

#include <array>
#include <vector>

#include <craton/noise/hat_tiling.h>

#include "reference/lattice_reference.h"
#include "src/base/uint128.h"

/// Kite and hat noise as their definitions read: all corners of a window around a place, whether near or not.
namespace craton::reference {

/// Where a place lies on both axes of the lattice: cells and fractions, as SimplexLattice::coordinate() gives them.
using KiteCoordinates = std::array<uint128, 4>;

/// The value with the kernels' bits: the same numbers, added in the same order. `tiling` is nothing for kite noise.
float kite_at(const OctaveSpec& octave, const KiteCoordinates& at, const HatTiling* tiling, bool fixed, float scale);

/// Kite noise on rows along the x axis; the octave's lattice along y has an even number of cells.
float periodic_kite_at(const OctaveSpec& octave, Places places, bool fixed, float scale);

/// One corner as source 001 defines it, in double precision.
struct KiteCornerField {
  double x, y;                    ///< from the place to the corner, in units of the lattice
  double direction;               ///< of an ellipse's first axis
  double along, across;           ///< t = 1 − along·u² − across·v²
  double gradient_x, gradient_y;  ///< times the scale

  double t(double px, double py) const;
  double value(double px, double py) const;
};

/// All corners around a place; sums of value() over them are the noise nearby.
std::vector<KiteCornerField> kite_field(const OctaveSpec& octave, const KiteCoordinates& at, const HatTiling* tiling, bool fixed,
                                        float scale);

}  // namespace craton::reference
