#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include <craton/base/params.h>
#include <craton/noise/noise.h>

/// Pieces of the JSON Schema of recipes (draft 2020-12), made from declarations.
namespace craton::recipe {

using Schema = nlohmann::ordered_json;

/// {"$ref": "#/$defs/name"}
Schema reference_to(std::string_view definition);

/// Schemas for `choice` and further alternatives; one alone stands for itself.
Schema any_of(std::initializer_list<Schema> alternatives);

/// {"if": this key has that value, "then": then}; a key that is absent counts as having it where `also_absent`.
Schema where(std::string_view key, std::string_view value, Schema then, bool also_absent = false);

/// The values that a parameter may have, without its description.
Schema values_of(const ParamInfo& param);
/// With description and default.
Schema schema_of(const ParamInfo& param);

/// Adds "noise" and one definition for each kind.
void define_noises(std::span<const NoiseKind> kinds, Schema& definitions);

}  // namespace craton::recipe
