#pragma once

#include <cstdint>
#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>

/// How much of the ground droplets may move in a round. See droplets.cpp.
namespace craton {

/// What the ground is like.
struct DropletGround {
  Field capacity, erosion, deposition, hardness, shore, strength;
  float shore_height = 1;  ///< metres
  float time = 1;          ///< of a step, in reference steps: shares are for a time of 1
  float even_flow = 1;     ///< visits of a cell where one droplet a cell starts and none gather
};

/// The most that a round digs, of the drop to the lowest neighbour, and fills, of the rise to the highest one: no pits, no
/// spikes.
inline constexpr float deepest_dig = 0.7F, highest_lay = 0.6F;

/// From heights and the visits of the first walk: what the second walk needs. `flow` becomes packed_ground.
Result<void> share_limits(const Domain& domain, const DropletGround& ground, std::span<const float> heights,
                          std::span<std::int32_t> flow, std::span<std::int32_t> limits, const Execution& execution);

/// How many metres one grain is on a cell, whose area may be another than the mean.
double metres_of_grain(const Domain& domain, Cell cell);

}  // namespace craton
