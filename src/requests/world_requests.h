#pragma once

#include <string>
#include <vector>

#include <craton/requests/request.h>
#include <craton/surface/torus.h>

/// Requests for whole worlds. A member is a parameter; what is "" or empty stays as the recipe says.
namespace craton::requests {

/// Which recipe, and how it is changed: what all of them share.
struct RecipeChoice {
  std::string recipe, seed, knobs, set, require, layers, folder;
};

struct WorldRequest {
  std::string recipe, seed, knobs, set, require, layers, folder;
};

enum class Repeat { recipe, both, x, y, none };

struct MapRequest {
  std::string recipe = "map", seed, knobs, set, require, layers, folder;
  std::vector<double> size;
  Repeat repeat = Repeat::recipe;
};

struct PlanetRequest {
  std::string recipe = "earth", seed, knobs, set, require, layers, folder;
  std::string preset;
  int resolution = 0;
  double radius = 0;
};

struct RegionRequest {
  std::string recipe = "earth", seed, knobs, set, require, layers, folder;
  std::string preset;
  int resolution = 0;
  double radius = 0;
  std::vector<double> at{20, 30};
  double span = 200'000;
  int samples = 1024;
};

struct OpenRequest {
  std::string file, layers;
};

/// What they change in their recipe beside knobs, values and seed.
Result<void> change_to(Recipe& recipe, const MapRequest& request, const RecipeTerms& terms);
Result<void> change_to(Recipe& recipe, const PlanetRequest& request, const RecipeTerms& terms);

Result<Answer> make_world_request(const WorldRequest& request, const RequestContext& context);
Result<Answer> make_map_request(const MapRequest& request, const RequestContext& context);
Result<Answer> make_planet_request(const PlanetRequest& request, const RequestContext& context);
Result<Answer> make_region_request(const RegionRequest& request, const RequestContext& context);
Result<Answer> open_request(const OpenRequest& request, const RequestContext& context);

/// The recipe of this name that comes with Craton, or what the text itself says. "stages/rain" is a recipe that shows a stage.
Result<std::string> recipe_text(std::string_view recipe, std::string_view kind, std::string_view path);

/// The recipe with its knobs, values and seed; `change` before them.
template <class Change>
Result<Recipe> chosen_recipe(const RecipeChoice& choice, const RecipeTerms& terms, Change&& change);
Result<Recipe> read_chosen(const RecipeChoice& choice, const RecipeTerms& terms);
Result<void> apply_choice(Recipe& recipe, const RecipeChoice& choice, const RecipeTerms& terms);

template <class Change>
Result<Recipe> chosen_recipe(const RecipeChoice& choice, const RecipeTerms& terms, Change&& change) {
  CRATON_TRY(Recipe recipe, read_chosen(choice, terms));
  CRATON_TRY(change(recipe));
  CRATON_TRY(apply_choice(recipe, choice, terms));
  return recipe;
}

}  // namespace craton::requests
