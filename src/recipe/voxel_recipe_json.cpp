#include <craton/recipe/recipe.h>
#include <craton/recipe/voxel_recipe.h>

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/noise_reader.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"
#include "recipe/voxel_table_json.h"

namespace craton {
namespace {

using namespace recipe;

constexpr std::size_t longest_doc_text = 10'000;

Result<std::uint64_t> read_seed(const JsonValue& value) {
  if (const auto* number = value.get<std::int64_t>(); number && *number >= 0) return static_cast<std::uint64_t>(*number);
  if (const auto* text = value.get<std::string>()) return seed_from_text(*text, "/seed");
  return refused("/seed", value, "0 … 2^63 − 1, or a text: a larger number, 0x… or a word");
}

Result<void> read_params_of(const JsonValue& value, std::span<const ParamInfo> declared, ParamValues& into) {
  const auto* object = value.get<JsonObject>();
  if (!object) return refused("/voxels", value, "parameters: {\"relief\": 60, …}");
  CRATON_TRY(check_keys(*object, names_of({}, declared), "voxels", "/voxels"));
  for (const JsonItem& item : *object) {
    CRATON_TRY(ParamValue read, read_param(*find_named(declared, item.key), item.value, path_below("/voxels", item.key)));
    into.set(item.key, std::move(read));
  }
  return {};
}

Result<VoxelTable> read_table(const JsonValue& value) {
  const auto* name = value.get<std::string>();
  if (!name) return read_voxel_table(value, "/table");
  if (const VoxelTable* table = voxel_table_named(*name)) return *table;
  return unknown_name("/table", *name, voxel_table_names());
}

Result<void> read_noises(const JsonValue& value, VoxelRecipe& recipe) {
  const auto* object = value.get<JsonObject>();
  if (!object) return refused("/noises", value, "noises by what they are for: {\"relief\": {\"kind\": \"ridged\", …}}");
  CRATON_TRY(check_keys(*object, voxel_noise_names(), "noises", "/noises"));
  for (const JsonItem& item : *object) {
    CRATON_TRY(NoiseSpec spec, read_noise_spec(item.value, all_noise_kinds(), path_below("/noises", item.key)));
    recipe.noises.insert_or_assign(item.key, std::move(spec));
  }
  return {};
}

Result<void> check_head(const JsonObject& object) {
  const JsonValue* version = find_key(object, "craton");
  if (!version) return invalid("/craton", "missing: the version of worlds that the recipe is for");
  const auto* number = version->get<std::int64_t>();
  if (!number || *number != newest_world_version) return refused("/craton", *version, "1");
  const JsonValue* world = find_key(object, "world");
  const auto* kind = world ? world->get<std::string>() : nullptr;
  if (!kind || *kind != "voxels")
    return world ? refused("/world", *world, "\"voxels\"") : invalid("/world", "missing: \"voxels\"");
  return {};
}

}  // namespace

std::span<const std::string_view> voxel_noise_names() {
  static constexpr std::string_view names[] = {"relief", "land", "rain", "temperature"};
  return names;
}

bool is_voxel_recipe(std::string_view text) {
  const Result<JsonValue> root = parse_json(text, recipe_limits);
  const auto* object = root ? root->get<JsonObject>() : nullptr;
  const JsonValue* world = object ? find_key(*object, "world") : nullptr;
  const auto* kind = world ? world->get<std::string>() : nullptr;
  return kind && *kind == "voxels";
}

Result<VoxelRecipe> voxel_recipe_from_json(std::string_view text, std::span<const ParamInfo> declared) {
  CRATON_TRY(const JsonValue root, parse_json(text, recipe_limits));
  const auto* object = root.get<JsonObject>();
  if (!object) return refused("", root, "a recipe: {\"craton\": 1, \"world\": \"voxels\", …}");
  constexpr std::string_view keys[] = {"craton", "world", "name", "doc", "seed", "voxels", "noises", "table"};
  CRATON_TRY(check_keys(*object, keys, "recipe", ""));
  CRATON_TRY(check_head(*object));
  VoxelRecipe recipe;
  for (const auto& [key, place] : {std::pair{"name", &recipe.name}, {"doc", &recipe.doc}}) {
    const JsonValue* value = find_key(*object, key);
    if (!value) continue;
    CRATON_TRY(std::string read, read_text(*value, longest_doc_text, path_below("", key)));
    *place = std::move(read);
  }
  if (const JsonValue* seed = find_key(*object, "seed")) {
    CRATON_TRY(const std::uint64_t read, read_seed(*seed));
    recipe.seed = read;
  }
  if (const JsonValue* params = find_key(*object, "voxels")) CRATON_TRY(read_params_of(*params, declared, recipe.params));
  if (const JsonValue* table = find_key(*object, "table")) {
    CRATON_TRY(VoxelTable read, read_table(*table));
    recipe.table = std::move(read);
  }
  if (const JsonValue* noises = find_key(*object, "noises")) CRATON_TRY(read_noises(*noises, recipe));
  return recipe;
}

Result<void> set_in_voxel_recipe(VoxelRecipe& recipe, std::string_view assignment, std::span<const ParamInfo> declared) {
  const std::size_t equals = assignment.find('=');
  if (equals == assignment.npos) return invalid("", concat({"found ", shown(assignment), ", allowed name=value"}));
  const std::string_view name = assignment.substr(0, equals), text = assignment.substr(equals + 1);
  if (name == "seed") {
    CRATON_TRY(const std::uint64_t seed, seed_from_text(text, "seed"));
    recipe.seed = seed;
    return {};
  }
  const ParamInfo* param = find_named(declared, name);
  if (!param) return unknown_key(std::string(name), "voxels", name, names_of({}, declared));
  // A word needs no quotes.
  const Result<JsonValue> parsed = parse_json(text);
  const JsonValue value = parsed ? *parsed : JsonValue{std::string(text)};
  CRATON_TRY(ParamValue read, read_param(*param, value, std::string(name)));
  recipe.params.set(std::string(name), std::move(read));
  return {};
}

}  // namespace craton
