#include "recipe/param_json.h"

#include "base/text.h"

namespace craton::recipe {
namespace {

Result<ParamValue> param_value(const JsonValue& value, const std::string& path, const ParamInfo& param) {
  if (const auto* truth = value.get<bool>()) return ParamValue{*truth};
  if (const auto* integer = value.get<std::int64_t>()) return ParamValue{*integer};
  if (const auto* number = value.get<double>()) return ParamValue{*number};
  if (const auto* text = value.get<std::string>()) return ParamValue{*text};
  const auto* list = value.get<JsonList>();
  if (!list) return refused(path, value, param.allowed());
  std::vector<double> numbers;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const JsonValue& element = (*list)[i];
    if (!is_number(element)) return refused(path_below(path, std::to_string(i)), element, "a number");
    numbers.push_back(number_of(element));
  }
  return ParamValue{std::move(numbers)};
}

}  // namespace

const JsonValue* find_key(const JsonObject& object, std::string_view key) {
  const auto found = std::find_if(object.begin(), object.end(), [&](const JsonItem& item) { return item.key == key; });
  return found == object.end() ? nullptr : &found->value;
}

bool is_number(const JsonValue& value) { return value.get<double>() || value.get<std::int64_t>(); }

double number_of(const JsonValue& value) {
  const auto* integer = value.get<std::int64_t>();
  return integer ? static_cast<double>(*integer) : *value.get<double>();
}

std::string listed(std::span<const std::string_view> names) {
  constexpr std::size_t most = 20;
  if (names.size() <= most) return joined(names);
  return concat({joined(names.first(most)), " | … (", std::to_string(names.size()), " in all)"});
}

Error invalid(std::string path, std::string message) { return {ErrorCode::invalid_value, std::move(path), std::move(message)}; }

Error refused(std::string path, const JsonValue& found, std::string_view allowed) {
  return invalid(std::move(path), concat({"found ", shown(found), ", allowed ", allowed}));
}

Error unknown_name(std::string path, std::string_view found, std::span<const std::string_view> allowed) {
  return {ErrorCode::unknown_name, std::move(path),
          concat({"found ", shown(found), ", allowed ", joined(allowed), suggestion(nearest_name(found, allowed))})};
}

Error unknown_key(std::string path, std::string_view owner, std::string_view key, std::span<const std::string_view> allowed) {
  return {ErrorCode::unknown_name, std::move(path),
          concat({"\"", owner, "\" has no such key, allowed ", joined(allowed), suggestion(nearest_name(key, allowed))})};
}

bool may_be_none(const ParamInfo& param) {
  return param.type == ParamType::layer && std::find(param.choices.begin(), param.choices.end(), "") != param.choices.end();
}

bool is_required(const ParamInfo& param) {
  // The default of a layer is its name, that of a noise its kind.
  const auto* name = std::get_if<std::string>(&param.default_value);
  return !may_be_none(param) && (param.type == ParamType::layer || param.type == ParamType::noise) && name && name->empty();
}

Result<ParamValue> read_param(const ParamInfo& param, const JsonValue& value, const std::string& path) {
  CRATON_TRY(ParamValue given, param_value(value, path, param));
  return param.check(given, path);
}

}  // namespace craton::recipe
