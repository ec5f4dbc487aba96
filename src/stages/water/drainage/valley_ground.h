#pragma once

#include <cstddef>
#include <span>

#include "base/aligned.h"

/// The ground around the streams of a drainage.
namespace craton::drainage {

/// A straight piece of a stream as the kernel sees it, in metres from some place near by. What changes along it changes linearly.
struct Piece {
  float x, y, along_x, along_y;  ///< where it begins, and the way to its end
  float per_square, per_length;  ///< 1 / length², 1 / length
  float lean, lean_floor;        ///< how far down its way sides come from, for each metre beside it: far out, and by its floor
  float level, level_change;     ///< of the stream
  float inner, inner_change;     ///< slope of the valley's sides beside its floor
  float outer, outer_change;     ///< and away from it
  float foot, foot_change;       ///< metres, half the width of the floor
  float floor, floor_change;     ///< metres over which the sides begin
  float width, width_change;     ///< of the water; 0: dry
  float depth, depth_change;     ///< of it, in its middle
  float lift, lift_change;       ///< metres that ground stands higher by valleys too small to show
  float per_foot;                ///< 1 / metres beyond which sides lean as they do far out
  bool wet;                      ///< else it has no water, and is too narrow to count as a river near by
  float lake;                    ///< 1: a lake, whose shores count where others' middles do; 0
};

struct GroundLaws {
  float smoothness;   ///< of ridges: how much of their height is rounded off
  float near;         ///< beyond so many metres from a stream the ground rises with the square of the rest
  float beyond;       ///< by so much, and by the slope of the side
  float flat;         ///< metres beside the water that are as low as it: samples there dam no stream
  bool lifted;        ///< whether pieces lift the ground
  float reach;        ///< streams farther away than this do not count
  float river_reach;  ///< how far the layers of rivers reach beyond their banks
  float least_width;  ///< narrower rivers carry no water
  float dry_away;     ///< metres that a stream counts as farther away for each metre that it is narrower
};

struct Ground {
  float* height;
  float* river;     ///< width of the nearest river, 0 where none is within reach
  float* distance;  ///< to its bank, negative on the water
  float* level;     ///< of its water; the ground's own where there is none
  float* stream;    ///< level of the stream whose valley this is
  float* lake;      ///< level of the lake that covers this, or `no_lake`
};

/// Fills a whole number of vectors from places x, y. The order of the pieces is that of the sum of their influences.
void shape_ground(const GroundLaws& laws, std::span<const Piece> pieces, std::size_t count, const float* x, const float* y,
                  AlignedVector<float>& room, const Ground& ground);

inline constexpr std::size_t ground_lanes = vector_alignment / sizeof(float);  ///< places are padded to this
inline constexpr float no_lake = -0x1p60F;
inline constexpr float no_stream = 0x1p60F;  ///< height where none is within reach

}  // namespace craton::drainage
