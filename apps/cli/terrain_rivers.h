#pragma once

#include <string>

#include <craton/base/result.h>
#include <craton/recipe/recipe.h>
#include <craton/worlds/terrain.h>

namespace craton::cli {

/// .geojson, and a recipe with endless rivers; an error that names the option otherwise.
Result<void> check_rivers_file(const std::string& path, const Recipe& recipe);

/// As GeoJSON, a feature for each piece: the rivers in a window that carry water, with order, width and what they flow into, its
/// lakes, and the coasts of `window`; without that there are no coasts.
Result<void> write_rivers(const std::string& path, const Recipe& recipe, const Terrain& terrain, const TerrainArea& area,
                          const Surface* window);

}  // namespace craton::cli
