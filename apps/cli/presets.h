#pragma once

#include <string>
#include <vector>

#include <craton/base/result.h>
#include <craton/noise/noise.h>
#include <craton/recipe/recipe.h>

namespace craton::cli {

/// The noises that come with Craton: recipes/noise in the source tree, share/craton/recipes/noise where it is installed.
std::vector<std::string> preset_names();

/// A noise from a JSON file, or a preset where the name has neither a slash nor .json; JSON itself where it begins with a brace.
/// Errors name the file and the place in it.
Result<NoiseSpec> load_noise(const std::string& file_or_preset);

/// The recipes of worlds that come with Craton, beside the folder of noises.
std::vector<std::string> recipe_names();

/// The stages that a recipe of its own shows: recipes/stages/STAGE.json.
std::vector<std::string> stages_with_recipes();

/// The lists of pictures that come with Craton: recipes/galleries; and the file of one, or a file that ends in .gallery.
std::vector<std::string> gallery_names();
Result<std::string> gallery_file(const std::string& file_or_name);

/// A recipe of a voxel world: a JSON file, or one of recipes/voxels where the name has neither a slash nor .json.
Result<std::string> voxel_recipe_file(const std::string& file_or_name);

struct LoadedRecipe {
  Recipe recipe;
  std::string file;    ///< as it was named, or where it lies
  std::string folder;  ///< that pictures named in it are looked for in
};
/// A recipe from a JSON file, or one of recipe_names() where the name has neither a slash nor .json; `stages/STAGE` is a recipe
/// that shows a stage.
Result<LoadedRecipe> load_recipe(const std::string& file_or_name, const RecipeTerms& terms);

/// The same error with the file before its path: "islands.json: /source/frequency".
Error in_file(const std::string& file, Error error);

}  // namespace craton::cli
