#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <craton/base/result.h>

/// JSON as recipes see it: keys in the order of the text, whole numbers apart from others, nothing dropped silently.
namespace craton::recipe {

struct JsonValue;
struct JsonItem;
using JsonList = std::vector<JsonValue>;
using JsonObject = std::vector<JsonItem>;

struct JsonValue {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, JsonList, JsonObject> held;  // monostate: null

  template <class T>
  const T* get() const {
    return std::get_if<T>(&held);
  }
};

struct JsonItem {
  std::string key;
  JsonValue value;
};

/// What a text may hold, and what an error says of a text that holds more.
struct JsonLimits {
  std::size_t bytes = 1 << 20;
  std::size_t depth = 40;           ///< objects and lists within each other
  std::size_t objects = 1'000'000;  ///< more than fit into the bytes: texts that count objects set their own
  std::size_t keys = 1000;          ///< of one object
  bool comments = false;            ///< // and /* */
  std::string_view too_deep = "more than 40 objects and lists within each other";
  std::string_view too_many = "too many objects";
};

/// Strict JSON (RFC 8259): nothing after the value; keys that stand twice and numbers beyond a double are errors too.
Result<JsonValue> parse_json(std::string_view text, const JsonLimits& limits = {});

/// "/a/b" and "c" → "/a/b/c", escaped as in RFC 6901; long keys are cut.
std::string path_below(std::string_view path, std::string_view key);

/// A text as JSON writes it.
std::string json_text(std::string_view text);
/// The shortest digits that give the same number back; null for what JSON cannot say.
std::string json_number(double number);

/// As an error message shows it: `"hills" (a text)`, `3 (a whole number)`, `a noise or another object`.
std::string shown(const JsonValue& value);
/// In quotes, long ones cut.
std::string shown(std::string_view text);

}  // namespace craton::recipe
