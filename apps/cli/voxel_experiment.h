#pragma once

#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

namespace craton::cli {

/// Sepp's experiment (2016, chapter 9) on one thread: a thousand chunks with data and mesh apart, the meshers side by side over
/// all that is seen within seven chunks, and steps along and across. Prints a table.
Result<void> run_voxel_experiment(const VoxelWorld& world, ChunkPlace centre);

}  // namespace craton::cli
