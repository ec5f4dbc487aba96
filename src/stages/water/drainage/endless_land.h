#pragma once

#include <craton/stages/stage.h>

#include "stages/water/drainage/drainage.h"
#include "stages/water/drainage/valley_ground.h"

namespace craton {

const StageEntry& endless_land_stage();

namespace drainage {

/// The stage's parameters: those of the land at large, which lie at their beginning, and its own.
struct Params : LargeLandParams {
  Write<float> layer = "height", river = "river", distance = "river_distance", level = "river_level";
  Write<float> rugged = "rugged", rain = "rain", temperature = "temperature";
  double steepness = 0.85, roundness = 0.3, wander = 0.32, width = 7;
};

/// The drainage of a stage. `path` is that of the stage.
Result<std::shared_ptr<const Drainage>> make_drainage(const Params& params, Seed seed, const std::string& path);

/// The level whose streams show where samples are so many units apart: coarser samples drop finer streams.
int level_for(std::int64_t step);

/// A link of a level: from a node to its receiver.
struct Stream {
  Point2 from, to;
  double from_z = 0, to_z = 0;  ///< metres; the sea lies at 0
  Sides from_sides, to_sides;
  double from_width = 0, to_width = 0;  ///< metres of water
};

/// All streams that begin in a rectangle of a level, row by row. The level must know six cells more on all sides.
std::vector<Stream> streams_in(const Drainage& drainage, const Level& level, const Rect& rect);
constexpr std::int32_t cells_around_streams = 3;

}  // namespace drainage
}  // namespace craton
