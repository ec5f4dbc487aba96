#pragma once

#include <string>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/recipe/recipe.h>

namespace craton {

/// Lets a recipe of endless land stand on a finished map: its stage `endless_land` becomes `refined_world` of the world that
/// `assets` have under this name (files/folder.h has those of a folder), and the seed becomes that world's. What the land at
/// large alone had, parameters and knobs, goes; all other stages stay. An error where the recipe has no such stage.
///
///     const std::unique_ptr<AssetSource> assets = assets_in_folder("out");
///     Recipe recipe = …;  // recipes/land.json
///     stand_on_world(recipe, "map.craton", assets.get(), terms);
///     Result<Terrain> ground = Terrain::make(recipe, terms, {.assets = assets.get()});
CRATON_API Result<void> stand_on_world(Recipe& recipe, const std::string& world, const AssetSource* assets,
                                       const RecipeTerms& terms);

}  // namespace craton
