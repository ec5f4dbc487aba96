#pragma once

#include <string>
#include <vector>

#include <craton/base/params.h>

/// JSON as it is written: short things on one line, the same text for the same content.
namespace craton::recipe {

/// A key and the JSON text of its value.
struct JsonText {
  std::string key, text;
};

std::string json_of(const ParamValue& value);

enum class Lines { as_needed, one_each };

/// {"key": text, …} on one line where that is short enough, else a line each, as if it began in column `indent`.
std::string object_text(const std::vector<JsonText>& items, std::size_t indent, Lines lines = Lines::as_needed);
/// [text, …] in the same way.
std::string list_text(const std::vector<std::string>& items, std::size_t indent, Lines lines = Lines::as_needed);

}  // namespace craton::recipe
