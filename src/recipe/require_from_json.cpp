// "require" of a recipe, driven by the declarations of measure/requirement.cpp.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"

namespace craton::recipe {
namespace {

/// What a requirement may have beside its own parameters.
constexpr std::string_view after_key = requirement_keys[0].name;

std::string allowed_range(const RequirementKind& kind) {
  const std::string_view number = kind.whole ? "a whole number" : "a number";
  return concat({number, " (at least), or [low, high] with null where there is no end; within ", json_number(kind.min), " … ",
                 json_number(kind.max)});
}

/// "5:10", "5:", ":10": as on the command line.
std::optional<JsonValue> range_of_text(const std::string& text) {
  const std::size_t colon = text.find(':');
  const auto end_of = [](std::string_view part) -> std::optional<JsonValue> {
    if (part.empty()) return JsonValue{};
    const Result<JsonValue> number = parse_json(part);
    if (!number || !is_number(*number)) return std::nullopt;
    return *number;
  };
  if (colon == text.npos) return std::nullopt;
  const std::optional<JsonValue> low = end_of(std::string_view(text).substr(0, colon));
  const std::optional<JsonValue> high = end_of(std::string_view(text).substr(colon + 1));
  if (!low || !high) return std::nullopt;
  return JsonValue{JsonList{*low, *high}};
}

class RequirementReader {
 public:
  RequirementReader(const RequirementKind& kind, Recipe& recipe) : kind_(kind), recipe_(recipe) {}

  /// All that stands below the kind's key.
  Result<void> read(const JsonValue& value, const std::string& path) {
    if (kind_.named.empty()) return add("", value, path);
    if (const auto* list = value.get<JsonList>()) return read_names(*list, path);
    const auto* object = value.get<JsonObject>();
    if (!object || object->empty())
      return refused(path, value,
                     concat({"{\"", kind_.named, "\": ", allowed_range(kind_), "}, or a list of those that must be"}));
    for (const auto& [name, wanted] : *object) CRATON_TRY(add(name, wanted, path_below(path, name)));
    return {};
  }

 private:
  /// ["tundra", …]: each must be, however little of it.
  Result<void> read_names(const JsonList& list, const std::string& path) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string at = path_below(path, std::to_string(i));
      const auto* name = list[i].get<std::string>();
      if (!name) return refused(at, list[i], concat({"the name of a ", kind_.named}));
      Requirement requirement{.kind = std::string(kind_.id), .name = *name};
      requirement.low = kind_.whole ? 1 : some_share;
      CRATON_TRY(push(std::move(requirement), at));
    }
    return list.empty() ? invalid(path, "an empty list requires nothing") : Result<void>();
  }

  Result<void> add(const std::string& name, const JsonValue& value, const std::string& path) {
    Requirement requirement{.kind = std::string(kind_.id), .name = name};
    if (const auto* object = value.get<JsonObject>())
      CRATON_TRY(read_object(*object, path, requirement));
    else
      CRATON_TRY(read_range(value, path, requirement));
    return push(std::move(requirement), path);
  }

  Result<void> push(Requirement requirement, const std::string& path) {
    if (!kind_.named.empty() && (requirement.name.empty() || requirement.name.size() > longest_name))
      return invalid(path, concat({"found ", shown(requirement.name), ", allowed the name of a ", kind_.named}));
    const auto same = [&](const Requirement& each) { return each.kind == requirement.kind && each.name == requirement.name; };
    if (std::any_of(recipe_.require.begin(), recipe_.require.end(), same)) return invalid(path, "this stands twice");
    if (recipe_.require.size() >= most_requirements)
      return Error{ErrorCode::unsupported, path, concat({"more than ", std::to_string(most_requirements), " requirements"})};
    recipe_.require.push_back(std::move(requirement));
    return {};
  }

  Result<void> read_object(const JsonObject& object, const std::string& path, Requirement& requirement) {
    std::vector<std::string_view> names = names_of(requirement_keys, kind_.params);
    names.insert(names.begin(), kind_.value);
    CRATON_TRY(check_keys(object, names, kind_.id, path));
    const JsonValue* range = find_key(object, kind_.value);
    if (range) {
      CRATON_TRY(read_range(*range, path_below(path, kind_.value), requirement));
    } else if (kind_.whole) {
      requirement.low = 1;
    } else {
      return invalid(path_below(path, kind_.value), concat({"missing: allowed ", allowed_range(kind_)}));
    }
    if (const JsonValue* after = find_key(object, after_key)) {
      CRATON_TRY(std::string id, read_name(*after, path_below(path, after_key)));
      requirement.after = std::move(id);
    }
    for (const ParamInfo& param : kind_.params) {
      const JsonValue* given = find_key(object, param.name);
      if (!given) continue;
      if (param.type == ParamType::layer) CRATON_TRY(read_name(*given, path_below(path, param.name)));
      CRATON_TRY(ParamValue read, read_param(param, *given, path_below(path, param.name)));
      requirement.params.set(std::string(param.name), std::move(read));
    }
    return {};
  }

  Result<void> read_range(const JsonValue& value, const std::string& path, Requirement& requirement) {
    if (const auto* text = value.get<std::string>()) {
      const std::optional<JsonValue> range = range_of_text(*text);
      return range ? read_range(*range, path, requirement) : refused(path, value, allowed_range(kind_));
    }
    const auto* ends = value.get<JsonList>();
    if (!ends) return read_end(value, path, requirement.low);
    if (ends->size() != 2) return refused(path, value, allowed_range(kind_));
    const bool open_below = (*ends)[0].get<std::monostate>() != nullptr, open_above = (*ends)[1].get<std::monostate>() != nullptr;
    if (open_below && open_above) return refused(path, value, concat({"at least one end: ", allowed_range(kind_)}));
    if (!open_below) CRATON_TRY(read_end((*ends)[0], path_below(path, "0"), requirement.low));
    if (!open_above) CRATON_TRY(read_end((*ends)[1], path_below(path, "1"), requirement.high));
    if (requirement.low > requirement.high)
      return invalid(path, concat({"from ", json_number(requirement.low), " to ", json_number(requirement.high),
                                   " there is nothing: the lower end comes first"}));
    return {};
  }

  Result<void> read_end(const JsonValue& value, const std::string& path, double& end) const {
    if (!is_number(value)) return refused(path, value, allowed_range(kind_));
    end = number_of(value);
    const bool fits = end >= kind_.min && end <= kind_.max && (!kind_.whole || end == std::floor(end));
    return fits ? Result<void>() : refused(path, value, allowed_range(kind_));
  }

  const RequirementKind& kind_;
  Recipe& recipe_;
};

Result<void> read_attempts(const JsonValue& value, std::uint32_t& attempts) {
  const auto* number = value.get<std::int64_t>();
  if (!number || *number < 1 || *number > most_attempts)
    return refused("/require/attempts", value, concat({"1 … ", std::to_string(most_attempts)}));
  attempts = static_cast<std::uint32_t>(*number);
  return {};
}

}  // namespace

Result<void> read_require(const JsonValue& value, Recipe& recipe) {
  const std::string path = "/require";
  std::vector<std::string_view> names = names_of(require_keys);
  for (const RequirementKind& kind : all_requirement_kinds()) names.push_back(kind.id);
  const auto* object = value.get<JsonObject>();
  if (!object) return refused(path, value, "an object: {\"continents\": [1, 2], …}");
  CRATON_TRY(check_keys(*object, names, "require", path));
  if (const JsonValue* attempts = find_key(*object, "attempts")) CRATON_TRY(read_attempts(*attempts, recipe.attempts));
  // In the order of the declarations, which is that of what is quick to ask.
  for (const RequirementKind& kind : all_requirement_kinds())
    if (const JsonValue* wanted = find_key(*object, kind.id))
      CRATON_TRY(RequirementReader(kind, recipe).read(*wanted, path_below(path, kind.id)));
  return {};
}

}  // namespace craton::recipe
