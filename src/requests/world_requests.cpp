#include "requests/world_requests.h"

#include <memory>

#include <craton/files/folder.h>
#include <craton/files/world_file.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>
#include <craton/worlds/planet.h>
#include <craton/worlds/planet_zoom.h>

#include "base/text.h"
#include "requests/memory.h"
#include "requests/of.h"
#include "requests/values.h"

namespace craton {

using requests::MapRequest;
using requests::OpenRequest;
using requests::PlanetRequest;
using requests::RegionRequest;
using requests::Repeat;
using requests::WorldRequest;

template <>
std::span<const std::string_view> choice_names<Repeat>() {
  static constexpr std::string_view names[] = {"recipe", "both", "x", "y", "none"};
  return names;
}

namespace requests {
namespace {

constexpr std::size_t longest_recipe = 1 << 20, longest_settings = 1 << 16;

/// What all requests that make a world from a recipe take.
template <class Request>
std::vector<ParamInfo> recipe_params() {
  return {
      text_param<&Request::recipe>("recipe", longest_recipe,
                                   "What makes the world: a recipe as JSON, or the name of one that comes with Craton."),
      text_param<&Request::seed>("seed", 256, "Another seed than the recipe's: a 64-bit number, 0x…, or a word."),
      text_param<&Request::knobs>("knobs", longest_settings, "Where knobs of the recipe stand: {\"land\": 0.5}."),
      text_param<&Request::set>(
          "set", longest_settings,
          "Other values of the recipe: {\"stage.parameter\": value, \"domain.step\": 50, \"stage.enabled\": false}."),
      text_param<&Request::require>("require", longest_settings,
                                    "What the world must be like, else the next seed is tried: {\"land_share\": [0.3, 0.5]}."),
      text_param<&Request::layers>(
          "layers", longest_settings,
          "Only these layers are kept: \"height,biome\". All that the recipe keeps where none is named."),
      file_param<&Request::folder>(
          "folder", "Where files lie that the recipe names, such as height maps; none may be named where there is no folder.")};
}

std::string preset_sentence() {
  std::vector<std::string_view> names;
  for (const PlanetPreset& preset : planet_presets()) names.push_back(preset.id);
  return concat({"A kind of planet: ", joined(names, ", "), "."});
}

template <class Request>
void add_planet_params(std::vector<ParamInfo>& params) {
  static const std::string presets = preset_sentence();
  params.push_back(text_param<&Request::preset>("preset", 64, presets));
  params.push_back(integer_param<&Request::resolution>(
      "resolution", 0, 4096, "",
      "Cells along each side of the six faces of the planet's cube: the planet stays the same, and is sharper with more of them; "
      "0: as the recipe says."));
  params.push_back(number_param<&Request::radius>("radius", 0, 1e9, "m", "Of the planet; 0: as the recipe says."));
}

template <class Request>
RecipeChoice choice_of(const Request& request) {
  return {request.recipe, request.seed, request.knobs, request.set, request.require, request.layers, request.folder};
}

/// Errors of the recipe's domain are those of the parameter that changed it.
Result<void> told_as(std::string_view parameter, const Result<void>& result) {
  return result ? result : Error{result.error().code, std::string(parameter), result.error().message};
}

/// Craton's stages and those of the request.
Result<RecipeTerms> terms_of(const RequestContext& context) {
  RecipeTerms terms = all_terms();
  if (context.stages) CRATON_TRY(context.stages->add_to(terms));
  return terms;
}

Result<World> make(const Recipe& recipe, const RecipeTerms& terms, const AssetSource* assets, const RequestContext& context) {
  const Result<Plan> plan = plan_recipe(recipe, terms);
  if (!plan) {
    if (plan.error().path.starts_with("/keep")) return Error{plan.error().code, "layers", plan.error().message};
    return inside("recipe", plan.error());
  }
  CRATON_TRY(check_memory(plan->bytes + plan->cells * sizeof(float), context.memory_limit, "recipe",
                          "make fewer cells, or name with `layers` those that you need"));
  const std::unique_ptr<AssetSource> own = context.stages ? context.stages->with(assets) : nullptr;
  Result<World> world = make_world(recipe, *plan,
                                   {.execution = context.execution,
                                    .assets = own ? own.get() : assets,
                                    .cache = context.cache,
                                    .observer = context.observer,
                                    .step_iterations = context.step_iterations});
  if (!world) return inside("recipe", world.error());
  return world;
}

Result<World> make_in(const std::string& folder, const Recipe& recipe, const RecipeTerms& terms, const RequestContext& context) {
  const std::unique_ptr<AssetSource> assets = folder.empty() ? nullptr : assets_in_folder(folder);
  return make(recipe, terms, assets.get(), context);
}

Result<Answer> answered(Result<World> world) {
  if (!world) return world.error();
  return Answer::of_world(*std::move(world), false);
}

Result<std::uint32_t> side_of(double number, std::string_view path) {
  if (!(number >= 1 && number <= 65536 && number == static_cast<std::uint32_t>(number)))
    return Error{ErrorCode::invalid_value, std::string(path),
                 concat({"found ", to_string(ParamValue{number}), ", allowed whole numbers 1 … 65536"})};
  return static_cast<std::uint32_t>(number);
}

Result<World> planet_of(const PlanetRequest& request, const RequestContext& context, bool whole) {
  CRATON_TRY(const RecipeTerms terms, terms_of(context));
  RecipeChoice choice = choice_of(request);
  if (!whole) choice.layers.clear();
  CRATON_TRY(const Recipe recipe,
             chosen_recipe(choice, terms, [&](Recipe& changed) { return change_to(changed, request, terms); }));
  return make_in(request.folder, recipe, terms, context);
}

}  // namespace

Result<Answer> make_world_request(const WorldRequest& request, const RequestContext& context) {
  CRATON_TRY(const RecipeTerms terms, terms_of(context));
  CRATON_TRY(const Recipe recipe, chosen_recipe(choice_of(request), terms, [](Recipe&) -> Result<void> { return {}; }));
  return answered(make_in(request.folder, recipe, terms, context));
}

Result<void> change_to(Recipe& recipe, const MapRequest& request, const RecipeTerms&) {
  if (!request.size.empty()) {
    if (request.size.size() != 2)
      return Error{ErrorCode::invalid_value, "size", "found one number, allowed two: width and height"};
    CRATON_TRY(const std::uint32_t width, side_of(request.size[0], "size"));
    CRATON_TRY(const std::uint32_t height, side_of(request.size[1], "size"));
    CRATON_TRY(told_as("size", resize_map(recipe, {width, height})));
  }
  if (request.repeat == Repeat::recipe) return {};
  return told_as("repeat", repeat_map(recipe, static_cast<Torus::Wrap>(static_cast<int>(request.repeat) - 1)));
}

Result<void> change_to(Recipe& recipe, const PlanetRequest& request, const RecipeTerms& terms) {
  if (!request.preset.empty()) CRATON_TRY(apply_planet_preset(recipe, request.preset, terms, "preset"));
  if (request.resolution > 0) CRATON_TRY(told_as("resolution", resize_planet(recipe, request.resolution)));
  if (request.radius > 0) CRATON_TRY(told_as("radius", set_planet_radius(recipe, request.radius)));
  if (recipe.domain.kind == "sphere") return {};
  return Error{ErrorCode::unsupported, "recipe", concat({"makes a world on a ", recipe.domain.kind, ", and no planet"})};
}

Result<Answer> make_map_request(const MapRequest& request, const RequestContext& context) {
  CRATON_TRY(const RecipeTerms terms, terms_of(context));
  CRATON_TRY(const Recipe recipe,
             chosen_recipe(choice_of(request), terms, [&](Recipe& changed) { return change_to(changed, request, terms); }));
  return answered(make_in(request.folder, recipe, terms, context));
}

Result<Answer> make_planet_request(const PlanetRequest& request, const RequestContext& context) {
  return answered(planet_of(request, context, true));
}

Result<Answer> make_region_request(const RegionRequest& request, const RequestContext& context) {
  if (request.at.size() != 2) return Error{ErrorCode::invalid_value, "at", "allowed two numbers: degrees north and degrees east"};
  CRATON_TRY(const RecipeTerms terms, terms_of(context));
  CRATON_TRY(const World planet, planet_of({request.recipe, request.seed, request.knobs, request.set, request.require,
                                            request.layers, request.folder, request.preset, request.resolution, request.radius},
                                           context, false));
  CRATON_TRY(PlanetZoom zoom,
             zoom_into(planet, {{request.at[0], request.at[1]}, request.span, static_cast<std::uint32_t>(request.samples)}, terms,
                       context.execution));
  const std::unique_ptr<AssetSource> assets = assets_of(zoom);
  Recipe recipe = zoom.recipe;
  if (!request.layers.empty()) { CRATON_TRY(recipe.keep, names_in(request.layers, "layers")); }
  RequestContext of_region = context;
  of_region.stages = nullptr;  // they have made the planet; its assets are what the region is made of
  return answered(make(recipe, terms, assets.get(), of_region));
}

Result<Answer> open_request(const OpenRequest& request, const RequestContext& context) {
  WorldReadOptions options{.execution = context.execution};
  CRATON_TRY(options.layers, names_in(request.layers, "layers"));
  if (context.memory_limit != 0) options.max_bytes = context.memory_limit;
  Result<World> world = read_world(request.file, all_terms(), options);
  if (!world) {
    const Error& error = world.error();
    return error.code == ErrorCode::cancelled ? error : Error{error.code, "file", error.to_string()};
  }
  return Answer::of_world(*std::move(world), false);
}

}  // namespace requests

template <>
std::span<const ParamInfo> params_of<WorldRequest>() {
  static const std::vector<ParamInfo> list = requests::recipe_params<WorldRequest>();
  return list;
}

template <>
std::span<const ParamInfo> params_of<MapRequest>() {
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> params = requests::recipe_params<MapRequest>();
    params.push_back(numbers_param<&MapRequest::size>("size", 1, 65536, 2, "",
                                                      "How many samples the map has, [width, height]: the world stays the same, "
                                                      "and is sharper with more of them. None: as the recipe says."));
    params.push_back(choice_param<&MapRequest::repeat>(
        "repeat", "Along which axes the map closes onto itself: both, x (a belt around the world), y or none."));
    return params;
  }();
  return list;
}

template <>
std::span<const ParamInfo> params_of<PlanetRequest>() {
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> params = requests::recipe_params<PlanetRequest>();
    requests::add_planet_params<PlanetRequest>(params);
    return params;
  }();
  return list;
}

template <>
std::span<const ParamInfo> params_of<RegionRequest>() {
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> params = requests::recipe_params<RegionRequest>();
    requests::add_planet_params<RegionRequest>(params);
    params.push_back(
        numbers_param<&RegionRequest::at>("at", -540, 540, 2, "°", "The middle of the region: [degrees north, degrees east]."));
    params.push_back(number_param<&RegionRequest::span>("span", 1000, 4'000'000, "m", "How long a side of the region is."));
    params.push_back(integer_param<&RegionRequest::samples>("samples", 64, 8192, "", "Along each side."));
    return params;
  }();
  return list;
}

template <>
std::span<const ParamInfo> params_of<OpenRequest>() {
  static const ParamInfo list[] = {
      requests::file_param<&OpenRequest::file>("file", "A `.craton` file of a whole world."),
      text_param<&OpenRequest::layers>("layers", 65536, "Only these layers are read: \"height,biome\". All where none is named."),
  };
  return list;
}

}  // namespace craton
