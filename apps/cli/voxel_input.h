#pragma once

#include <memory>
#include <string>
#include <vector>

#include <craton/base/result.h>
#include <craton/worlds/voxel_edits.h>
#include <craton/worlds/voxels.h>

namespace craton::cli {

/// Which voxel world: a recipe (a file or one that comes with Craton), or a .craton file with edits.
struct VoxelChoice {
  std::string recipe, seed;
  std::vector<std::string> settings;
};

struct LoadedVoxels {
  VoxelRecipe recipe;
  VoxelWorld world;                   ///< with its edits
  std::shared_ptr<VoxelEdits> edits;  ///< null: the world has no file
};

Result<VoxelRecipe> load_voxel_recipe(const VoxelChoice& choice);
Result<LoadedVoxels> load_voxels(const VoxelChoice& choice);

/// Whether `craton voxels` understands a name: a recipe of voxels, by name or file, or a .craton file of such a world.
bool names_voxels(const std::string& file_or_name);

}  // namespace craton::cli
