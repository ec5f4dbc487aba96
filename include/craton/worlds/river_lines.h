#pragma once

#include <vector>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/result.h>
#include <craton/recipe/recipe.h>
#include <craton/stages/endless_rivers.h>

namespace craton {

/// The stage of a recipe that makes rivers, `endless_rivers` or `endless_land`; null where it has none that is enabled.
CRATON_API const StageSpec* river_stage_of(const Recipe& recipe);

/// The pieces of rivers and the lakes (of one point) with a point in a box of endless terrain, as far as they hold water: above
/// the sea, and as wide as it takes to be wet. None where the recipe has no such stage. They are as fine as a window shows whose
/// samples lie `step` metres apart; of `endless_land`, streams that it does not show are left out.
CRATON_API Result<std::vector<EndlessRiver>> river_lines(const Recipe& recipe, Point2 low, Point2 high, double step);

}  // namespace craton
