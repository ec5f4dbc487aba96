#pragma once

#include <vector>

#include <craton/surface/surface.h>

#include "worlds/zoom_lakes.h"

/// Rivers of a planet that run through a region of it.
namespace craton::zoom {

struct RiverPoint {
  double x = 0, y = 0;   ///< metres to the east and to the south of the region's centre
  double bed = 0;        ///< metres
  double discharge = 0;  ///< m³ a year
  double left = 0;       ///< metres to the river's end
  bool lake = false;     ///< under a lake
};

struct RegionRiver {
  std::int64_t row = 0, joins = -1;  ///< in the planet's table of rivers
  std::vector<RiverPoint> line;      ///< downstream; pieces outside of the region included
};

/// Rivers that come near the region, those that others run into before these.
Result<std::vector<RegionRiver>> rivers_near(const Surface& planet, const ZoomGround& ground, const RegionGrid& grid);

/// How the ground lies towards the rivers.
struct Corridors {
  std::vector<float> distance;  ///< metres to the nearest river, at most `width`
  std::vector<float> bed;       ///< of that river there
  double width = 0;
};

/// Lowers beds until they lie no higher than the ground and never rise on their way, and finds how far places are from them.
/// Lakes that rivers run through keep their level.
Corridors find_corridors(std::vector<RegionRiver>& rivers, const std::vector<float>& heights, const RegionLakes& lakes,
                         const RegionGrid& grid, double cell);

}  // namespace craton::zoom
