#pragma once

#include <limits>
#include <optional>
#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>

/// The parts of `measure_relief`.
namespace craton::measure {

/// Heights with the level of the sea, which may be nowhere.
struct Ground {
  std::span<const float> heights;
  float sea_level = -std::numeric_limits<float>::infinity();

  bool is_land(Cell cell) const { return heights[cell] >= sea_level; }
};

constexpr std::uint64_t block_cells = 1 << 16;

struct Slopes {
  double mean_slope = 0;     ///< m/m, over the area of land cells that have all their neighbours
  double erosion_score = 0;  ///< standard deviation / mean of the largest difference to a neighbour
  bool any = false;          ///< there are such cells
};
Result<Slopes> measure_slopes(const Domain& domain, const Ground& ground, const Execution& execution);

/// The share of the land (by area) that filling its hollows would raise. Water leaves at the sea and at the borders of planes;
/// where there is neither, at the lowest cell.
Result<double> measure_pits(const Domain& domain, const Ground& ground, const Execution& execution);

/// β of the power P(k) ∝ k^−β of profiles through all heights, sea floor included. Nothing where the profiles are too short.
Result<std::optional<double>> measure_spectrum(const Domain& domain, std::span<const float> heights, const Execution& execution);

}  // namespace craton::measure
