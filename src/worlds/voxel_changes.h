#pragma once

#include <vector>

#include <craton/worlds/voxel_edits.h>

#include "worlds/voxel_make.h"

namespace craton::voxels {

/// What was set in a chunk and in its apron.
std::vector<VoxelChange> changes_near(const VoxelEdits& edits, ChunkPlace place, int apron);

}  // namespace craton::voxels
