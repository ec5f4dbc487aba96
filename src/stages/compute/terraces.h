#pragma once

#include <cstdint>

#include "base/lattice_hash.h"
#include "stages/compute/branch_free.h"

/// Terraces: heights are counted in steps; within a step the ground is flat for a share of it (the tread) and then rises
/// smoothly to the next (the riser): 3t² − 2t³. The edges of steps are fixed points and order is kept: what was higher is never
/// lower. Steps that are all alike, at the same heights everywhere, look like contour lines: real ones are the edges of strata,
/// which differ in thickness (unevenness) and are tilted and bent (offset).
namespace craton {

/// Beyond so many steps floats cannot tell a place within a step.
inline constexpr float most_steps = 0x1p20F;

/// Edges of steps, in steps: 0, 1, 2, …, each moved by up to 0.4 by its own random number; the outermost ones stay.
struct TerraceEdges {
  std::uint32_t seed;
  float unevenness;
  std::int32_t first, last;

  [[gnu::always_inline]] float operator()(std::int32_t k) const {
    const std::uint32_t hash = axis_mix[0](static_cast<std::uint32_t>(k) ^ seed);
    const float random = static_cast<float>(static_cast<std::int32_t>(hash) >> 8) * 0x1p-23F;  // −1 … 1
    const float edge = static_cast<float>(k);
    return chosen((k > first) & (k < last), edge + 0.4F * unevenness * random, edge);
  }
};

/// Within a step, both from 0 to 1: old height → new one.
[[gnu::always_inline]] inline float risen(float t, float sharpness, float slope) {
  const float rise = greater((t - sharpness) / (1 - sharpness), 0);
  return slope * t + (1 - slope) * (rise * rise * (3 - 2 * rise));
}

/// Edges lie within half a step of their number, so that four of them hold every place between two numbers.
struct Terraces {
  TerraceEdges edge;
  float base, first, last;  ///< where steps are counted from, in metres; beyond these counts heights stay

  /// Without end, or a number of them from `base` up where `count` is not 0.
  static Terraces make(std::uint32_t seed, float unevenness, float base, std::int32_t count) {
    const bool counted = count > 0;
    return {.edge = {.seed = seed,
                     .unevenness = unevenness,
                     .first = counted ? 0 : -0x7FFFFFFF,
                     .last = counted ? count : 0x7FFFFFFF},
            .base = base,
            .first = counted ? 0 : -most_steps,
            .last = counted ? static_cast<float>(count) : most_steps};
  }

  [[gnu::always_inline]] float operator()(float height, float size, float offset, float sharpness, float slope) const {
    const float zero = base + offset;
    const float steps = (height - zero) / size;
    const bool inside = (steps > first) & (steps < last);
    return chosen(inside, zero + size * in_steps(chosen(inside, steps, 0), sharpness, slope), height);
  }

  [[gnu::always_inline]] float in_steps(float steps, float sharpness, float slope) const {
    auto k = static_cast<std::int32_t>(steps);
    k -= static_cast<std::int32_t>(static_cast<float>(k) > steps);
    const float edges[] = {edge(k - 1), edge(k), edge(k + 1), edge(k + 2)};
    const float low = chosen(steps < edges[1], edges[0], chosen(steps < edges[2], edges[1], edges[2]));
    const float high = chosen(steps < edges[1], edges[1], chosen(steps < edges[2], edges[2], edges[3]));
    return low + (high - low) * risen((steps - low) / (high - low), sharpness, slope);
  }
};

}  // namespace craton
