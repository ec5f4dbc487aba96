// The schema says what the declarations say. (Whether recipes validate against it, tests/cli/schema.sh asks a validator.)
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include <craton/noise/noise.h>
#include <craton/recipe/recipe.h>
#include <craton/surface/domain.h>

#include "recipe/param_json.h"
#include "recipe/terms_test.h"

namespace craton {
namespace {

using nlohmann::json;

json schema_of_terms(const RecipeTerms& terms) {
  const json schema = json::parse(recipe_schema(terms), nullptr, false);
  EXPECT_FALSE(schema.is_discarded());
  return schema;
}

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

/// Where the alternatives of a value hold its range: itself, or the first of anyOf.
const json& plain_form(const json& schema) { return schema.contains("anyOf") ? schema["anyOf"][0] : schema; }

void expect_param(const ParamInfo& param, const json& schema) {
  SCOPED_TRACE(std::string(param.name));
  const json& form = plain_form(schema);
  EXPECT_EQ(schema["description"].get<std::string>().find(param.doc), 0U);
  EXPECT_EQ(schema.contains("default"), !recipe::is_required(param));
  EXPECT_EQ(schema.contains("anyOf"), param.may_be_layer() || param.may_be_noise);
  switch (param.type) {
    case ParamType::boolean: EXPECT_EQ(form["type"], "boolean"); break;
    case ParamType::integer:
    case ParamType::number:
      EXPECT_EQ(form["type"], param.type == ParamType::integer ? "integer" : "number");
      EXPECT_EQ(form["minimum"].get<double>(), param.min);
      EXPECT_EQ(form["maximum"].get<double>(), param.max);
      break;
    case ParamType::choice: EXPECT_EQ(form["enum"].size(), param.choices.size()); break;
    case ParamType::numbers:
      EXPECT_EQ(form["maxItems"].get<std::size_t>(), param.max_length);
      EXPECT_EQ(form["items"]["maximum"].get<double>(), param.max);
      break;
    case ParamType::text: EXPECT_EQ(form["maxLength"].get<std::size_t>(), param.max_length); break;
    case ParamType::layer: EXPECT_EQ(form["$ref"], recipe::may_be_none(param) ? "#/$defs/name_or_none" : "#/$defs/name"); break;
    case ParamType::noise: EXPECT_EQ(form["$ref"], "#/$defs/noise"); break;
  }
}

void expect_params(std::span<const ParamInfo> params, const json& definition, std::set<std::string> further) {
  for (const ParamInfo& param : params) {
    ASSERT_TRUE(definition["properties"].contains(std::string(param.name))) << param.name;
    expect_param(param, definition["properties"][std::string(param.name)]);
    further.insert(std::string(param.name));
  }
  EXPECT_EQ(keys_of(definition["properties"]), further);
  EXPECT_EQ(definition["additionalProperties"], false);
}

void expect_references_resolve(const json& value, const json& root) {
  if (value.is_object() && value.contains("$ref")) {
    const auto reference = value["$ref"].get<std::string>();
    ASSERT_EQ(reference.rfind("#/", 0), 0U) << reference;
    EXPECT_TRUE(root.contains(json::json_pointer(reference.substr(1)))) << reference;
  }
  if (value.is_structured())
    for (const json& each : value) expect_references_resolve(each, root);
}

TEST(RecipeSchema, DeclaresEveryStage) {
  const RecipeTerms& terms = recipe::test::terms();
  const json schema = schema_of_terms(terms);
  const json& definitions = schema["$defs"];
  std::set<std::string> ids, listed;
  for (const json& id : definitions["stage"]["properties"]["stage"]["enum"]) listed.insert(id.get<std::string>());
  for (const StageEntry& entry : terms.stages.entries()) {
    const std::string id(entry.info.id);
    SCOPED_TRACE(id);
    ids.insert(id);
    const json& definition = definitions["stage_" + id];
    EXPECT_EQ(definition["properties"]["stage"]["const"], id);
    expect_params(entry.info.params, definition, {"stage", "id", "enabled"});
    std::set<std::string> required{"stage"};
    for (const ParamInfo& param : entry.info.params)
      if (recipe::is_required(param)) required.insert(std::string(param.name));
    EXPECT_EQ(definition["required"].get<std::set<std::string>>(), required);
  }
  EXPECT_EQ(ids, listed);
  EXPECT_EQ(definitions["stage"]["allOf"].size(), ids.size());
  expect_references_resolve(schema, schema);
}

TEST(RecipeSchema, DeclaresDomainsAndWorlds) {
  const json schema = schema_of_terms(recipe::test::terms());
  for (const DomainKind& kind : all_domain_kinds()) {
    SCOPED_TRACE(std::string(kind.id));
    expect_params(kind.params, schema["$defs"]["domain_" + std::string(kind.id)], {"kind"});
  }
  EXPECT_EQ(schema["properties"]["world"]["enum"], (json{"anywhere", "flat"}));
  ASSERT_EQ(schema["allOf"].size(), 2U);
  const json& anywhere = schema["allOf"][0]["then"]["properties"]["domain"];
  EXPECT_EQ(anywhere["properties"]["kind"]["enum"], (json{"torus", "plane", "sphere"}));
  // A domain without a kind is of the first.
  EXPECT_FALSE(anywhere["allOf"][0]["if"].contains("required"));
  EXPECT_TRUE(anywhere["allOf"][1]["if"].contains("required"));
}

TEST(RecipeSchema, DeclaresEveryNoise) {
  const json schema = schema_of_terms(recipe::test::terms());
  const json& definitions = schema["$defs"];
  EXPECT_EQ(definitions["noise"]["properties"]["kind"]["enum"].size(), all_noise_kinds().size());
  for (const NoiseKind& kind : all_noise_kinds()) {
    SCOPED_TRACE(std::string(kind.id));
    const json& definition = definitions["noise_" + std::string(kind.id)];
    std::set<std::string> expected{"kind", "seed", "nodes"}, required{"kind"};
    for (const ParamInfo& param : kind.params) expected.insert(std::string(param.name));
    for (const NoiseInputInfo& input : kind.inputs) {
      expected.insert(std::string(input.name));
      if (!recipe::find_named(kind.params, input.name)) required.insert(std::string(input.name));
    }
    EXPECT_EQ(keys_of(definition["properties"]), expected);
    EXPECT_EQ(definition["required"].get<std::set<std::string>>(), required);
    for (const ParamInfo& param : kind.params)
      if (!recipe::find_named(kind.inputs, param.name)) expect_param(param, definition["properties"][std::string(param.name)]);
  }
}

}  // namespace
}  // namespace craton
