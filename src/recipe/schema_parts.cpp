#include "recipe/schema_parts.h"

#include <cmath>

#include "base/text.h"
#include "recipe/param_json.h"

namespace craton::recipe {
namespace {

// A whole bound as a whole number, which reads better and is one for validators that tell them apart.
Schema bound(double value) {
  const auto whole = static_cast<std::int64_t>(std::abs(value) < 0x1p53 ? value : 0);
  return static_cast<double>(whole) == value ? Schema(whole) : Schema(value);
}

Schema in_range(std::string_view type, const ParamInfo& param) {
  return {{"type", type}, {"minimum", bound(param.min)}, {"maximum", bound(param.max)}};
}

Schema default_of(const ParamInfo& param) {
  if (const auto* number = std::get_if<double>(&param.default_value)) return bound(*number);
  if (param.type == ParamType::noise) return {{"kind", std::get<std::string>(param.default_value)}};
  return std::visit([](const auto& value) { return Schema(value); }, param.default_value);
}

}  // namespace

Schema reference_to(std::string_view definition) { return {{"$ref", concat({"#/$defs/", definition})}}; }

Schema any_of(std::initializer_list<Schema> alternatives) {
  if (alternatives.size() == 1) return *alternatives.begin();
  Schema list = Schema::array();
  for (const Schema& each : alternatives) list.push_back(each);
  return {{"anyOf", std::move(list)}};
}

Schema where(std::string_view key, std::string_view value, Schema then, bool also_absent) {
  Schema condition{{"properties", {{std::string(key), {{"const", value}}}}}};
  if (!also_absent) condition["required"] = Schema::array({key});
  return {{"if", std::move(condition)}, {"then", std::move(then)}};
}

Schema values_of(const ParamInfo& param) {
  switch (param.type) {
    case ParamType::boolean: return {{"type", "boolean"}};
    case ParamType::integer: return in_range("integer", param);
    case ParamType::number: return in_range("number", param);
    case ParamType::choice: return {{"enum", param.choices}};
    case ParamType::numbers: return {{"type", "array"}, {"maxItems", param.max_length}, {"items", in_range("number", param)}};
    case ParamType::text: return {{"type", "string"}, {"maxLength", param.max_length}};
    case ParamType::layer: return reference_to(may_be_none(param) ? "name_or_none" : "name");
    case ParamType::noise: return reference_to("noise");
  }
  return {};
}

Schema schema_of(const ParamInfo& param) {
  const std::string description = param.unit.empty() ? std::string(param.doc) : concat({param.doc, " In ", param.unit, "."});
  Schema schema{{"description", description}};
  schema.update(param.may_be_layer() ? any_of({values_of(param), reference_to("layer_in_place")})
                : param.may_be_noise ? any_of({values_of(param), reference_to("any_noise")})
                                     : values_of(param));
  if (!is_required(param)) schema["default"] = default_of(param);
  return schema;
}

namespace {

Schema input_schema(const NoiseKind& kind, const NoiseInputInfo& input) {
  Schema schema{{"description", input.doc}};
  const ParamInfo* param = find_named(kind.params, input.name);
  const bool first = &input == kind.inputs.data();
  if (param)
    schema.update(any_of({values_of(*param), reference_to("any_noise")}));
  else if (first)
    schema.update(reference_to("any_noise"));
  else  // a number stands for the noise that is this number everywhere
    schema.update(any_of({{{"type", "number"}}, reference_to("any_noise")}));
  return schema;
}

Schema kind_schema(const NoiseKind& kind) {
  Schema properties{{"kind", {{"const", kind.id}}}};
  Schema required = Schema::array({"kind"});
  for (const NoiseInputInfo& input : kind.inputs) {
    properties[std::string(input.name)] = input_schema(kind, input);
    if (!find_named(kind.params, input.name)) required.push_back(input.name);
  }
  for (const ParamInfo& param : kind.params)
    if (!find_named(kind.inputs, param.name)) properties[std::string(param.name)] = schema_of(param);
  properties["seed"] = {{"type", "string"}, {"description", "The noise has a seed of this name, wherever it stands."}};
  properties["nodes"] = reference_to("nodes");
  return {{"title", kind.title},
          {"description", kind.doc},
          {"type", "object"},
          {"required", std::move(required)},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

}  // namespace

void define_noises(std::span<const NoiseKind> kinds, Schema& definitions) {
  Schema ids = Schema::array(), branches = Schema::array();
  for (const NoiseKind& kind : kinds) {
    ids.push_back(kind.id);
    branches.push_back(where("kind", kind.id, reference_to(concat({"noise_", kind.id}))));
  }
  definitions["noise"] = {{"description", "A noise."},
                          {"type", "object"},
                          {"required", Schema::array({"kind"})},
                          {"properties", {{"kind", {{"enum", std::move(ids)}}}}},
                          {"allOf", std::move(branches)}};
  // Definitions without "noise_" in front are told apart from kinds of any name.
  definitions["any_noise"] = any_of({reference_to("noise"), {{"type", "string"}, {"description", "The name of a node."}}});
  definitions["nodes"] = {{"description", "Noises by name, for all that name them; in the outermost noise only."},
                          {"type", "object"},
                          {"additionalProperties", reference_to("noise")}};
  for (const NoiseKind& kind : kinds) definitions[concat({"noise_", kind.id})] = kind_schema(kind);
}

}  // namespace craton::recipe
