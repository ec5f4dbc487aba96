#pragma once

#include <string>

#include <craton/base/result.h>
#include <craton/requests/scenes.h>

namespace craton::cli {

/// Errors for endings that do not exist, and for what does nothing in a file of this ending.
Result<void> check_voxel_file(const std::string& path, const VoxelSceneOptions& what);

/// By the ending: .glb (a mesh a chunk, plants as many nodes of few meshes), .obj and .ply (one mesh), .vox (the voxels
/// themselves). Prints how large it became.
Result<void> write_voxel_file(const std::string& path, const VoxelWorld& world, const VoxelSceneOptions& what, unsigned threads);

}  // namespace craton::cli
