#pragma once

#include <vector>

#include <craton/surface/surface.h>

#include "worlds/zoom_ground.h"

/// Lakes of a planet in a region of it: on finer ground their water would find other ways out.
namespace craton::zoom {

/// At each sample; empty where the planet has no lakes near.
struct RegionLakes {
  std::vector<float> share;  ///< 1 inside of lakes, 0 far from them; their shores are at 0.5
  std::vector<float> level;  ///< of their water, metres
  bool empty() const { return share.empty(); }

  /// Whether a sample lies in a lake's basin, below its water.
  bool covers(std::size_t i, float ground) const { return !empty() && share[i] >= 0.5F && ground < level[i]; }
  /// How far a sample is from all lakes: 0 on their shores, 1 away from them.
  float away(std::size_t i) const;
};

Result<RegionLakes> lakes_near(const Surface& planet, const ZoomGround& ground, const RegionGrid& grid,
                               const Execution& execution);

/// Gives shores bays and points: `waves` is a noise of -1 … 1 at each sample.
void roughen_shores(RegionLakes& lakes, const std::vector<float>& waves, std::vector<float>& heights);

/// Closes the shores of lakes, and of those that the region's border cuts off. The border is lower: lakes whose way out lies
/// beyond it leave there.
void close_shores(const RegionLakes& lakes, const RegionGrid& grid, std::vector<float>& heights);

/// The ground with the water of lakes on it.
std::vector<float> with_water(const RegionLakes& lakes, const std::vector<float>& heights);

}  // namespace craton::zoom
