#pragma once

#include <memory>
#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/result.h>
#include <craton/worlds/terrain.h>

#include "presets.h"

namespace craton::cli {

/// An endless terrain as the user names it: a recipe, a world file with its edits, or the ground of a finished map.
struct LoadedTerrain {
  LoadedRecipe loaded;
  std::shared_ptr<const TerrainEdits> edits;  ///< null: of a recipe
};

/// How commands let users name and change one.
struct TerrainChoice {
  std::string world;  ///< a .craton file of an endless terrain, or of a finished map; empty: the recipe
  std::string of;     ///< a .craton file of a finished map, whose ground it is at any spacing; empty: the recipe alone
  std::string recipe = "land", seed;
  std::vector<std::string> settings;
};

/// A world file of an endless terrain has its own recipe and seed: others beside it are an error.
Result<LoadedTerrain> load_terrain(const TerrainChoice& choice, const RecipeTerms& terms);

/// Ready for any place, with its edits. `assets` must live as long as it.
Result<Terrain> make_terrain(const LoadedTerrain& loaded, const RecipeTerms& terms, TerrainOptions options);

/// "X,Y" in metres, as units.
Result<Point2> parse_place(const std::string& text, std::string_view option);

}  // namespace craton::cli
