#include "requests/edits.h"

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>

#include <craton/files/endless_world.h>
#include <craton/files/folder.h>
#include <craton/recipe/voxel_recipe.h>
#include <craton/requests/edit_orders.h>
#include <craton/worlds/kinds.h>

#include "base/text.h"
#include "requests/json.h"
#include "requests/of.h"
#include "requests/values.h"
#include "requests/world_requests.h"

namespace craton {

using requests::EditRequest;
using requests::EditStep;

template <>
std::span<const std::string_view> choice_names<EditStep>() {
  static constexpr std::string_view names[] = {"list", "add", "undo", "redo"};
  return names;
}

namespace requests {
namespace {

constexpr std::size_t most_edits = 65536;

/// The members of a list, each as text.
Result<std::vector<std::string>> list_of(const std::string& text) {
  CRATON_TRY(const Json json, parsed(text, "edits"));
  const Json list = json.is_object() ? Json::array({json}) : json;
  if (!list.is_array() || list.size() > most_edits) return refused("edits", json, "a list of up to 65536 changes");
  std::vector<std::string> all;
  for (const Json& each : list) all.push_back(each.dump());
  return all;
}

Error of_edit(std::size_t number, const Error& error) {
  if (error.code == ErrorCode::cancelled) return error;
  return {error.code, concat({"edits/", std::to_string(number), error.path.starts_with('/') ? "" : "/", error.path}),
          error.message};
}

Result<std::shared_ptr<const TerrainEdits>> add_strokes(EditStore& store, Terrain terrain, const std::string& edits,
                                                        const Execution& execution) {
  CRATON_TRY(const std::vector<std::string> orders, list_of(edits));
  std::shared_ptr<const TerrainEdits> kept = terrain.edits();
  for (std::size_t i = 0; i < orders.size(); ++i) {
    std::deque<HeightMap> stamps;
    const Result<BrushStroke> stroke = brush_from_json(orders[i], stamps);
    if (!stroke) return of_edit(i, stroke.error());
    Result<std::shared_ptr<const TerrainEdits>> added = add_edit(store, terrain, *stroke, execution);
    if (!added) return of_edit(i, added.error());
    kept = *std::move(added);
    terrain = terrain.with_edits(kept);
  }
  return kept;
}

Result<std::vector<VoxelEdit>> voxels_of(const std::string& edits, const VoxelWorld& world) {
  CRATON_TRY(const std::vector<std::string> orders, list_of(edits));
  std::vector<VoxelEdit> voxels;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const Result<VoxelEdit> voxel = voxel_from_json(orders[i], world);
    if (!voxel) return of_edit(i, voxel.error());
    voxels.push_back(*voxel);
  }
  return voxels;
}

Error in_world(const std::string& file, const Error& error) {
  return error.code == ErrorCode::cancelled ? error : Error{error.code, "file", concat({file, ": ", error.to_string()})};
}

}  // namespace

Result<Terrain> with_kept(const Terrain& terrain, const std::string& file) {
  const Result<std::unique_ptr<EditStore>> store = open_edits(file);
  if (!store) return in_world(file, store.error());
  const Result<std::shared_ptr<const TerrainEdits>> edits = TerrainEdits::load(**store);
  if (!edits) return in_world(file, edits.error());
  return terrain.with_edits(*edits);
}

Result<VoxelWorld> with_kept(const VoxelWorld& world, const std::string& file) {
  Result<std::unique_ptr<EditStore>> store = open_edits(file);
  if (!store) return in_world(file, store.error());
  const Result<std::shared_ptr<VoxelEdits>> edits = VoxelEdits::open(world, *std::move(store));
  if (!edits) return in_world(file, edits.error());
  return world.with_edits(*edits);
}

Result<RecipeChoice> choice_in_file(RecipeChoice choice, const std::string& file) {
  if (file.empty()) return choice;
  if (!choice.seed.empty()) return Error{ErrorCode::invalid_value, "seed", "a world's file has a seed of its own"};
  CRATON_TRY(choice.recipe, recipe_in(file, "terrain"));
  const std::string folder = std::filesystem::path(file).parent_path().string();
  if (choice.folder.empty()) choice.folder = folder.empty() ? "." : folder;
  return choice;
}

Result<std::string> recipe_in(const std::string& file, std::string_view kind) {
  Result<EndlessWorldInfo> info = read_endless_world(file);
  if (!info) return in_world(file, info.error());
  if (info->kind != kind)
    return Error{ErrorCode::unsupported, "file", concat({file, ": is a world of ", info->kind, ", not of ", kind})};
  return std::move(info->recipe);
}

namespace {

Result<Terrain> terrain_in(const std::string& file, const AssetSource* assets) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const std::string text, recipe_in(file, "terrain"));
  const Result<Recipe> recipe = recipe_from_json(text, terms);
  if (!recipe) return in_world(file, recipe.error());
  const Result<Terrain> terrain = Terrain::make(*recipe, terms, {.levels = 1, .assets = assets});
  if (!terrain) return in_world(file, terrain.error());
  return with_kept(*terrain, file);
}

Result<VoxelWorld> voxels_in(const std::string& file) {
  CRATON_TRY(const std::string text, recipe_in(file, "voxels"));
  const Result<VoxelRecipe> recipe = voxel_recipe_from_json(text, params_of<VoxelParams>());
  if (!recipe) return in_world(file, recipe.error());
  const Result<VoxelWorld> world = VoxelWorld::make(*recipe);
  return world ? world : in_world(file, world.error());
}

/// A file that is not there yet, of a recipe on a plane or of voxels.
Result<void> create(const EditRequest& request) {
  if (request.recipe.empty())
    return Error{ErrorCode::io, "file", concat({request.file, ": there is no such world; name a recipe to make one"})};
  Result<std::string> text = recipe_text(request.recipe, "world", "recipe");
  const bool voxels = !text || is_voxel_recipe(*text);
  if (voxels) {
    CRATON_TRY(text, recipe_text(request.recipe, "voxels", "recipe"));
    Result<VoxelRecipe> recipe = voxel_recipe_from_json(*text, params_of<VoxelParams>());
    if (!recipe) return inside("recipe", recipe.error());
    if (!request.seed.empty()) { CRATON_TRY(recipe->seed, seed_from_text(request.seed, "seed")); }
    CRATON_TRY(const std::vector<std::string> settings, assignments_of(request.set, "set"));
    for (const std::string& setting : settings)
      if (const Result<void> set = set_in_voxel_recipe(*recipe, setting, params_of<VoxelParams>()); !set)
        return inside("set", set.error());
    if (const Result<VoxelWorld> fits = VoxelWorld::make(*recipe); !fits) return inside("recipe", fits.error());
    return create_endless_world(request.file, "voxels", voxel_recipe_to_json(*recipe));
  }
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const Recipe recipe, chosen_recipe({request.recipe, request.seed, "", request.set, "", "", ""}, terms,
                                                [](Recipe&) -> Result<void> { return {}; }));
  if (const Result<Terrain> fits = Terrain::make(recipe, terms, {.levels = 1}); !fits) return inside("recipe", fits.error());
  return create_endless_world(request.file, "terrain", recipe_to_json(recipe, terms));
}

Result<void> add(const EditRequest& request, const EndlessWorldInfo& info, EditStore& store, const Execution& execution) {
  if (request.edits.empty()) return {};
  if (info.kind == "voxels") {
    CRATON_TRY(const VoxelWorld world, voxels_in(request.file));
    CRATON_TRY(const std::vector<VoxelEdit> voxels, voxels_of(request.edits, world));
    CRATON_TRY(std::unique_ptr<EditStore> own, open_edits(request.file));
    const Result<std::shared_ptr<VoxelEdits>> edits = VoxelEdits::open(world, std::move(own));
    if (!edits) return in_world(request.file, edits.error());
    if (voxels.empty()) return {};
    if (const Result<std::int64_t> number = (*edits)->set(voxels); !number) return inside("edits", number.error());
    return {};
  }
  const std::string folder = std::filesystem::path(request.file).parent_path().string();
  const std::unique_ptr<AssetSource> assets = assets_in_folder(folder.empty() ? "." : folder);
  CRATON_TRY(const Terrain terrain, terrain_in(request.file, assets.get()));
  const Result<std::shared_ptr<const TerrainEdits>> added = add_strokes(store, terrain, request.edits, execution);
  return added ? Result<void>() : added.error();
}

}  // namespace

Result<Answer> edit_request(const EditRequest& request, const RequestContext& context) {
  if (request.file.empty())
    return Error{ErrorCode::invalid_value, "file", "it must be given: the .craton file of an endless world"};
  if (request.step != EditStep::add && !request.edits.empty())
    return Error{ErrorCode::invalid_value, "edits", "are for the step add"};
  std::error_code failed;
  const bool there = std::filesystem::exists(request.file, failed);
  if (there && !request.recipe.empty())
    return Error{ErrorCode::invalid_value, "recipe", "the world is there already, with its own"};
  if (!there) CRATON_TRY(create(request));
  const Result<EndlessWorldInfo> info = read_endless_world(request.file);
  if (!info) return in_world(request.file, info.error());
  const Result<std::unique_ptr<EditStore>> store = open_edits(request.file);
  if (!store) return in_world(request.file, store.error());
  if (request.step == EditStep::add) CRATON_TRY(add(request, *info, **store, context.execution));
  if (request.step == EditStep::undo || request.step == EditStep::redo) {
    const bool back = request.step == EditStep::undo;
    const Result<std::optional<EditInfo>> step = back ? (*store)->undo() : (*store)->redo();
    if (!step) return in_world(request.file, step.error());
    if (!*step) return Error{ErrorCode::invalid_value, "step", back ? "there is nothing to undo" : "there is nothing to redo"};
  }
  const Result<std::vector<EditInfo>> edits = (*store)->list();
  if (!edits) return in_world(request.file, edits.error());
  std::vector<std::int64_t> numbers;
  std::vector<std::string> texts, undone;
  for (const EditInfo& each : *edits) {
    numbers.push_back(each.number);
    texts.push_back(each.text);
    undone.emplace_back(each.undone ? "yes" : "no");
  }
  Answer::Parts parts{.name = info->kind, .recipe = info->recipe};
  parts.tables.push_back({"edits",
                          "What was changed by hand, in its order.",
                          {{"number", "", "They grow, and none comes twice.", std::move(numbers)},
                           {"text", "", "What it was.", std::move(texts)},
                           {"undone", "", "yes or no.", std::move(undone)}}});
  return Answer::of_values(std::move(parts));
}

}  // namespace requests

Result<Terrain> with_edits(const Terrain& terrain, const std::string& edits, const Execution& execution) {
  if (edits.empty()) return terrain;
  const std::unique_ptr<EditStore> store = edits_in_memory();
  CRATON_TRY(const std::shared_ptr<const TerrainEdits> kept, requests::add_strokes(*store, terrain, edits, execution));
  return terrain.with_edits(kept);
}

Result<VoxelWorld> with_edits(const VoxelWorld& world, const std::string& edits) {
  if (edits.empty()) return world;
  CRATON_TRY(const std::vector<VoxelEdit> voxels, requests::voxels_of(edits, world));
  const Result<std::shared_ptr<VoxelEdits>> kept = VoxelEdits::open(world, edits_in_memory());
  if (!kept) return requests::inside("edits", kept.error());
  if (voxels.empty()) return world;
  if (const Result<std::int64_t> set = (*kept)->set(voxels); !set) return requests::inside("edits", set.error());
  return world.with_edits(*kept);
}

template <>
std::span<const ParamInfo> params_of<EditRequest>() {
  static const ParamInfo list[] = {
      requests::file_param<&EditRequest::file>("file",
                                               "The .craton file of an endless world; made where there is none, of a recipe."),
      choice_param<&EditRequest::step>("step",
                                       "Tell what was changed, change more, take the last change back, or bring it back."),
      text_param<&EditRequest::edits>("edits", 4 << 20,
                                      "Touches of a brush, [{\"tool\": \"raise\", \"x\": 300, \"y\": 250, \"radius\": 120, "
                                      "\"by\": 40}], or voxels, [{\"x\": 3, "
                                      "\"y\": -2, \"z\": 40, \"ground\": \"granite\"}]."),
      text_param<&EditRequest::recipe>("recipe", 1 << 20,
                                       "Of a new world: JSON, or the name of a recipe that comes with Craton."),
      text_param<&EditRequest::seed>("seed", 256, "Of a new world: another seed."),
      text_param<&EditRequest::set>("set", 65536, "Of a new world: other values of the recipe."),
  };
  return list;
}

}  // namespace craton
