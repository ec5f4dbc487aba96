#include <limits>

#include <craton/recipe/recipe.h>

#include "base/text.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"
#include "recipe/schema_parts.h"

namespace craton {
namespace {

using namespace recipe;

Schema text_schema(std::size_t longest) { return {{"type", "string"}, {"maxLength", longest}}; }

/// Properties in the order of their keys, each with the key's sentence.
Schema described(std::span<const KeyInfo> keys, const Schema& schemas) {
  Schema properties;
  for (const KeyInfo& key : keys) {
    properties[std::string(key.name)] = {{"description", key.doc}};
    properties[std::string(key.name)].update(schemas.at(std::string(key.name)));
  }
  return properties;
}

Schema domain_schema(const DomainKind& kind) {
  Schema properties{{"kind", {{"const", kind.id}}}};
  for (const ParamInfo& param : kind.params) properties[std::string(param.name)] = schema_of(param);
  return {{"title", kind.title},
          {"description", kind.doc},
          {"type", "object"},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

/// Where a kind of world may lie.
Schema domain_of_world(const WorldKind& world) {
  Schema branches = Schema::array();
  for (const std::string_view id : world.domains)
    branches.push_back(where("kind", id, reference_to(concat({"domain_", id})), id == world.domains.front()));
  return {{"type", "object"}, {"properties", {{"kind", {{"enum", world.domains}}}}}, {"allOf", std::move(branches)}};
}

Schema stage_schema(const StageInfo& info) {
  Schema own;
  own["stage"] = {{"const", info.id}};
  own["id"] = reference_to("id_of_stage");
  own["enabled"] = {{"type", "boolean"}, {"default", true}};
  Schema properties = described(stage_keys, own);
  Schema required = Schema::array({"stage"});
  for (const ParamInfo& param : info.params) {
    properties[std::string(param.name)] = schema_of(param);
    if (is_required(param)) required.push_back(param.name);
  }
  return {{"title", info.title},
          {"description", info.doc},
          {"type", "object"},
          {"required", std::move(required)},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

Schema knob_schema() {
  const Schema number{{"type", "number"}};
  const Schema ends{{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", number}};
  Schema schemas;
  schemas["value"] = number;
  schemas["min"] = {{"type", "number"}, {"default", 0}};
  schemas["max"] = {{"type", "number"}, {"default", 1}};
  schemas["doc"] = text_schema(longest_doc);
  schemas["sets"] = {{"type", "object"},
                     {"minProperties", 1},
                     {"propertyNames", {{"pattern", "^[a-z0-9_]+\\.[a-z0-9_]+$"}}},
                     {"additionalProperties", ends}};
  return {{"type", "object"},
          {"required", Schema::array({"value", "sets"})},
          {"properties", described(knob_keys, schemas)},
          {"additionalProperties", false}};
}

/// A number ("at least"), or both ends.
Schema range_schema(const RequirementKind& kind) {
  Schema end{{"type", kind.whole ? "integer" : "number"}, {"minimum", kind.min}, {"maximum", kind.max}};
  const Schema open_end = any_of({end, {{"type", "null"}}});
  return any_of({end,
                 {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", open_end}},
                 {{"type", "string"}, {"pattern", "^[^:]*:[^:]*$"}}});
}

Schema requirement_schema(const RequirementKind& kind) {
  Schema properties;
  properties[std::string(kind.value)] = range_schema(kind);
  for (const ParamInfo& param : kind.params) properties[std::string(param.name)] = schema_of(param);
  Schema own;
  own["after"] = reference_to("name");
  properties.update(described(requirement_keys, own));
  Schema full{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!kind.whole) full["required"] = Schema::array({kind.value});
  Schema one = any_of({range_schema(kind), std::move(full)});
  Schema schema{{"title", kind.title}, {"description", kind.doc}};
  if (kind.named.empty()) {
    schema.update(one);
    return schema;
  }
  const Schema name{{"type", "string"}, {"minLength", 1}, {"maxLength", longest_name}};
  schema.update(any_of({{{"type", "object"}, {"minProperties", 1}, {"propertyNames", name}, {"additionalProperties", one}},
                        {{"type", "array"}, {"minItems", 1}, {"uniqueItems", true}, {"items", name}}}));
  return schema;
}

Schema require_schema() {
  Schema own;
  own["attempts"] = {{"type", "integer"}, {"minimum", 1}, {"maximum", most_attempts}, {"default", usual_attempts}};
  Schema properties = described(require_keys, own);
  for (const RequirementKind& kind : all_requirement_kinds()) properties[std::string(kind.id)] = requirement_schema(kind);
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

void define_stages(const StageList& stages, Schema& definitions) {
  Schema ids = Schema::array(), branches = Schema::array();
  const std::vector<const StageInfo*> infos = newest_stages(stages);
  for (const StageInfo* info : infos) {
    ids.push_back(info->id);
    branches.push_back(where("stage", info->id, reference_to(concat({"stage_", info->id}))));
  }
  definitions["stage"] = {{"description", "What happens to the surface."},
                          {"type", "object"},
                          {"required", Schema::array({"stage"})},
                          {"properties", {{"stage", {{"enum", std::move(ids)}}}}},
                          {"allOf", std::move(branches)}};
  definitions["id_of_stage"] = {{"$ref", "#/$defs/name"}, {"not", {{"enum", reserved_stage_ids}}}};
  for (const StageInfo* info : infos) definitions[concat({"stage_", info->id})] = stage_schema(*info);
}

Schema recipe_properties(const RecipeTerms& terms) {
  Schema worlds = Schema::array();
  for (const WorldKind& world : terms.worlds) worlds.push_back(world.id);
  constexpr std::int64_t largest_seed = std::numeric_limits<std::int64_t>::max();
  Schema schemas;
  schemas["craton"] = {{"type", "integer"}, {"minimum", 1}, {"maximum", newest_world_version}};
  schemas["name"] = text_schema(longest_name);
  schemas["doc"] = text_schema(longest_doc);
  schemas["world"] = {{"enum", std::move(worlds)}};
  schemas["domain"] = {{"type", "object"}};
  schemas["seed"] =
      any_of({{{"type", "integer"}, {"minimum", 0}, {"maximum", largest_seed}}, {{"type", "string"}, {"minLength", 1}}});
  schemas["seed"]["default"] = 0;
  schemas["knobs"] = {{"type", "object"},
                      {"maxProperties", most_knobs},
                      {"propertyNames", reference_to("name")},
                      {"additionalProperties", reference_to("knob")}};
  schemas["stages"] = {{"type", "array"}, {"minItems", 1}, {"maxItems", most_stages}, {"items", reference_to("stage")}};
  schemas["keep"] = {{"type", "array"}, {"uniqueItems", true}, {"items", reference_to("name")}};
  schemas["require"] = reference_to("require");
  return described(recipe_keys, schemas);
}

}  // namespace

std::string recipe_schema(const RecipeTerms& terms) {
  Schema definitions;
  definitions["name"] = {{"type", "string"}, {"pattern", "^[a-z0-9_]{1,64}$"}};
  definitions["name_or_none"] = {{"type", "string"}, {"pattern", "^[a-z0-9_]{0,64}$"}};
  definitions["layer_in_place"] = {{"description", "A layer gives the value of each cell."},
                                   {"type", "object"},
                                   {"required", Schema::array({"layer"})},
                                   {"properties", {{"layer", reference_to("name")}}},
                                   {"additionalProperties", false}};
  for (const DomainKind& kind : all_domain_kinds()) definitions[concat({"domain_", kind.id})] = domain_schema(kind);
  definitions["knob"] = knob_schema();
  definitions["require"] = require_schema();
  define_stages(terms.stages, definitions);
  define_noises(all_noise_kinds(), definitions);

  Schema worlds = Schema::array();
  for (const WorldKind& world : terms.worlds)
    worlds.push_back(where("world", world.id, {{"properties", {{"domain", domain_of_world(world)}}}}));
  const Schema schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                      {"title", "Craton recipe"},
                      {"description", "A world's description: with its seed it is the world."},
                      {"type", "object"},
                      {"required", Schema::array({"craton", "world", "stages"})},
                      {"properties", recipe_properties(terms)},
                      {"additionalProperties", false},
                      {"allOf", std::move(worlds)},
                      {"$defs", std::move(definitions)}};
  return schema.dump(2, ' ', false, Schema::error_handler_t::replace) + "\n";
}

}  // namespace craton
