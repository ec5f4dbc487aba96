#pragma once

#include <string>

#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

namespace craton::cli {

/// Maps of voxel worlds: seen from above, north at the top.
struct VoxelMapChoice {
  std::string kind;            ///< one of voxel_map_kinds()
  std::string at, size, step;  ///< as on the command line; empty: the default
  std::string picture;         ///< .png; empty: none
  std::string numbers;         ///< .exr or .f32; empty: none
  bool legend = false;
};

std::string voxel_map_kinds();

/// Checks everything before the first file is written.
Result<void> write_voxel_map(const VoxelMapChoice& choice, const VoxelWorld& world, unsigned threads);

}  // namespace craton::cli
