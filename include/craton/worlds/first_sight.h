#pragma once

#include <optional>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/recipe.h>

namespace craton {

/// Where a land is worth seeing: mountains beside water, where it is neither cold nor dry.
struct FirstSight {
  Point2 middle;    ///< units; a whole number of steps of 512 m
  double step = 8;  ///< metres between samples that show it as a whole

  /// Of a window of so many samples with the sight in its middle.
  CRATON_API Point2 corner(std::uint32_t width, std::uint32_t height, std::int64_t step_units) const;
};

/// A pure function of recipe and seed: the best place within some 600 km of the origin, nearer ones preferred. None for recipes
/// without the stage `endless_land`: those are looked at at their origin.
CRATON_API Result<std::optional<FirstSight>> first_sight(const Recipe& recipe, const RecipeTerms& terms,
                                                         const AssetSource* assets = nullptr, const Execution& execution = {});

}  // namespace craton
