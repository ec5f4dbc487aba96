#include <algorithm>

#include "base/text.h"
#include "requests/values.h"
#include "requests/world_requests.h"

namespace craton::requests {

Result<std::string> recipe_text(std::string_view recipe, std::string_view kind, std::string_view path) {
  if (is_json(recipe)) return std::string(recipe);
  constexpr std::string_view stages = "stages/";
  if (recipe.starts_with(stages)) {
    recipe.remove_prefix(stages.size());
    kind = "stage";
  }
  std::vector<std::string_view> names;
  for (const ShippedRecipe& each : shipped_recipes()) {
    if (each.kind != kind) continue;
    if (each.name == recipe) return std::string(each.text);
    names.push_back(each.name);
  }
  if (recipe.empty()) return Error{ErrorCode::invalid_value, std::string(path), "it must be given: JSON, or a name"};
  return Error{ErrorCode::unknown_name, std::string(path),
               concat({"\"", recipe.substr(0, 64), "\" is neither JSON nor a name that comes with Craton; there are ",
                       joined(names, ", "), suggestion(nearest_name(recipe, names))})};
}

Result<Recipe> read_chosen(const RecipeChoice& choice, const RecipeTerms& terms) {
  CRATON_TRY(const std::string text, recipe_text(choice.recipe, "world", "recipe"));
  Result<Recipe> recipe = recipe_from_json(text, terms);
  if (!recipe) return inside("recipe", recipe.error());
  return recipe;
}

Result<void> apply_choice(Recipe& recipe, const RecipeChoice& choice, const RecipeTerms& terms) {
  struct Setting {
    std::string_view parameter, prefix;
    const std::string& text;
  };
  for (const Setting& each : {Setting{"knobs", "knobs.", choice.knobs}, Setting{"set", "", choice.set},
                              Setting{"require", "require.", choice.require}}) {
    CRATON_TRY(const std::vector<std::string> assignments, assignments_of(each.text, each.parameter));
    for (const std::string& assignment : assignments)
      if (Result<void> set = set_in_recipe(recipe, concat({each.prefix, assignment}), terms); !set) {
        Error error = set.error();
        if (error.path.starts_with(each.prefix)) error.path.erase(0, each.prefix.size());
        return inside(each.parameter, std::move(error));
      }
  }
  if (!choice.seed.empty()) { CRATON_TRY(recipe.seed, seed_from_text(choice.seed, "seed")); }
  if (choice.layers.empty()) return {};
  CRATON_TRY(const std::vector<std::string> layers, names_in(choice.layers, "layers"));
  recipe.keep.clear();
  for (const std::string& name : layers)
    if (std::find(recipe.keep.begin(), recipe.keep.end(), name) == recipe.keep.end()) recipe.keep.push_back(name);
  return {};
}

}  // namespace craton::requests
