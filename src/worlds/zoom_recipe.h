#pragma once

#include <craton/recipe/recipe.h>

namespace craton::zoom {

struct RegionLayout {
  double first = 0;  ///< x and y of the first sample, metres
  double step = 1;
  std::uint32_t samples = 1;
  double climate_spacing = 1;  ///< of the rasters of the climate, metres
  std::uint64_t seed = 0;
};

/// What becomes of the rasters of a region: its own valleys, waters, life and names.
Result<Recipe> region_recipe(const RegionLayout& layout, const RecipeTerms& terms);

}  // namespace craton::zoom
