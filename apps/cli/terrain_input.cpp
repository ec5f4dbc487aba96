#include "terrain_input.h"

#include <fmt/format.h>

#include <filesystem>

#include <craton/files/endless_world.h>
#include <craton/files/folder.h>
#include <craton/files/world_file.h>
#include <craton/recipe/recipe.h>
#include <craton/worlds/refined_world.h>

#include "text.h"

namespace craton::cli {
namespace {

Result<LoadedTerrain> load_world(const std::string& path, const RecipeTerms& terms) {
  CRATON_TRY(const EndlessWorldInfo info, read_endless_world(path));
  if (info.kind != "terrain")
    return Error{ErrorCode::unsupported, path, fmt::format("is a world of {}, not of terrain", info.kind)};
  Result<Recipe> recipe = recipe_from_json(info.recipe, terms);
  if (!recipe) return Error{recipe.error().code, path, "its recipe cannot be read: " + recipe.error().to_string()};
  CRATON_TRY(const std::unique_ptr<EditStore> store, open_edits(path));
  Result<std::shared_ptr<const TerrainEdits>> edits = TerrainEdits::load(*store);
  if (!edits) return in_file(path, edits.error());
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return LoadedTerrain{{*std::move(recipe), path, folder.empty() ? "." : folder}, *std::move(edits)};
}

/// The ground of a finished map, by the recipe of endless land where none is named.
Result<LoadedRecipe> load_ground_of(const std::string& world, const std::string& recipe, const RecipeTerms& terms) {
  const bool none = recipe.empty() || recipe == TerrainChoice{}.recipe;
  CRATON_TRY(LoadedRecipe loaded, load_recipe(none ? "land" : recipe, terms));
  const std::filesystem::path file(world);
  loaded.folder = file.parent_path().empty() ? "." : file.parent_path().string();
  const std::unique_ptr<AssetSource> assets = assets_in_folder(loaded.folder);
  CRATON_TRY(stand_on_world(loaded.recipe, file.filename().string(), assets.get(), terms));
  return loaded;
}

}  // namespace

Result<LoadedTerrain> load_terrain(const TerrainChoice& choice, const RecipeTerms& terms) {
  if (!choice.of.empty() && !choice.world.empty()) return invalid("--of", "there is a world already: name one");
  const std::string finished = !choice.world.empty() && read_world_info(choice.world) ? choice.world : choice.of;
  if (!choice.world.empty() && finished.empty()) {
    if (!choice.seed.empty()) return invalid("--seed", "a world file has a seed of its own");
    if (!choice.settings.empty()) return invalid("-s", "a world file has a recipe of its own");
    return load_world(choice.world, terms);
  }
  CRATON_TRY(LoadedRecipe loaded,
             finished.empty() ? load_recipe(choice.recipe, terms) : load_ground_of(finished, choice.recipe, terms));
  LoadedTerrain terrain{std::move(loaded), nullptr};
  Recipe& recipe = terrain.loaded.recipe;
  for (const std::string& setting : choice.settings)
    if (Result<void> set = set_in_recipe(recipe, setting, terms); !set) return in_file("-s", set.error());
  if (!choice.seed.empty()) {
    CRATON_TRY(const std::uint64_t seed, seed_from_text(choice.seed, "--seed"));
    recipe.seed = seed;
  }
  return terrain;
}

Result<Terrain> make_terrain(const LoadedTerrain& loaded, const RecipeTerms& terms, TerrainOptions options) {
  Result<Terrain> terrain = Terrain::make(loaded.loaded.recipe, terms, options);
  if (!terrain) return in_file(loaded.loaded.file, terrain.error());
  return terrain->with_edits(loaded.edits);
}

Result<Point2> parse_place(const std::string& text, std::string_view option) {
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != 2) return invalid(option, fmt::format("found \"{}\", write X,Y in metres", text));
  Point2 place;
  std::int64_t* const axes[] = {&place.x, &place.y};
  for (std::size_t i = 0; i < 2; ++i) {
    CRATON_TRY(const double metres, parse_number(parts[i], option));
    const Result<std::int64_t> units = units_from_metres(metres);
    if (!units) return invalid(option, units.error().message);
    *axes[i] = *units;
  }
  return place;
}

}  // namespace craton::cli
