#include <cmath>

#include "recipe/json_value.h"
#include "recipe/json_writer.h"
#include "recipe/recipe_parts.h"

namespace craton::recipe {
namespace {

/// [low, high], or low alone where there is no other end.
std::string range_text(const Requirement& requirement) {
  const auto end = [](double value) { return std::isfinite(value) ? json_number(value) : std::string("null"); };
  if (std::isinf(requirement.high) && std::isfinite(requirement.low)) return end(requirement.low);
  return list_text({end(requirement.low), end(requirement.high)}, 4);
}

std::string requirement_text(const Requirement& requirement, const RequirementKind& kind) {
  if (requirement.after.empty() && requirement.params.items().empty()) return range_text(requirement);
  std::vector<JsonText> items{{std::string(kind.value), range_text(requirement)}};
  for (const ParamInfo& param : kind.params)
    if (const ParamValue* value = requirement.params.find(param.name))
      items.push_back({std::string(param.name), json_of(*value)});
  if (!requirement.after.empty()) items.push_back({"after", json_text(requirement.after)});
  return object_text(items, 4);
}

}  // namespace

std::string requirement_path(const Requirement& requirement) {
  const std::string path = path_below("/require", requirement.kind);
  return requirement.name.empty() ? path : path_below(path, requirement.name);
}

std::string require_text(const Recipe& recipe) {
  if (recipe.require.empty() && recipe.attempts == usual_attempts) return "";
  std::vector<JsonText> items;
  if (recipe.attempts != usual_attempts) items.push_back({"attempts", std::to_string(recipe.attempts)});
  for (const RequirementKind& kind : all_requirement_kinds()) {
    std::vector<JsonText> named;
    for (const Requirement& requirement : recipe.require) {
      if (requirement.kind != kind.id) continue;
      std::string text = requirement_text(requirement, kind);
      if (kind.named.empty())
        items.push_back({requirement.kind, std::move(text)});
      else
        named.push_back({requirement.name, std::move(text)});
    }
    if (!named.empty()) items.push_back({std::string(kind.id), object_text(named, 4)});
  }
  return object_text(items, 2);
}

}  // namespace craton::recipe
