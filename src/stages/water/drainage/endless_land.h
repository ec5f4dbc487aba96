#pragma once

#include <memory>
#include <string>

#include <craton/stages/stage.h>

#include "stages/water/drainage/large_country.h"

namespace craton {

const StageEntry& endless_land_stage();

namespace drainage {

/// The stage's parameters: those of the land at large, which lie at their beginning, and its own.
struct Params : LargeLandParams {
  Write<float> layer = "height", river = "river", distance = "river_distance", level = "river_level";
  Write<float> lake_depth = "lake_depth";
  Write<float> rugged = "rugged", rain = "rain", temperature = "temperature";
  double steepness = 0.85, roundness = 0.3, wander = 0.32, width = 7;
};

/// The drainage of a stage. `path` is that of the stage.
Result<std::shared_ptr<const Drainage>> make_drainage(const Params& params, Seed seed, const std::string& path);

}  // namespace drainage
}  // namespace craton
