#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/recipe/recipe.h>

#include "recipe/json_value.h"

/// The parts that a recipe is read from and written of.
namespace craton::recipe {

inline constexpr std::size_t most_stages = 200, most_knobs = 100;
inline constexpr std::size_t longest_name = 200, longest_doc = 10'000;  ///< bytes

/// Keys of a recipe and of its parts, as they are written.
inline constexpr std::string_view recipe_keys[] = {"craton", "name", "doc", "world", "domain", "seed", "knobs", "stages", "keep"};
inline constexpr std::string_view knob_keys[] = {"value", "min", "max", "doc", "sets"};
inline constexpr std::string_view stage_keys[] = {"stage", "id", "enabled"};  ///< beside its parameters
/// `domain.step=50` and `knobs.x=1` could mean a stage of this id: no stage may have it.
inline constexpr std::string_view reserved_stage_ids[] = {"domain", "knobs"};

inline constexpr JsonLimits recipe_limits{.comments = true};

/// recipe_from_json of a text that is parsed already.
Result<Recipe> read_recipe(const JsonValue& root, const RecipeTerms& terms);
/// Error where the recipe, written as text, would be too large to be read again.
Result<void> check_size(const Recipe& recipe, const RecipeTerms& terms);

/// One of "stages"; `path` is its own.
Result<StageSpec> read_stage(const JsonValue& value, const StageList& stages, int version, const std::string& path);
/// A name as check_name wants it.
Result<std::string> read_name(const JsonValue& value, const std::string& path);
/// check_name with an error that shows the name in one line, whatever it holds.
Result<void> check_name_at(std::string_view name, const std::string& path);
Result<std::string> read_text(const JsonValue& value, std::size_t longest, const std::string& path);
/// A parameter without a default that could stand in for it.
bool is_required(const ParamInfo& param);

/// "knobs": needs the stages of the recipe, and gives their parameters the values that the knobs say.
Result<void> read_knobs(const JsonValue& value, Recipe& recipe, const StageList& stages);
/// What a knob at its value gives a parameter, before whole numbers are rounded.
double knob_result(const Knob& knob, const KnobTarget& target);
/// The knob that sets a parameter of a stage, or null.
const Knob* knob_of(const Recipe& recipe, std::string_view stage, std::string_view param);

}  // namespace craton::recipe
