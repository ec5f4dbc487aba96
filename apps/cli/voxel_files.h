#pragma once

#include <optional>
#include <string>

#include <craton/base/result.h>
#include <craton/shape/voxel_surfaces.h>
#include <craton/worlds/voxels.h>

namespace craton::cli {

/// What of a voxel world goes into a file, and how.
struct VoxelExport {
  ChunkPlace centre;
  int radius = 8;
  std::string mesher = "greedy";
  bool occlusion = false, plants = true, in_place = false;
  int detail = 0;  ///< chunks nearer than this are whole, those farther have half the detail at each doubling; 0: all are whole
  unsigned threads = 0;
};

/// The surface that a mesher makes; none of those that make faces.
Result<std::optional<VoxelSurface>> surface_of(std::string_view mesher);

/// Errors for endings and meshers that do not exist.
Result<void> check_voxel_file(const std::string& path, const VoxelExport& what);

/// By the ending: .glb (a mesh a chunk, plants as many nodes of few meshes), .obj and .ply (one mesh), .vox (the voxels
/// themselves). Prints how large it became.
Result<void> write_voxel_file(const std::string& path, const VoxelWorld& world, const VoxelExport& what);

}  // namespace craton::cli
