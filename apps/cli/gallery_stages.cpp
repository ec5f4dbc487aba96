#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <craton/worlds/kinds.h>

#include "gallery_worlds.h"
#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr std::uint32_t height = 288;  // of a picture
constexpr std::size_t whole = 1000;    // all stages

/// The stage that a recipe is there to show is the last of the name of its file.
Result<std::size_t> shown_stage(const Recipe& recipe, const std::string& name) {
  for (std::size_t i = recipe.stages.size(); i-- > 0;)
    if (recipe.stages[i].stage == name) return i;
  return Error{ErrorCode::invalid_value, name + ".json", fmt::format("has no stage \"{}\", which its name promises", name)};
}

/// The layer is there before the stage runs, so that the two can be compared.
bool has_before(const Recipe& recipe, std::size_t stage, const std::string& layer, const RecipeTerms& terms) {
  for (std::size_t i = 0; i < stage; ++i) {
    const Result<const StageEntry*> entry = terms.stages.find(recipe.stages[i].stage, recipe.version, "");
    if (!entry) continue;
    for (const StageLayer& used : stage_layers(**entry, recipe.stages[i]))
      if (used.name == layer && used.access != LayerAccess::read) return true;
  }
  return false;
}

Result<WorldSheet> sheet_of(const std::string& file) {
  const RecipeTerms terms = all_terms();
  const std::string name = std::filesystem::path(file).stem().string();
  CRATON_TRY(const LoadedRecipe loaded, load_recipe(file, terms));
  const Recipe& recipe = loaded.recipe;
  CRATON_TRY(const std::size_t stage, shown_stage(recipe, name));
  const std::string layer = recipe.keep.empty() ? "height" : recipe.keep.front();
  const auto keeps = [&](const char* each) {
    return std::find(recipe.keep.begin(), recipe.keep.end(), each) != recipe.keep.end();
  };
  const bool waters = layer == "height" && (keeps("discharge") || keeps("river_distance"));
  WorldSheet sheet{name, name, recipe.doc, height, {}};
  const auto add = [&](std::string title, std::size_t stages, std::uint64_t seed_after) {
    sheet.tiles.push_back({.recipe = file,
                           .layer = layer,
                           .title = std::move(title),
                           .note = "",
                           .seed_after = seed_after,
                           .only_stages = stages,
                           .waters = waters});
  };
  const bool before = has_before(recipe, stage, layer, terms);
  if (before) add("before", stage, 0);
  add(before ? "after" : "", whole, 0);
  for (std::uint64_t seed = 1; sheet.tiles.size() < 3; ++seed) add("", whole, seed);
  return sheet;
}

}  // namespace

Result<void> draw_stage_gallery(WorldStudio& studio) {
  for (const std::string& file : stage_recipe_files()) {
    CRATON_TRY(const WorldSheet sheet, sheet_of(file));
    CRATON_TRY(draw_world_sheet(sheet, studio));
  }
  return {};
}

}  // namespace craton::cli
