#pragma once

#include <memory>
#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/result.h>
#include <craton/worlds/terrain.h>

#include "presets.h"

namespace craton::cli {

/// An endless terrain as the user names it: a recipe, or a world file with its edits.
struct LoadedTerrain {
  LoadedRecipe loaded;
  std::shared_ptr<const TerrainEdits> edits;  ///< null: of a recipe
};

/// How commands let users name and change one.
struct TerrainChoice {
  std::string world;  ///< a .craton file of an endless terrain; empty: the recipe
  std::string recipe = "terrain", seed;
  std::vector<std::string> settings;
};

/// A world file has its own recipe and seed: others beside it are an error.
Result<LoadedTerrain> load_terrain(const TerrainChoice& choice, const RecipeTerms& terms);

/// Ready for any place, with its edits. `assets` must live as long as it.
Result<Terrain> make_terrain(const LoadedTerrain& loaded, const RecipeTerms& terms, TerrainOptions options);

/// "X,Y" in metres, as units.
Result<Point2> parse_place(const std::string& text, std::string_view option);

}  // namespace craton::cli
