#include <craton/recipe/recipe.h>
#include <craton/recipe/voxel_recipe.h>

#include "recipe/schema_parts.h"

namespace craton {
namespace {

using namespace recipe;

Schema object_of(Schema properties, Schema required = Schema::array()) {
  Schema schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

Schema list_of(Schema item, std::size_t least, std::size_t most) {
  return {{"type", "array"}, {"minItems", least}, {"maxItems", most}, {"items", std::move(item)}};
}

Schema described(const char* doc, Schema schema) {
  schema["description"] = doc;
  return schema;
}

Schema number() { return {{"type", "number"}}; }
Schema title() { return {{"type", "string"}, {"minLength", 1}, {"maxLength", 60}}; }

Schema ground_schema() {
  return object_of({{"colour", described("sRGB.", {{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}})},
                    {"liquid", described("Seen through, not stood upon.", {{"type", "boolean"}})}},
                   {"colour"});
}

Schema biome_schema() {
  const Schema range{
      {"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}}};
  return object_of(
      {{"name", title()},
       {"rain", described("The climate that it covers; the low end belongs to it.", range)},
       {"temperature", described("The climate that it covers; the low end belongs to it.", range)},
       {"surface", described("The ground on top.", title())},
       {"soil", described("The ground below the surface.", title())},
       {"cap", described("The surface of high places.", title())},
       {"beach", described("The ground of its shores; that of the table where there is none.", title())},
       {"soil_depth", described("Metres, the surface included.", number())},
       {"cap_above", described("From which height on the cap is the surface, in metres.", number())},
       {"base", described("Height of its lowest ground in metres; below 0 it is sea.", number())},
       {"amplification", described("How much of the relief it has.", number())},
       {"blending", described("How strongly it pulls neighbours towards itself.", number())},
       {"plant_frequency", described("Of the noise whose peaks bear plants, 1/m; 0 is bare.", number())},
       {"plant_spacing", described("How near two plants may stand, in metres.", number())},
       {"species", described("Species with their shares.",
                             {{"type", "object"}, {"additionalProperties", {{"type", "number"}, {"exclusiveMinimum", 0}}}})}},
      {"name", "rain", "temperature", "surface", "soil"});
}

Schema table_schema() {
  const Schema strata = object_of({{"ground", title()}, {"thickness", number()}}, {"ground"});
  const Schema ores = object_of(
      {{"ground", title()}, {"from", number()}, {"to", number()}, {"share", number()}, {"radius", number()}}, {"ground"});
  return object_of(
      {{"name", title()},
       {"grounds", described("Kinds of ground by name; air is always there.", {{"type", "object"},
                                                                               {"minProperties", 1},
                                                                               {"maxProperties", most_voxel_grounds - 1},
                                                                               {"additionalProperties", ground_schema()}})},
       {"sea", object_of({{"water", title()}, {"bed", title()}, {"beach", title()}}, {"water", "bed", "beach"})},
       {"bedrock", title()},
       {"overhang", described("The ground of what a noise in space adds above the relief.", title())},
       {"strata", described("Rock from the floor upwards; the list repeats.", list_of(strata, 1, 64))},
       {"ores", list_of(ores, 0, most_voxel_ores)},
       {"biomes", described("They cover rain and temperature from 0 to 1, each place once.",
                            list_of(biome_schema(), 1, most_voxel_biomes))}},
      {"grounds", "sea", "bedrock", "strata", "biomes"});
}

Schema table_name_schema() {
  Schema names = Schema::array();
  for (const std::string_view name : voxel_table_names()) names.push_back(std::string(name));
  return {{"enum", std::move(names)}};
}

Schema noises_schema() {
  Schema properties;
  for (const std::string_view name : voxel_noise_names()) properties[std::string(name)] = Schema{{"type", "object"}};
  return object_of(std::move(properties));
}

}  // namespace

std::string voxel_recipe_schema(std::span<const ParamInfo> declared) {
  Schema params;
  for (const ParamInfo& param : declared) params[std::string(param.name)] = schema_of(param);
  Schema schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Craton voxel world"}};
  schema.update(object_of(
      {{"craton", described("The version of worlds that the recipe is for.", {{"const", newest_world_version}})},
       {"world", {{"const", "voxels"}}},
       {"name", described("For people.", {{"type", "string"}})},
       {"doc", described("For people.", {{"type", "string"}})},
       {"seed", described("A number, or a text: a larger number, 0x… or a word.",
                          any_of({{{"type", "integer"}, {"minimum", 0}}, {{"type", "string"}}}))},
       {"voxels", described("Parameters.", object_of(std::move(params)))},
       {"noises", described("Noises instead of those that the parameters describe, by what they are for.", noises_schema())},
       {"table",
        described("Grounds and biomes, or the name of a table that comes with Craton; \"seven-biomes\" where there is none.",
                  any_of({table_schema(), table_name_schema()}))}},
      {"craton", "world"}));
  return schema.dump(2) + "\n";
}

}  // namespace craton
