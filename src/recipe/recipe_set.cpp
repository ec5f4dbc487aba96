#include <algorithm>

#include <craton/recipe/recipe.h>

#include "base/fp_mode.h"
#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"

// An assignment changes the recipe's JSON, which is then read like any other: every check is that of the reader, and only the
// path of an error is put back into the words of the assignment.
namespace craton {
namespace {

using namespace recipe;

/// "hills.scale=300": what stands left and right of the sign, and the two parts of the left.
struct Assignment {
  std::string_view left, right, owner, key;
};

/// Where a value goes in the recipe's JSON.
struct Place {
  JsonObject* object = nullptr;
  std::string path;                  ///< of the value
  const ParamInfo* param = nullptr;  ///< null where it is none
  std::string_view key{};            ///< in the object; "": as the assignment says
};

std::string cut_left(std::string_view left) {
  const std::string quoted = shown(left);  // control characters out, long ones cut
  return quoted.substr(1, quoted.size() - 2);
}

Error unknown(const Assignment& assignment, std::string message) {
  return {ErrorCode::unknown_name, cut_left(assignment.left), std::move(message)};
}

/// Only UTF-8 is the same after it was written as JSON.
bool is_utf8(std::string_view text) {
  const Result<JsonValue> back = parse_json(json_text(text));
  return back && back->get<std::string>() && *back->get<std::string>() == text;
}

Result<Assignment> split(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == text.npos || sign == 0)
    return invalid("", concat({"found ", shown(text), ", allowed name=value, like hills.scale=300"}));
  Assignment assignment{.left = text.substr(0, sign), .right = text.substr(sign + 1)};
  if (!is_utf8(assignment.left)) return invalid("", "the name of what is set is not text in UTF-8");
  const std::size_t dot = assignment.left.find('.');
  assignment.owner = assignment.left.substr(0, dot);
  if (dot != text.npos) assignment.key = assignment.left.substr(dot + 1);
  return assignment;
}

JsonValue* find_key(JsonObject& object, std::string_view key) {
  const auto found = std::find_if(object.begin(), object.end(), [&](const JsonItem& item) { return item.key == key; });
  return found == object.end() ? nullptr : &found->value;
}

JsonObject* object_at(JsonObject& object, std::string_view key) {
  JsonValue* value = find_key(object, key);
  return value ? std::get_if<JsonObject>(&value->held) : nullptr;
}

void set_key(JsonObject& object, std::string_view key, JsonValue value) {
  if (JsonValue* old = find_key(object, key))
    *old = std::move(value);
  else
    object.push_back({std::string(key), std::move(value)});
}

/// The object of this key, made where there is none.
JsonObject* object_in(JsonObject& object, std::string_view key) {
  if (JsonObject* there = object_at(object, key)) return there;
  set_key(object, key, JsonValue{JsonObject{}});
  return object_at(object, key);
}

bool is_text(const ParamInfo& param) {
  return param.type == ParamType::text || param.type == ParamType::choice || param.type == ParamType::layer;
}

Result<JsonValue> plain_text(const Assignment& assignment) {
  if (!is_utf8(assignment.right)) return invalid(cut_left(assignment.left), "the value is not text in UTF-8");
  return parse_json(json_text(assignment.right));
}

/// JSON, or a text where it is not; 300 and true are texts too where a parameter wants one.
Result<JsonValue> read_value(const Assignment& assignment, const ParamInfo* param) {
  Result<JsonValue> value = parse_json(assignment.right);
  const bool scalar = value && !value->get<std::string>() && !value->get<JsonList>() && !value->get<JsonObject>();
  if (value && !(scalar && param && is_text(*param))) return value;
  // Nobody means a text that begins like this.
  const bool meant_json =
      !assignment.right.empty() && std::string_view("{[\"").find(assignment.right.front()) != std::string_view::npos;
  if (meant_json && !value) {
    Error error = value.error();
    error.path = cut_left(assignment.left) + error.path;
    return error;
  }
  return plain_text(assignment);
}

class Setter {
 public:
  Setter(const Recipe& recipe, const RecipeTerms& terms, const Assignment& assignment, JsonObject& root)
      : recipe_(recipe), terms_(terms), assignment_(assignment), root_(root) {}

  Result<Place> place() {
    if (assignment_.left.find('.') == std::string_view::npos) return nothing_here();
    if (assignment_.owner == "domain") return in_domain();
    if (assignment_.owner == "knobs") return in_knobs();
    if (assignment_.owner == "require") return in_require();
    return in_stage();
  }

 private:
  Error nothing_here() const {
    return unknown(assignment_,
                   concat({"nothing here can be set; allowed seed, domain.…, knobs.…, require.…, and parameters of the stages ",
                           listed(stage_ids()), ": stage.parameter"}));
  }

  std::vector<std::string_view> stage_ids() const {
    std::vector<std::string_view> ids;
    for (const StageSpec& stage : recipe_.stages) ids.push_back(stage.id);
    return ids;
  }

  Result<Place> in_domain() {
    JsonObject* domain = object_at(root_, "domain");
    if (!domain) return nothing_here();
    Place place{domain, path_below("/domain", assignment_.key)};
    for (const DomainKind& kind : all_domain_kinds()) {
      if (assignment_.key == "kind" && kind.id == kind_wanted()) drop_params_beyond(kind, *domain);
      if (kind.id == recipe_.domain.kind) place.param = find_named(kind.params, assignment_.key);
    }
    return place;
  }

  std::string kind_wanted() const {
    const Result<JsonValue> value = read_value(assignment_, nullptr);
    const auto* text = value ? value->get<std::string>() : nullptr;
    return text ? *text : "";
  }

  static void drop_params_beyond(const DomainKind& kind, JsonObject& domain) {
    std::erase_if(domain, [&](const JsonItem& item) { return item.key != "kind" && !find_named(kind.params, item.key); });
  }

  Result<Place> in_knobs() {
    std::vector<std::string_view> ids;
    for (const Knob& knob : recipe_.knobs) ids.push_back(knob.id);
    JsonObject* knobs = object_at(root_, "knobs");
    JsonObject* knob = knobs ? object_at(*knobs, assignment_.key) : nullptr;
    if (knob) return Place{knob, path_below(path_below("/knobs", assignment_.key), "value")};
    const std::string known = ids.empty() ? "it has none" : concat({"there are ", listed(ids)});
    return unknown(assignment_,
                   concat({"this recipe has no such knob; ", known, suggestion(nearest_name(assignment_.key, ids))}));
  }

  /// require.attempts, require.lakes, require.rivers.least_length, require.biomes.tundra
  Result<Place> in_require() {
    JsonObject* require = object_in(root_, "require");
    const std::size_t dot = assignment_.key.find('.');
    const std::string_view id = assignment_.key.substr(0, dot);
    const RequirementKind* kind = requirement_kind(id);
    const bool only_value = kind && kind->named.empty() && dot == std::string_view::npos;
    // What is there already may have parameters, which stay.
    if (only_value && object_at(*require, id))
      return Place{object_at(*require, id), below(id, kind->value), nullptr, kind->value};
    if (!kind || dot == std::string_view::npos) return Place{require, path_below("/require", assignment_.key)};
    const std::string_view part = assignment_.key.substr(dot + 1);
    if (kind->named.empty()) wrap_range(*require, *kind);
    return Place{object_in(*require, id), below(id, part), find_named(kind->params, part), part};
  }

  static std::string below(std::string_view id, std::string_view part) { return path_below(path_below("/require", id), part); }

  /// [5, 10] becomes {"count": [5, 10]}, so that there is room for parameters.
  static void wrap_range(JsonObject& require, const RequirementKind& kind) {
    JsonValue* value = find_key(require, kind.id);
    if (!value || value->get<JsonObject>()) return;
    JsonObject wrapped;
    wrapped.push_back({std::string(kind.value), std::move(*value)});
    value->held = std::move(wrapped);
  }

  Result<Place> in_stage() {
    const std::vector<std::string_view> ids = stage_ids();
    const auto found = std::find(ids.begin(), ids.end(), assignment_.owner);
    if (found == ids.end()) {
      std::vector<std::string_view> names = ids;
      names.insert(names.end(), std::begin(reserved_stage_ids), std::end(reserved_stage_ids));
      return unknown(assignment_, concat({"no stage of this recipe is called ", shown(assignment_.owner), "; there are ",
                                          listed(ids), suggestion(nearest_name(assignment_.owner, names))}));
    }
    const auto index = static_cast<std::size_t>(found - ids.begin());
    const StageSpec& stage = recipe_.stages[index];
    CRATON_TRY(const StageEntry* entry, terms_.stages.find(stage.stage, recipe_.version, cut_left(assignment_.left)));
    const std::size_t dot = assignment_.key.find('.');
    const ParamInfo* outer = find_named(entry->info.params, assignment_.key.substr(0, dot));
    if (dot != std::string_view::npos && outer && outer->type == ParamType::noise) return in_noise(index, dot);
    const ParamInfo* param = find_named(entry->info.params, assignment_.key);
    if (!param && assignment_.key != "enabled") return no_param(entry->info);
    if (const Knob* knob = knob_of(recipe_, stage.id, assignment_.key))
      return invalid(cut_left(assignment_.left),
                     concat({"the knob \"", knob->id, "\" sets this parameter; set knobs.", knob->id}));
    auto& stages = std::get<JsonList>(find_key(root_, "stages")->held);
    return Place{std::get_if<JsonObject>(&stages[index].held),
                 path_below(path_below("/stages", std::to_string(index)), assignment_.key), param};
  }

  /// base.noise.octaves, base.noise.source.frequency: a parameter of a noise, or of one that it is made of.
  Result<Place> in_noise(std::size_t index, std::size_t dot) {
    auto& stages = std::get<JsonList>(find_key(root_, "stages")->held);
    std::string path = path_below("/stages", std::to_string(index));
    JsonObject* object = std::get_if<JsonObject>(&stages[index].held);
    std::size_t begin = 0;
    for (; dot != std::string_view::npos; begin = dot + 1, dot = assignment_.key.find('.', begin)) {
      const std::string_view part = assignment_.key.substr(begin, dot - begin);
      JsonObject* inner = object_at(*object, part);
      if (!inner) return no_noise(*object, part);
      object = inner;
      path = path_below(path, part);
    }
    const std::string_view key = assignment_.key.substr(begin);
    return Place{object, path_below(path, key), nullptr, key};
  }

  Error no_noise(const JsonObject& object, std::string_view part) const {
    std::vector<std::string_view> inner;
    for (const JsonItem& item : object)
      if (const auto* noise = std::get_if<JsonObject>(&item.value.held); noise && find_key_of(*noise, "kind"))
        inner.push_back(item.key);
    return unknown(assignment_,
                   concat({"there is no noise ", shown(part), inner.empty() ? "" : concat({"; there are ", listed(inner)}),
                           suggestion(nearest_name(part, inner))}));
  }

  static bool find_key_of(const JsonObject& object, std::string_view key) {
    return std::any_of(object.begin(), object.end(), [&](const JsonItem& item) { return item.key == key; });
  }

  Error no_param(const StageInfo& info) const {
    std::vector<std::string_view> names{"enabled"};
    for (const ParamInfo& each : info.params) names.push_back(each.name);
    return unknown_key(cut_left(assignment_.left), info.id, assignment_.key, names);
  }

  const Recipe& recipe_;
  const RecipeTerms& terms_;
  const Assignment& assignment_;
  JsonObject& root_;
};

/// The reader's error in the words of the assignment.
Error translated(Error error, const Assignment& assignment, const std::string& path) {
  const std::string left = cut_left(assignment.left);
  if (error.path == path || error.path.starts_with(path + "/")) {
    error.path.replace(0, path.size(), left);
    return error;
  }
  return {error.code, left, error.to_string()};
}

// A number would lose digits that a seed has.
Result<void> set_seed(Recipe& recipe, const Assignment& assignment) {
  const Result<JsonValue> value = parse_json(assignment.right);
  const auto* quoted = value ? value->get<std::string>() : nullptr;
  CRATON_TRY(const std::uint64_t seed, seed_from_text(quoted ? std::string_view(*quoted) : assignment.right, assignment.left));
  recipe.seed = seed;
  return {};
}

}  // namespace

Result<void> set_in_recipe(Recipe& recipe, std::string_view text, const RecipeTerms& terms) {
  const FloatingPointMode mode;
  CRATON_TRY(const Assignment assignment, split(text));
  if (assignment.left == "seed") return set_seed(recipe, assignment);

  Result<JsonValue> json = parse_json(recipe_to_json(recipe, terms), recipe_limits);
  if (!json) return translated(json.error(), assignment, "/");
  auto& root = std::get<JsonObject>(json->held);
  CRATON_TRY(const Place place, Setter(recipe, terms, assignment, root).place());
  CRATON_TRY(JsonValue value, read_value(assignment, place.param));
  const bool knob = assignment.owner == "knobs";
  set_key(*place.object, knob ? "value" : place.key.empty() ? assignment.key : place.key, std::move(value));

  Result<Recipe> changed = read_recipe(*json, terms);
  if (!changed) return translated(changed.error(), assignment, place.path);
  if (const Result<void> fits = check_size(*changed, terms); !fits) return translated(fits.error(), assignment, place.path);
  recipe = *std::move(changed);
  return {};
}

}  // namespace craton
