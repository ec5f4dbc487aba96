#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "measure/ground.h"

namespace craton::measure {

/// Pairs of cells so many columns or rows apart, and how many of them have the coast between them (an odd number of times).
struct CoastPairs {
  std::uint32_t distance = 0;
  std::uint64_t pairs = 0, parted = 0;
};

/// For distances of 2, 3, 4, 6, 8 … cells up to an eighth of the map (on spheres: of a face).
Result<std::vector<CoastPairs>> count_coast(const Domain& domain, const Ground& ground, const Execution& execution);

/// D of parted / pairs ∝ distance^(2 − D). `land` is the share of the cells that are land: far from each other, 2 land (1 − land)
/// of all pairs are parted whatever the coast is like. Nothing where too few distances tell of it.
std::optional<double> coast_dimension(std::span<const CoastPairs> counts, double land);

}  // namespace craton::measure
