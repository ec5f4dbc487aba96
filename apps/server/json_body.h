#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>

namespace craton::server {

using Json = nlohmann::ordered_json;

/// A JSON text of somebody we do not trust: bounded depth, no comments unless allowed. Errors say where it ends to be JSON.
Result<Json> parse_json(std::string_view text, bool comments = false);

/// The members of a request's body, read by name. What nobody asked for in the end is an error: a typo never means "default".
class JsonBody {
 public:
  static Result<JsonBody> read(std::string_view text);
  /// A part of a body; errors have paths within it.
  static Result<JsonBody> part(const Json& json);

  const Json* find(std::string_view name);  ///< null where it is not there, or null
  Result<std::string> text(std::string_view name, std::string_view standard, std::size_t most_bytes = 256);
  Result<double> number(std::string_view name, double standard, double min, double max);
  Result<std::int64_t> integer(std::string_view name, std::int64_t standard, std::int64_t min, std::int64_t max);
  Result<bool> flag(std::string_view name, bool standard);
  Result<void> end() const;

  /// The same as canonical text: members in the order of their names.
  const std::string& key() const { return key_; }

 private:
  Json json_;
  std::string key_;
  std::vector<std::string> asked_;
};

/// A seed as pages write it: a number, or a text (read by seed_from_text).
Result<std::uint64_t> seed_of(const Json& json, std::string_view path);
/// A number where JavaScript can hold it, else a text.
Json seed_json(std::uint64_t seed);

std::string dumped(const Json& json);  ///< any bytes become UTF-8

}  // namespace craton::server
