#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/param_json.h"

/// What tables beside recipes have in common.
namespace craton::recipe {

inline Result<JsonValue> parse_table(std::string_view text) {
  JsonLimits limits;
  limits.bytes = 1 << 16;
  limits.depth = 8;
  limits.comments = true;
  limits.too_deep = "more than 8 objects and lists within each other";
  return parse_json(text, limits);
}

/// A name for people: not empty, not too long, nothing that a terminal would act upon.
inline Result<std::string> read_title(const JsonValue& value, const std::string& path) {
  constexpr std::size_t longest = 60;
  const auto* name = value.get<std::string>();
  const bool good = name && !name->empty() && name->size() <= longest && std::all_of(name->begin(), name->end(), [](char c) {
                      return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
                    });
  if (!good) return refused(path, value, "a name of 1 … 60 letters");
  return *name;
}

inline Result<const JsonValue*> need_key(const JsonObject& object, std::string_view key, const std::string& path,
                                         std::string_view what) {
  if (const JsonValue* value = find_key(object, key)) return value;
  return invalid(path_below(path, key), concat({"missing: ", what}));
}

inline Result<void> read_name_of_table(const JsonObject& object, std::string& name) {
  const JsonValue* value = find_key(object, "name");
  if (!value) return {};
  CRATON_TRY(std::string read, read_title(*value, "/name"));
  name = std::move(read);
  return {};
}

}  // namespace craton::recipe
