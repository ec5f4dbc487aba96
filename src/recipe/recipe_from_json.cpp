#include <craton/recipe/recipe.h>

#include <algorithm>

#include <craton/surface/domain.h>
#include <craton/surface/layer.h>

#include "base/fp_mode.h"
#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"

namespace craton::recipe {
namespace {

template <class Lists>
std::vector<std::string_view> ids_of(const Lists& lists) {
  std::vector<std::string_view> ids;
  for (const auto& each : lists) ids.push_back(each.id);
  return ids;
}

Result<int> read_version(const JsonObject& object) {
  const JsonValue* value = find_key(object, "craton");
  const std::string newest = std::to_string(newest_world_version);
  const std::string allowed = newest_world_version == 1 ? newest : concat({"1 … ", newest});
  if (!value) return invalid("/craton", concat({"missing: a recipe names the version of worlds it is for; allowed ", allowed}));
  const auto* version = value->get<std::int64_t>();
  if (version && *version > newest_world_version)
    return Error{ErrorCode::unsupported, "/craton",
                 concat({"found ", std::to_string(*version), ", but this Craton reads versions up to ", newest})};
  if (!version || *version < 1) return refused("/craton", *value, allowed);
  return static_cast<int>(*version);
}

Result<const WorldKind*> read_world(const JsonObject& object, std::span<const WorldKind> worlds) {
  const std::vector<std::string_view> ids = ids_of(worlds);
  const JsonValue* value = find_key(object, "world");
  if (!value) return invalid("/world", concat({"missing: a recipe says what kind of world it makes; allowed ", joined(ids)}));
  const auto* id = value->get<std::string>();
  if (!id) return refused("/world", *value, joined(ids));
  for (const WorldKind& world : worlds)
    if (world.id == *id) return &world;
  return unknown_name("/world", *id, ids);
}

Result<const DomainKind*> domain_kind(std::string_view id, const WorldKind& world) {
  const std::string path = "/domain/kind";
  if (std::find(world.domains.begin(), world.domains.end(), id) == world.domains.end()) {
    Error error = unknown_name(path, id, world.domains);
    error.message += concat({"; that is where a world of kind \"", world.id, "\" may lie"});
    return error;
  }
  for (const DomainKind& kind : all_domain_kinds())
    if (kind.id == id) return &kind;
  return unknown_name(path, id, ids_of(all_domain_kinds()));
}

Result<DomainSpec> read_domain(const JsonValue* value, const WorldKind& world) {
  static const JsonObject nothing;
  const JsonObject* object = value ? value->get<JsonObject>() : &nothing;
  if (!object) return refused("/domain", *value, "an object: {\"kind\": …}");
  std::string id(world.domains.empty() ? "" : world.domains.front());
  if (const JsonValue* given = find_key(*object, "kind")) {
    const auto* name = given->get<std::string>();
    if (!name) return refused("/domain/kind", *given, joined(world.domains));
    id = *name;
  }
  CRATON_TRY(const DomainKind* kind, domain_kind(id, world));
  constexpr KeyInfo own_keys[] = {{"kind", ""}};
  CRATON_TRY(check_keys(*object, names_of(own_keys, kind->params), id, "/domain"));
  DomainSpec spec{.kind = id};
  for (const ParamInfo& param : kind->params) {
    const JsonValue* given = find_key(*object, param.name);
    if (!given) continue;
    CRATON_TRY(ParamValue read, read_param(param, *given, path_below("/domain", param.name)));
    spec.params.set(std::string(param.name), std::move(read));
  }
  CRATON_TRY(extent_of(spec, 0, "/domain"));  // what its parameters must be together
  return spec;
}

Result<std::uint64_t> read_seed(const JsonValue& value) {
  if (const auto* number = value.get<std::int64_t>(); number && *number >= 0) return static_cast<std::uint64_t>(*number);
  if (const auto* text = value.get<std::string>()) return seed_from_text(*text, "/seed");
  return refused("/seed", value, "0 … 2^63 − 1, or a text: a larger number, 0x… or a word");
}

Result<std::vector<StageSpec>> read_stages(const JsonObject& object, const StageList& stages, int version) {
  const std::string allowed = concat({"a list of 1 … ", std::to_string(most_stages), " stages: [{\"stage\": …}, …]"});
  const JsonValue* value = find_key(object, "stages");
  if (!value) return invalid("/stages", concat({"missing: allowed ", allowed}));
  const auto* list = value->get<JsonList>();
  if (!list || list->empty() || list->size() > most_stages) return refused("/stages", *value, allowed);
  std::vector<StageSpec> specs;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string path = path_below("/stages", std::to_string(i));
    CRATON_TRY(StageSpec spec, read_stage((*list)[i], stages, version, path));
    const auto same = std::find_if(specs.begin(), specs.end(), [&](const StageSpec& each) { return each.id == spec.id; });
    if (same != specs.end())
      return invalid(path_below(path, "id"), concat({"the id \"", spec.id, "\" is that of /stages/",
                                                     std::to_string(same - specs.begin()), " too; give each stage its own"}));
    specs.push_back(std::move(spec));
  }
  return specs;
}

Result<std::vector<std::string>> read_keep(const JsonValue& value) {
  const auto* list = value.get<JsonList>();
  if (!list) return refused("/keep", value, "a list of names of layers");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string path = path_below("/keep", std::to_string(i));
    CRATON_TRY(std::string name, read_name((*list)[i], path));
    if (std::find(names.begin(), names.end(), name) != names.end()) return invalid(path, "this layer stands twice");
    names.push_back(std::move(name));
  }
  return names;
}

template <class T>
Result<void> store(Result<T> read, T& place) {
  if (!read) return read.error();
  place = *std::move(read);
  return {};
}

}  // namespace

std::vector<std::string_view> names_of(std::span<const KeyInfo> keys, std::span<const ParamInfo> params) {
  std::vector<std::string_view> names;
  for (const KeyInfo& key : keys) names.push_back(key.name);
  for (const ParamInfo& param : params) names.push_back(param.name);
  return names;
}

Result<void> check_keys(const JsonObject& object, std::span<const std::string_view> names, std::string_view owner,
                        const std::string& path) {
  for (const JsonItem& item : object)
    if (std::find(names.begin(), names.end(), item.key) == names.end())
      return unknown_key(path_below(path, item.key), owner, item.key, names);
  return {};
}

Result<std::string> read_text(const JsonValue& value, std::size_t longest, const std::string& path) {
  const auto* text = value.get<std::string>();
  if (!text || text->size() > longest || text->find('\0') != text->npos)
    return refused(path, value, concat({"up to ", std::to_string(longest), " bytes of text"}));
  return *text;
}

Result<std::string> read_name(const JsonValue& value, const std::string& path) {
  const auto* name = value.get<std::string>();
  if (!name) return refused(path, value, "a name");
  CRATON_TRY(check_name_at(*name, path));
  return *name;
}

Result<void> check_name_at(std::string_view name, const std::string& path) {
  if (check_name(name, path)) return {};
  return invalid(path, concat({"found ", shown(name), ", allowed 1 … 64 lower-case letters, digits and _"}));
}

Result<Recipe> read_recipe(const JsonValue& root, const RecipeTerms& terms) {
  const auto* object = root.get<JsonObject>();
  if (!object) return refused("", root, "a recipe: {\"craton\": 1, …}");
  CRATON_TRY(check_keys(*object, names_of(recipe_keys), "recipe", ""));

  Recipe recipe;
  CRATON_TRY(store(read_version(*object), recipe.version));
  if (const JsonValue* name = find_key(*object, "name")) CRATON_TRY(store(read_text(*name, longest_name, "/name"), recipe.name));
  if (const JsonValue* doc = find_key(*object, "doc")) CRATON_TRY(store(read_text(*doc, longest_doc, "/doc"), recipe.doc));
  CRATON_TRY(const WorldKind* world, read_world(*object, terms.worlds));
  recipe.world = world->id;
  CRATON_TRY(store(read_domain(find_key(*object, "domain"), *world), recipe.domain));
  if (const JsonValue* seed = find_key(*object, "seed")) CRATON_TRY(store(read_seed(*seed), recipe.seed));
  CRATON_TRY(store(read_stages(*object, terms.stages, recipe.version), recipe.stages));
  if (const JsonValue* knobs = find_key(*object, "knobs")) CRATON_TRY(read_knobs(*knobs, recipe, terms.stages));
  if (const JsonValue* keep = find_key(*object, "keep")) CRATON_TRY(store(read_keep(*keep), recipe.keep));
  if (const JsonValue* require = find_key(*object, "require")) CRATON_TRY(read_require(*require, recipe));
  return recipe;
}

Result<void> check_size(const Recipe& recipe, const RecipeTerms& terms) {
  const std::size_t size = recipe_to_json(recipe, terms).size();
  if (size <= recipe_limits.bytes) return {};
  return Error{ErrorCode::unsupported, "",
               concat({"too large: written in full it has ", std::to_string(size), " bytes, at most ",
                       std::to_string(recipe_limits.bytes)})};
}

}  // namespace craton::recipe

namespace craton {

Result<Recipe> recipe_from_json(std::string_view text, const RecipeTerms& terms) {
  const FloatingPointMode mode;
  CRATON_TRY(const recipe::JsonValue root, recipe::parse_json(text, recipe::recipe_limits));
  Result<Recipe> read = recipe::read_recipe(root, terms);
  if (read) CRATON_TRY(recipe::check_size(*read, terms));
  return read;
}

}  // namespace craton
