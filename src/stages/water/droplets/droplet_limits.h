#pragma once

#include <craton/surface/domain.h>
#include <craton/surface/field.h>

#include "stages/water/droplets/droplet_blocks.h"
#include "stages/water/droplets/droplets.h"

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

/// What the second walk needs to know of the cells of a piece, but for the outermost ones.
struct PieceLimits {
  AlignedVector<std::uint32_t> limits, grounds;
};
PieceLimits limits_in(const Domain& domain, const MapPiece& piece, const DropletGround& ground, const float* heights,
                      const std::int32_t* flow);

/// A cell's area by the mean: grains are volumes, so many are one metre higher.
double relative_area(const Domain& domain, Cell cell);

}  // namespace craton
