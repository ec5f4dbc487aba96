// The voxel world that there is where nobody asks for another: recipes/voxels/lands.json. A test holds the two equal.
#include <craton/worlds/voxels.h>

namespace craton {
namespace {

constexpr std::string_view lands =
    R"json(// The world that `craton voxels` makes by itself: land and sea told by the height, biomes from snow to rain forest in regions some
// hundred metres across, plains and mountains.
{
  "craton": 1,
  "world": "voxels",
  "name": "Lands",
  "seed": 7,
  "voxels": {
    "chunk_height": 128,
    "land_height": 14, "sea_depth": 11, "land_frequency": 0.0007, "land_bias": 0.2, "ruggedness": 0.5,
    "relief": 90, "relief_frequency": 0.005, "relief_octaves": 5,
    "cell_size": 96, "roughness": 14, "rough_frequency": 0.03125, "blend_width": 48,
    "climate_frequency": 0.0005, "climate_octaves": 1, "climate_contrast": 1.2
  },
  "table": "lands"
}
)json";

}  // namespace

VoxelRecipe default_voxel_recipe() {
  Result<VoxelRecipe> recipe = voxel_recipe_from_json(lands, params_of<VoxelParams>());
  return recipe ? *std::move(recipe) : VoxelRecipe{.seed = 7};
}

}  // namespace craton
