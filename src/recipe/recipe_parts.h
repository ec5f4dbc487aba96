#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/recipe/recipe.h>

#include "recipe/json_value.h"

/// The parts that a recipe is read from and written of.
namespace craton::recipe {

inline constexpr std::size_t most_stages = 200, most_knobs = 100, most_requirements = 100;
inline constexpr std::int64_t most_attempts = 10'000;
inline constexpr std::size_t longest_name = 200, longest_doc = 10'000;  ///< bytes

/// A key that is no parameter; schema and reference tell its sentence.
struct KeyInfo {
  std::string_view name, doc;
};
inline constexpr KeyInfo recipe_keys[] = {
    {"craton", "The version of worlds that the recipe is for."},
    {"name", "What the world is called."},
    {"doc", "What the recipe makes."},
    {"world", "The kind of world."},
    {"domain", "Where the world lies: a kind and its parameters."},
    {"seed", "A whole number, or a text: a larger number, 0x… or a word."},
    {"knobs", "Knobs by name: each sets several parameters of stages at once."},
    {"stages", "What happens, in this order."},
    {"keep", "Layers that the world holds in the end; all where none is named."},
    {"require", "What the world must be like; else it is made anew with another seed."},
};
inline constexpr KeyInfo knob_keys[] = {
    {"value", "Where the knob stands."},
    {"min", "Where its parameters have the first of their values."},
    {"max", "Where they have the second; between them they run straight, and whole numbers are rounded."},
    {"doc", "What the knob does."},
    {"sets", R"(What it sets, in place of the stages: {"stage.parameter": [at min, at max]}.)"},
};
inline constexpr KeyInfo require_keys[] = {
    {"attempts", "How many seeds are tried at most: the recipe's own first, then those that follow from it."},
};
inline constexpr KeyInfo requirement_keys[] = {
    {"after",
     "The id of the stage after which it is asked; that of the last one that changes what it looks at where none is given."},
};
inline constexpr KeyInfo stage_keys[] = {
    {"stage", "Which algorithm."},
    {"id", "Its own name in the recipe, the algorithm's where none is given. The stage's randomness comes from it."},
    {"enabled", "Whether it runs."},
};

/// Their names, and those of parameters behind them.
std::vector<std::string_view> names_of(std::span<const KeyInfo> keys, std::span<const ParamInfo> params = {});
/// Error where an object has a key that is not among the names; `owner` is what the error calls the object.
Result<void> check_keys(const JsonObject& object, std::span<const std::string_view> names, std::string_view owner,
                        const std::string& path);

/// `domain.step=50`, `knobs.x=1` and `require.x=1` could mean a stage of this id: no stage may have it.
inline constexpr std::string_view reserved_stage_ids[] = {"domain", "knobs", "require"};

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

/// The newest of each id, in order: what a new recipe gets.
std::vector<const StageInfo*> newest_stages(const StageList& stages);

/// "knobs": needs the stages of the recipe, and gives their parameters the values that the knobs say.
Result<void> read_knobs(const JsonValue& value, Recipe& recipe, const StageList& stages);
/// "require": what the recipe's stages make of it is asked by plan_recipe.
Result<void> read_require(const JsonValue& value, Recipe& recipe);
/// "/require/continents", "/require/biomes/tundra"
std::string requirement_path(const Requirement& requirement);
/// The same as text; "" where nothing is required.
std::string require_text(const Recipe& recipe);
/// What a knob at its value gives a parameter, before whole numbers are rounded.
double knob_result(const Knob& knob, const KnobTarget& target);
/// The knob that sets a parameter of a stage, or null.
const Knob* knob_of(const Recipe& recipe, std::string_view stage, std::string_view param);

}  // namespace craton::recipe
