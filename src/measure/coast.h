#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "measure/ground.h"

namespace craton::measure {

/// How many boxes the coast crosses.
struct BoxCount {
  std::uint32_t side = 0;  ///< of a box, in cells
  std::uint64_t crossed = 0, boxes = 0;
};

/// For sides of 2, 4, 8 … cells up to an eighth of the map (on spheres: of a face).
Result<std::vector<BoxCount>> count_coast(const Domain& domain, const Ground& ground, const Execution& execution);

/// D of N ∝ side^−D. Nothing where too few sizes of boxes tell of the coast.
std::optional<double> coast_dimension(std::span<const BoxCount> counts);

}  // namespace craton::measure
