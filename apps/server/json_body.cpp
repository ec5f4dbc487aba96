#include "json_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>

#include <craton/recipe/recipe.h>

namespace craton::server {
namespace {

constexpr std::size_t most_depth = 100;
constexpr int most_members = 1024;

Error wrong(std::string_view name, const Json& found, std::string allowed) {
  return {ErrorCode::invalid_value, "/" + std::string(name),
          fmt::format("found {}, allowed {}", dumped(found).substr(0, 64), allowed)};
}

/// Why a text is not even read: brackets so deep that they would cost stack wherever JSON is walked, or an object of so many
/// members that looking for each costs too long. Texts are skipped, and comments where they are allowed.
std::optional<std::string> too_much(std::string_view text, bool comments) {
  std::vector<int> members;  // of each bracket that is open
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
    } else if (comments && c == '/') {
      const bool line = text.substr(i, 2) == "//";
      const std::size_t end = line ? text.find('\n', i) : text.find("*/", i + 2);
      if (end == std::string_view::npos) break;
      i = line ? end : end + 1;
    } else if (c == '{' || c == '[') {
      members.push_back(c == '{' ? 1 : INT_MIN);  // lists may be long
      if (members.size() > most_depth) return fmt::format("is nested more than {} deep", most_depth);
    } else if ((c == '}' || c == ']') && !members.empty()) {
      members.pop_back();
    } else if (c == ',' && !members.empty() && ++members.back() > most_members) {
      return fmt::format("has an object of more than {} members", most_members);
    }
  }
  return {};
}

}  // namespace

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Result<Json> parse_json(std::string_view text, bool comments) {
  if (std::optional<std::string> why = too_much(text, comments)) return Error{ErrorCode::invalid_value, "body", *std::move(why)};
  try {
    return Json::parse(text, nullptr, true, comments);
  } catch (const Json::exception& error) {
    std::string message = error.what();
    message = message.substr(message.find("] ") == std::string::npos ? 0 : message.find("] ") + 2);
    return Error{ErrorCode::invalid_value, "body", "is not JSON: " + message.substr(0, 300)};
  }
}

Result<JsonBody> JsonBody::read(std::string_view text) {
  CRATON_TRY(Json json, parse_json(text.empty() ? std::string_view("{}") : text));
  if (!json.is_object()) return Error{ErrorCode::invalid_value, "body", "is not an object {…}"};
  JsonBody body;
  body.json_ = std::move(json);
  body.key_ = nlohmann::json(body.json_).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  return body;
}

Result<JsonBody> JsonBody::part(const Json& json) {
  if (!json.is_object())
    return Error{ErrorCode::invalid_value, "", fmt::format("found {}, allowed {{…}}", dumped(json).substr(0, 64))};
  JsonBody body;
  body.json_ = json;
  return body;
}

const Json* JsonBody::find(std::string_view name) {
  asked_.emplace_back(name);
  const auto found = json_.find(std::string(name));
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

Result<std::string> JsonBody::text(std::string_view name, std::string_view standard, std::size_t most_bytes) {
  const Json* found = find(name);
  if (!found) return std::string(standard);
  if (!found->is_string() || found->get_ref<const std::string&>().size() > most_bytes)
    return wrong(name, *found, fmt::format("texts of up to {} bytes", most_bytes));
  return found->get<std::string>();
}

Result<double> JsonBody::number(std::string_view name, double standard, double min, double max) {
  const Json* found = find(name);
  if (!found) return standard;
  const double value = found->is_number() ? found->get<double>() : NAN;
  if (!(value >= min && value <= max)) return wrong(name, *found, fmt::format("numbers {} … {}", min, max));
  return value;
}

Result<std::int64_t> JsonBody::integer(std::string_view name, std::int64_t standard, std::int64_t min, std::int64_t max) {
  const Json* found = find(name);
  if (!found) return standard;
  const bool fits =
      found->is_number_unsigned() ? found->get<std::uint64_t>() <= std::uint64_t{INT64_MAX} : found->is_number_integer();
  const std::int64_t value = fits ? found->get<std::int64_t>() : 0;
  if (!fits || value < min || value > max) return wrong(name, *found, fmt::format("whole numbers {} … {}", min, max));
  return value;
}

Result<bool> JsonBody::flag(std::string_view name, bool standard) {
  const Json* found = find(name);
  if (!found) return standard;
  if (!found->is_boolean()) return wrong(name, *found, "true | false");
  return found->get<bool>();
}

Result<void> JsonBody::end() const {
  for (const auto& item : json_.items())
    if (std::find(asked_.begin(), asked_.end(), item.key()) == asked_.end())
      return Error{ErrorCode::unknown_name, "/" + item.key().substr(0, 64),
                   fmt::format("is not known here; allowed are {}", fmt::join(asked_, ", "))};
  return {};
}

Result<std::uint64_t> seed_of(const Json& json, std::string_view path) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_string()) return seed_from_text(json.get_ref<const std::string&>(), path);
  return Error{ErrorCode::invalid_value, std::string(path),
               fmt::format("found {}, allowed whole numbers from 0 on, and texts", dumped(json).substr(0, 64))};
}

Json seed_json(std::uint64_t seed) {
  constexpr std::uint64_t most_exact = std::uint64_t{1} << 53;
  return seed <= most_exact ? Json(seed) : Json(std::to_string(seed));
}

}  // namespace craton::server
