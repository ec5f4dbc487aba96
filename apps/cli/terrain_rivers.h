#pragma once

#include <string>

#include <craton/base/result.h>
#include <craton/recipe/recipe.h>
#include <craton/worlds/terrain.h>

namespace craton::cli {

/// .geojson, and a recipe with endless rivers; an error that names the option otherwise.
Result<void> check_rivers_file(const std::string& path, const Recipe& recipe);

/// The lines of all rivers in a window that carry water, as GeoJSON: a feature for each piece, with its order, width and what it
/// flows into.
Result<void> write_rivers(const std::string& path, const Recipe& recipe, const Terrain& terrain, const TerrainArea& area);

}  // namespace craton::cli
