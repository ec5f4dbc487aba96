#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>

#include "base/parallel.h"

/// The parts of `measure_relief`.
namespace craton::measure {

/// Heights with the level of the sea, which may be nowhere.
struct Ground {
  std::span<const float> heights;
  float sea_level = -std::numeric_limits<float>::infinity();

  bool is_land(Cell cell) const { return heights[cell] >= sea_level; }
};

/// What `of_block(topology, first, last)` tells of each block of cells, from the first block to the last, to be added in that
/// order: the same figures for any number of threads.
template <class OfBlock>
auto block_by_block(const Domain& domain, const Execution& execution, const OfBlock& of_block) {
  constexpr std::uint64_t block_cells = 1 << 16;
  using Part = decltype(of_block(std::get<PlaneTile>(domain), Cell{}, Cell{}));
  const std::uint64_t cells = cell_count(domain);
  std::vector<Part> parts((cells + block_cells - 1) / block_cells);
  const Result<void> done = parallel_blocks(cells, block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    parts[begin / block_cells] = std::visit(
        [&](const auto& topology) { return of_block(topology, static_cast<Cell>(begin), static_cast<Cell>(end)); }, domain);
  });
  return done ? Result<std::vector<Part>>(std::move(parts)) : Result<std::vector<Part>>(done.error());
}

struct Slopes {
  double mean_slope = 0;     ///< m/m, over the area of land cells that have all their neighbours
  double erosion_score = 0;  ///< standard deviation / mean of the largest difference to a neighbour
  double lowest_score = 0;   ///< the same of the drop to the lowest neighbour; 0 where none is lower
  bool any = false;          ///< there are such cells
};
Result<Slopes> measure_slopes(const Domain& domain, const Ground& ground, const Execution& execution);

/// β of the power P(k) ∝ k^−β of profiles through all heights, sea floor included. Nothing where the profiles are too short.
Result<std::optional<double>> measure_spectrum(const Domain& domain, std::span<const float> heights, const Execution& execution);

}  // namespace craton::measure
