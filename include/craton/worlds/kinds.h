#pragma once

#include <span>

#include <craton/base/export.h>
#include <craton/recipe/recipe.h>

namespace craton {

/// terrain, map, planet.
CRATON_API std::span<const WorldKind> all_world_kinds();

/// Craton's own stages and worlds.
CRATON_API RecipeTerms all_terms();

}  // namespace craton
