#pragma once

#include <vector>

#include "stages/water/drainage/drainage.h"

namespace craton::drainage {

/// The level whose streams show where samples are so many units apart: coarser samples drop finer streams.
int level_for(const Lattice& lattice, std::int64_t step);

/// A link of a level: from a node to its receiver.
struct Stream {
  Point2 from, to;
  double from_z = 0, to_z = 0;  ///< metres
  Sides from_sides, to_sides;
  double from_width = 0, to_width = 0;  ///< metres of water
};

/// All streams that begin in a rectangle of a level, row by row. The level must know six cells more on all sides.
std::vector<Stream> streams_in(const Drainage& drainage, const Level& level, const Rect& rect);
constexpr std::int32_t cells_around_streams = 3;

}  // namespace craton::drainage
