#include "voxel_input.h"

#include <craton/files/endless_world.h>
#include <craton/files/text_file.h>

#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

bool is_world_file(const std::string& name) { return lower(name).ends_with(".craton"); }

/// JSON text, and the file that errors name.
Result<std::string> recipe_text(const std::string& name, std::string& file) {
  file = name;
  if (is_world_file(name)) {
    CRATON_TRY(const EndlessWorldInfo info, read_endless_world(name));
    if (info.kind != "voxels") return Error{ErrorCode::invalid_value, name, "is no voxel world but one of kind " + info.kind};
    return info.recipe;
  }
  CRATON_TRY(const std::string found, voxel_recipe_file(name));
  file = found;
  return read_text_file(file, 1 << 20);
}

/// What does not fit together: said of the assignment where one names it, else of the recipe.
Error unfit(const VoxelChoice& choice, Error error) {
  constexpr std::string_view place = "/voxels/";
  const std::string name = error.path.starts_with(place) ? error.path.substr(place.size()) : "";
  for (const std::string& setting : choice.settings)
    if (!name.empty() && setting.starts_with(name + "=")) {
      error.path = name;
      return in_file("-s", error);
    }
  return choice.recipe.empty() ? error : in_file(choice.recipe, error);
}

}  // namespace

bool names_voxels(const std::string& file_or_name) {
  if (is_world_file(file_or_name)) {
    const Result<EndlessWorldInfo> info = read_endless_world(file_or_name);
    return info && info->kind == "voxels";
  }
  const Result<std::string> file = voxel_recipe_file(file_or_name);
  if (!file) return false;
  const Result<std::string> text = read_text_file(*file, 1 << 20);
  return text && is_voxel_recipe(*text);
}

Result<VoxelRecipe> load_voxel_recipe(const VoxelChoice& choice) {
  VoxelRecipe recipe = default_voxel_recipe();
  const std::span<const ParamInfo> declared = params_of<VoxelParams>();
  if (!choice.recipe.empty()) {
    std::string file;
    CRATON_TRY(const std::string text, recipe_text(choice.recipe, file));
    Result<VoxelRecipe> read = voxel_recipe_from_json(text, declared);
    if (!read) return in_file(file, read.error());
    recipe = *std::move(read);
  }
  if (is_world_file(choice.recipe) && (!choice.seed.empty() || !choice.settings.empty()))
    return invalid("voxels", "--seed and -s would make another world than the one that was edited");
  if (!choice.seed.empty()) {
    CRATON_TRY(const Seed seed, parse_seed(choice.seed, "--seed"));
    recipe.seed = seed.value;
  }
  for (const std::string& setting : choice.settings)
    if (Result<void> set = set_in_voxel_recipe(recipe, setting, declared); !set) return in_file("-s", set.error());
  return recipe;
}

Result<LoadedVoxels> load_voxels(const VoxelChoice& choice) {
  CRATON_TRY(VoxelRecipe recipe, load_voxel_recipe(choice));
  const Result<VoxelWorld> made = VoxelWorld::make(recipe);
  if (!made) return unfit(choice, made.error());
  const VoxelWorld& world = *made;
  if (!is_world_file(choice.recipe)) return LoadedVoxels{std::move(recipe), world, nullptr};
  CRATON_TRY(std::unique_ptr<EditStore> store, open_edits(choice.recipe));
  const Result<std::shared_ptr<VoxelEdits>> edits = VoxelEdits::open(world, std::move(store));
  if (!edits) return in_file(choice.recipe, edits.error());
  return LoadedVoxels{std::move(recipe), world.with_edits(*edits), *edits};
}

}  // namespace craton::cli
