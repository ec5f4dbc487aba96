#pragma once

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

/// Chunks seen from afar.
namespace craton {

inline constexpr int most_voxel_level = 4;

/// The apron that a chunk must be made with, so that it keeps one of `columns` at a coarser level.
constexpr int apron_for_level(int level, int columns = 1) { return columns << level; }

/// A chunk at a coarser level: cubes of 2^level voxels become one, which is there where at least half of them are, level by
/// level, and is what most of them are, or of what is seen of them from above. Without plants. Chunks of one level fit as those
/// of the world do. Where two levels meet, close the sides of both (VoxelFaceOptions::open_sides): then no crack is seen,
/// whatever the levels.
///
///     const VoxelChunk fine = *world.chunk(place, context, apron_for_level(2));
///     const VoxelChunk coarse = *coarser(fine, 2);
///     add_quads(*faces.find(coarse, world.table(), {.open_sides = where_levels_meet}), mesh, 2);
///
/// 0 ≤ level ≤ 4, and no more than sides and height can be halved. The chunk's apron must be a multiple of 2^level.
CRATON_API Result<VoxelChunk> coarser(const VoxelChunk& chunk, int level);

/// The level for chunks so many chunks away: 0 nearer than `near`, one more for each doubling.
CRATON_API int voxel_level_at(double distance, double near, int most = most_voxel_level);

}  // namespace craton
