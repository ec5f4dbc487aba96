#pragma once

#include <cstdint>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>
#include <craton/worlds/voxels.h>

namespace craton {

/// What a map of a voxel world tells.
struct VoxelMapOptions {
  bool climate = true;  ///< layers `height`, `amplification`, `biome`, `rain`, `temperature` (0 … 1, as in the table) and `cell`
  bool voxels = false;  ///< layers `top` (metres), `ground` and `plant`, as they are in the chunks: overhangs and edits included
};

/// A plan view of columns as layers on a plane, for pictures, files and measures: a sample a column, `grid.step` columns from one
/// to the next. Samples are the same whatever the grid, and so are those of coarser grids. Up to 2^28 samples.
CRATON_API Result<Surface> voxel_map(const VoxelWorld& world, const VoxelGrid& grid, const VoxelMapOptions& options = {},
                                     const Execution& execution = {});

}  // namespace craton
