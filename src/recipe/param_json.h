#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include <craton/base/params.h>
#include <craton/base/result.h>

#include "recipe/json_value.h"

/// Values of declared parameters ⇄ JSON: what noises, domains and stages share.
namespace craton::recipe {

template <class Infos>
auto find_named(const Infos& infos, std::string_view name) {
  const auto found = std::find_if(infos.begin(), infos.end(), [&](const auto& info) { return info.name == name; });
  return found == infos.end() ? nullptr : &*found;
}

const JsonValue* find_key(const JsonObject& object, std::string_view key);

bool is_number(const JsonValue& value);
/// Of a value that is one.
double number_of(const JsonValue& value);

/// "a | b | c"; of many names only the first.
std::string listed(std::span<const std::string_view> names);

Error invalid(std::string path, std::string message);
/// "found 3 (a whole number), allowed …"
Error refused(std::string path, const JsonValue& found, std::string_view allowed);
/// `found "Q", allowed a | b; did you mean "a"?`
Error unknown_name(std::string path, std::string_view found, std::span<const std::string_view> allowed);
/// `"map" has no such key, allowed a | b; did you mean "a"?`; `path` is that of the key.
Error unknown_key(std::string path, std::string_view owner, std::string_view key, std::span<const std::string_view> allowed);

/// A layer that a recipe may do without, by the name "" (stages/optional_layer.h).
bool may_be_none(const ParamInfo& param);
/// A parameter without a default that could stand in for it.
bool is_required(const ParamInfo& param);
/// The value of a parameter, with its type and range checked.
Result<ParamValue> read_param(const ParamInfo& param, const JsonValue& value, const std::string& path);

}  // namespace craton::recipe
