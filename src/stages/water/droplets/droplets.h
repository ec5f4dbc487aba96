#pragma once

#include <cstdint>

#include "base/aligned.h"

/// Droplets that walk over a piece of a map: what the stage and its vector kernels share. Explained in droplets.cpp.
namespace craton {

/// Ground is moved in grains: 2⁻¹² m on one cell. Whole numbers add up to the same in any order.
inline constexpr float grains_per_metre = 4096;

/// Higher than any ground, and finite: what lies where no cell is.
inline constexpr float no_ground = 0x1p100F;

/// How droplets walk, the same for all of them. A step is one cell long.
struct DropletRules {
  std::int32_t steps = 32;
  float keep = 0;       ///< the part of its velocity that a droplet keeps in a step; the rest is the slope it is on
  float quickness = 0;  ///< how far the square of its speed goes towards the slope in a step
  float moist = 1;      ///< the part of its water that a step leaves
  float spacing = 1;    ///< metres
  float load = 1;       ///< grains that one unit of capacity carries down a slope of 1 at speed 1
  float weight = 1;     ///< of a full droplet, when visits are counted in whole numbers
};

/// A piece of the map with a margin that no droplet from its inside leaves; cells without ground are `no_ground` high. Arrays
/// have `stride` cells a row.
struct DropletBlock {
  std::int32_t stride = 0;
  const float* heights = nullptr;
  std::int32_t* flow = nullptr;  ///< first walk: visits, weighed by water and nearness, are added
  /// Second walk: grains that a visit of weight 1 may take (upper half) and lay (lower half), each the upper half of a float.
  const std::uint32_t* limits = nullptr;
  /// Second walk: capacity as the upper half of a float, then the shares of erosion and deposition in steps of 1/255.
  const std::uint32_t* grounds = nullptr;
  std::int32_t* change = nullptr;  ///< second walk: grains are added
};

/// Where droplets start: in which cell of the block, and where between its sample and the next ones (0 … 1).
struct DropletStarts {
  AlignedVector<std::int32_t> cells;
  AlignedVector<float> x, y;
  std::size_t count = 0;

  void add(std::int32_t cell, float right, float down) {
    cells.push_back(cell);
    x.push_back(right);
    y.push_back(down);
    ++count;
  }
  /// Room behind the last one, for kernels that take whole vectors: copies that never start.
  void pad() {
    if (count == 0) return;
    constexpr std::size_t most_lanes = vector_alignment / sizeof(float);
    const std::size_t padded = (count + most_lanes - 1) / most_lanes * most_lanes;
    cells.resize(padded, cells.back());
    x.resize(padded, 0.5F);
    y.resize(padded, 0.5F);
  }
};

/// The first walk: who passes where. Ground does not change on it.
void walk_for_flow(const DropletRules& rules, const DropletBlock& block, const DropletStarts& starts);
/// The second walk, along the same ways: takes and lays ground.
void walk_with_load(const DropletRules& rules, const DropletBlock& block, const DropletStarts& starts);

}  // namespace craton
