#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned.h"

/// The ground around rivers.
namespace craton::endless {

/// A piece of a river as the kernel sees it, in metres from some place near by. What changes along it changes linearly.
struct ValleyPiece {
  float x, y, along_x, along_y;  ///< where it begins, and the way to its end
  float per_square;              ///< 1 / length², 0 of a lake
  float length, level_to, slope, own_floor;
  float side, side_change;    ///< slope of the valley's sides
  float floor, floor_change;  ///< half the width of its floor
  float width, width_change;  ///< of the water
};

struct ValleyLaws {
  float smoothness;     ///< of ridges: how much of their height is rounded off
  float far, far_rise;  ///< beyond so many metres from a river the ground rises with the square of the rest
  float reach;          ///< rivers farther away than this do not count
  float river_reach;    ///< how far the layers of rivers reach beyond their banks
  float least_width;    ///< narrower rivers carry no water
  float dry_away;       ///< metres that a stream counts as farther away for each metre that it is narrower
  float shelf;          ///< 1 / the depth of the sea where beds end; 0: they go on
};

/// How much wider rivers are at the sea, and up to which height.
inline constexpr float mouth_widening = 1.5F, mouth_height = 8;

struct ValleyGround {
  float* height;
  float* river;     ///< width of the nearest river, 0 where none is within reach
  float* distance;  ///< to its bank, negative on the water
  float* level;     ///< of its water; the ground's own where there is none
};

/// Fills a whole number of vectors from places x, y. The order of the pieces is that of the sum of their influences.
void shape_valleys(const ValleyLaws& laws, std::span<const ValleyPiece> pieces, std::size_t count, const float* x, const float* y,
                   AlignedVector<float>& room, const ValleyGround& ground);

inline constexpr std::size_t valley_lanes = vector_alignment / sizeof(float);  ///< places are padded to this

}  // namespace craton::endless
