#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/result.h>
#include <craton/noise/noise.h>
#include <craton/recipe/voxel_table.h>

namespace craton {

/// A voxel world's description: with its seed it is the world.
///
///     {"craton": 1, "world": "voxels", "seed": 7, "voxels": {"relief": 60, "caves": 0.5}}
///
/// "voxels" are parameters (VoxelParams); "table" is a table of grounds and biomes (VoxelTable), or the name of one that comes
/// with Craton; "noises" replace those that the parameters describe: {"relief": {"kind": "ridged", …}}.
struct VoxelRecipe {
  std::string name{}, doc{};
  std::uint64_t seed = 0;
  ParamValues params{};
  std::optional<VoxelTable> table{};
  std::map<std::string, NoiseSpec, std::less<>> noises{};  ///< of voxel_noise_names()
};

/// What a recipe can give noises for: relief, land, rain, temperature.
CRATON_API std::span<const std::string_view> voxel_noise_names();

/// JSON with comments; `declared` is params_of<VoxelParams>(). Whatever is not understood is an error with its path.
CRATON_API Result<VoxelRecipe> voxel_recipe_from_json(std::string_view text, std::span<const ParamInfo> declared);

/// Whether a text is JSON that says `"world": "voxels"`: then what else is wrong with it is told in words of voxels.
CRATON_API bool is_voxel_recipe(std::string_view text);

/// The same recipe as text again.
CRATON_API std::string voxel_recipe_to_json(const VoxelRecipe& recipe);

/// The JSON Schema of such recipes (draft 2020-12), for editors that complete and check.
CRATON_API std::string voxel_recipe_schema(std::span<const ParamInfo> declared);

/// "caves=0.5": as if the recipe said so.
CRATON_API Result<void> set_in_voxel_recipe(VoxelRecipe& recipe, std::string_view assignment,
                                            std::span<const ParamInfo> declared);

}  // namespace craton
