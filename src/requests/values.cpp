#include "requests/values.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include <craton/requests/request.h>

#include "base/text.h"
#include "requests/json.h"

namespace craton {
namespace requests {
namespace {

constexpr std::size_t most_bytes = 4 << 20;
constexpr int deepest = 60;  // objects and lists within each other

/// Follows a text while it is read: too deep, or a key that stands twice in an object.
class Watch {
 public:
  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > deepest) too_deep_ = true;
    if (event == Json::parse_event_t::object_start) keys_.resize(static_cast<std::size_t>(depth) + 1), keys_.back().clear();
    if (event == Json::parse_event_t::key && !keys_[static_cast<std::size_t>(depth) - 1].insert(parsed.get<std::string>()).second)
      twice_ = parsed.get<std::string>();
    return !too_deep_;  // what is too deep is not kept
  }
  Result<void> said(std::string_view path) const {
    if (too_deep_) return Error{ErrorCode::invalid_value, std::string(path), "more than 60 objects and lists within each other"};
    if (twice_)
      return Error{ErrorCode::invalid_value, std::string(path), concat({"\"", twice_->substr(0, 64), "\" stands there twice"})};
    return {};
  }

 private:
  bool too_deep_ = false;
  std::optional<std::string> twice_;
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

Result<Json> parsed(std::string_view text, std::string_view path) {
  if (text.size() > most_bytes) return Error{ErrorCode::invalid_value, std::string(path), "more than 4 MiB of text"};
  Watch watch;
  try {
    Json json = Json::parse(text, std::ref(watch), true, true);
    CRATON_TRY(watch.said(path));
    return json;
  } catch (const Json::exception& wrong) {
    std::string_view what = wrong.what();
    if (const std::size_t end = what.find("] "); end != what.npos) what.remove_prefix(end + 2);
    return Error{ErrorCode::invalid_value, std::string(path), concat({"it is no JSON: ", what})};
  }
}

namespace {

std::string shown(const Json& value) {
  constexpr std::size_t most = 60;
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= most ? text : concat({std::string_view(text).substr(0, most), "…"});
}

}  // namespace

Error refused(std::string_view path, const Json& found, std::string_view allowed) {
  return {ErrorCode::invalid_value, std::string(path), concat({"found ", shown(found), ", allowed ", allowed})};
}

namespace {

Result<ParamValue> value_of(const ParamInfo& param, const Json& value) {
  const bool text = param.type == ParamType::text;
  if (value.is_string()) return ParamValue{value.get<std::string>()};
  // A seed may be a number, a recipe may be an object.
  if (text && (value.is_number_integer() || value.is_structured())) return ParamValue{value.dump()};
  if (text) return refused(param.name, value, param.allowed());
  if (value.is_boolean()) return ParamValue{value.get<bool>()};
  if (param.type == ParamType::numbers && value.is_number()) return ParamValue{std::vector<double>{value.get<double>()}};
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return refused(param.name, value, param.allowed());
  if (value.is_number_integer()) return ParamValue{value.get<std::int64_t>()};
  if (value.is_number()) return ParamValue{value.get<double>()};
  if (!value.is_array()) return refused(param.name, value, param.allowed());
  std::vector<double> numbers;
  for (const Json& each : value) {
    if (!each.is_number()) return refused(param.name, value, param.allowed());
    numbers.push_back(each.get<double>());
  }
  return ParamValue{std::move(numbers)};
}

}  // namespace

Error inside(std::string_view parameter, Error error) {
  if (error.code == ErrorCode::cancelled) return error;
  const bool apart = !error.path.empty() && error.path[0] != '/';
  error.path = concat({parameter, apart ? "/" : "", error.path});
  return error;
}

bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return false;
  text.remove_prefix(first);
  return text.starts_with('{') || text.starts_with("//") || text.starts_with("/*");
}

Result<std::vector<std::string>> assignments_of(std::string_view text, std::string_view path) {
  std::vector<std::string> all;
  if (text.empty()) return all;
  CRATON_TRY(const Json json, parsed(text, path));
  if (!json.is_object()) return refused(path, json, "an object: {\"name\": value, …}");
  for (const auto& [name, value] : json.items()) all.push_back(concat({name, "=", value.dump()}));
  return all;
}

Result<std::vector<std::string>> names_in(std::string_view text, std::string_view path) {
  std::vector<std::string> names;
  if (text.starts_with('[')) {
    CRATON_TRY(const Json json, parsed(text, path));
    for (const Json& each : json) {
      if (!each.is_string()) return refused(path, each, "a name");
      names.push_back(each.get<std::string>());
    }
  } else {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      names.emplace_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  for (const std::string& name : names) CRATON_TRY(check_name(name, path));
  return names;
}

}  // namespace requests

Result<ParamValues> values_from_json(std::span<const ParamInfo> declared, std::string_view json) {
  CRATON_TRY(const requests::Json object, requests::parsed(json, ""));
  if (!object.is_object()) return requests::refused("", object, "an object: {\"parameter\": value, …}");
  std::vector<std::string_view> names;
  for (const ParamInfo& param : declared) names.push_back(param.name);
  ParamValues values;
  for (const auto& [name, value] : object.items()) {
    const auto param =
        std::find_if(declared.begin(), declared.end(), [&wanted = name](const ParamInfo& each) { return each.name == wanted; });
    if (param == declared.end())
      return Error{ErrorCode::unknown_name, name.substr(0, 64),
                   concat({"there is no such parameter, allowed ", joined(names, ", "), suggestion(nearest_name(name, names))})};
    if (value.is_null()) continue;
    CRATON_TRY(const ParamValue given, requests::value_of(*param, value));
    CRATON_TRY(ParamValue checked, param->check(given, name));
    values.set(name, std::move(checked));
  }
  return values;
}

}  // namespace craton
