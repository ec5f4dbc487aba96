#pragma once

#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/plane_tile.h>

#include "stages/water/drainage/drainage.h"

namespace craton::drainage {

/// Where the ground goes; the margin of the tile included.
struct GroundLayers {
  std::span<float> height, river, distance, level, rugged, rain, temperature;  ///< rain in cm a year
  std::span<float> lake_depth{};                                               ///< may be empty
};

/// Valleys and ridges around the streams of a drainage, shores, and the climate there, at all samples of a tile. Ridges are
/// rounded by `roundness`, 0 … 1.
Result<void> fill_ground(const Drainage& drainage, const PlaneTile& tile, double roundness, const GroundLayers& layers,
                         const Execution& execution);

}  // namespace craton::drainage
