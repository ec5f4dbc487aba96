#pragma once

#include <vector>

#include "stages/water/drainage/drainage.h"

namespace craton::drainage {

/// The level whose streams show where samples are so many units apart: coarser samples drop finer streams.
int level_for(const Lattice& lattice, std::int64_t step);

/// A straight piece of a stream.
struct Stream {
  Point2 from, to{};
  double from_z = 0, to_z = 0;  ///< metres
  Sides from_sides{}, to_sides{};
  double from_width = 0, to_width = 0;  ///< metres of water
  double from_lift = 0, to_lift = 0;    ///< metres that the ground stands higher than this level's valleys make it
  bool lake = false;
  double length = 0;  ///< metres
};

/// Those that begin in a rectangle of cells, row by row, each stream downwards.
struct Streams {
  Rect rect;
  std::vector<Stream> pieces;
  std::vector<std::size_t> first;  ///< of each cell and after the last one
};

/// Courses as samples `step` units apart show them. The level must know `cells_around_streams` more cells on all sides.
Streams streams_in(const Drainage& drainage, const Level& level, const Rect& rect, std::int64_t step);
constexpr std::int32_t cells_around_streams = 3;

/// Pieces of lakes that samples of a finer level should take from this one, whose cells are about as wide as they are: nothing of
/// them is farther than `cells_around_lakes` cells from where they begin.
void add_lakes(const Drainage& drainage, const Level& level, const Rect& rect, bool finest, std::vector<Stream>& pieces);
constexpr std::int32_t cells_around_lakes = 5;

}  // namespace craton::drainage
