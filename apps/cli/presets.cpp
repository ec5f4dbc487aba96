#include "presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <craton/files/text_file.h>
#include <craton/recipe/noise_json.h>

#include "serve.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view extension = ".json";
constexpr std::uint64_t most_bytes = 1 << 20;

// Both places are known relative to the program, so that trees may be moved. Empty where neither exists.
fs::path folder_of(std::string_view part) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {CRATON_INSTALLED_RECIPES, CRATON_SOURCE_RECIPES}) {
    fs::path folder = (program / place / part).lexically_normal();
    if (fs::is_directory(folder, error)) return folder;
  }
  return {};
}

fs::path preset_folder() { return folder_of("noise"); }
fs::path recipe_folder() { return folder_of(""); }

bool is_file_name(const std::string& text) { return text.find('/') != std::string::npos || text.ends_with(extension); }

std::vector<std::string> names_in(const fs::path& folder, std::string_view ending = extension) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ending) names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

// The file of a name that has neither a slash nor .json; `what` such names stand for.
Result<std::string> named_file(const std::string& name, const fs::path& folder, std::string_view option, std::string_view what,
                               std::string_view ending = extension) {
  const std::vector<std::string> known = names_in(folder, ending);
  if (std::find(known.begin(), known.end(), name) != known.end()) return (folder / (name + std::string(ending))).string();
  const std::vector<std::string_view> names(known.begin(), known.end());
  return Error{ErrorCode::unknown_name, std::string(option),
               fmt::format("no {} is called \"{}\"{}; there are {}; files end in {} or hold a slash", what, name,
                           suggestion(name, names), names.empty() ? "none" : joined(names), ending)};
}

}  // namespace

std::vector<std::string> preset_names() { return names_in(preset_folder()); }
std::vector<std::string> recipe_names() { return names_in(recipe_folder()); }
std::string recipe_folder_path() { return recipe_folder().string(); }

std::vector<std::string> stages_with_recipes() { return names_in(folder_of("stages")); }
std::vector<std::string> gallery_names() { return names_in(folder_of("galleries"), ".gallery"); }

Result<std::string> gallery_file(const std::string& file_or_name) {
  if (file_or_name.ends_with(".gallery")) return file_or_name;
  return named_file(file_or_name, folder_of("galleries"), "gallery", "gallery", ".gallery");
}

Result<std::string> voxel_recipe_file(const std::string& file_or_name) {
  if (is_file_name(file_or_name)) return file_or_name;
  return named_file(file_or_name, folder_of("voxels"), "voxels", "voxel world");
}

Error in_file(const std::string& file, Error error) {
  error.path = error.path.empty() ? file : fmt::format("{}: {}", file, error.path);
  return error;
}

Result<NoiseSpec> load_noise(const std::string& file_or_preset) {
  if (file_or_preset.starts_with('{')) return noise_spec_from_json(file_or_preset);
  std::string file = file_or_preset;
  if (!is_file_name(file)) {
    CRATON_TRY(std::string found, named_file(file, preset_folder(), "--spec", "preset"));
    file = std::move(found);
  }
  CRATON_TRY(const std::string text, read_text_file(file, most_bytes));
  Result<NoiseSpec> spec = noise_spec_from_json(text);
  if (!spec) return in_file(file_or_preset, spec.error());
  return spec;
}

Result<LoadedRecipe> load_recipe(const std::string& file_or_name, const RecipeTerms& terms) {
  std::string file = file_or_name;
  const std::string_view stages = "stages/";
  if (file.starts_with(stages) && !file.ends_with(extension)) {
    CRATON_TRY(file, named_file(file.substr(stages.size()), folder_of(stages), "recipe", "recipe of a stage"));
  } else if (!is_file_name(file)) {
    CRATON_TRY(file, named_file(file, recipe_folder(), "recipe", "recipe"));
  }
  CRATON_TRY(const std::string text, read_text_file(file, most_bytes));
  Result<Recipe> recipe = recipe_from_json(text, terms);
  if (!recipe) return in_file(file_or_name, recipe.error());
  const std::string folder = fs::path(file).parent_path().string();
  return LoadedRecipe{*std::move(recipe), file_or_name, folder.empty() ? "." : folder};
}

}  // namespace craton::cli
