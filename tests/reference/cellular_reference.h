#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include <craton/base/seed.h>

#include "noise/axis_lattice.h"

namespace craton::reference {

/// Cellular noise as its definition reads: every point of a window, one sample at a time. How distances become values is
/// handed in.
struct Cellular {
  Seed seed;
  std::array<AxisLattice, 3> axis;
  int dimensions = 2;
  float jitter = 1;
  std::string distance = "euclidean", output = "distance";
  std::array<float, 4> factor{};  ///< of the distances, or factor[0] of the distance to the border
  float offset = 0;
  float value_factor = 1;    ///< of a cell's random value
  float border_most = 1e9F;  ///< the largest distance to the border

  /// With all cells up to `window` cells away.
  float at(std::span<const std::int64_t> position, int window) const;
};

}  // namespace craton::reference
