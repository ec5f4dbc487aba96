#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"

namespace craton::recipe {
namespace {

constexpr double largest_bound = 1e9;

/// A stage of the recipe, and a parameter of it that a knob can turn.
struct Target {
  StageSpec* stage = nullptr;
  const StageInfo* info = nullptr;
  const ParamInfo* param = nullptr;
};

bool is_numeric(const ParamInfo& param) { return param.type == ParamType::number || param.type == ParamType::integer; }

class KnobReader {
 public:
  KnobReader(Recipe& recipe, const StageList& stages) : recipe_(recipe), stages_(stages) {}

  Result<void> read(const JsonValue& value) {
    const auto* object = value.get<JsonObject>();
    if (!object || object->size() > most_knobs)
      return refused("/knobs", value, concat({"an object of up to ", std::to_string(most_knobs), " knobs by name"}));
    for (const auto& [id, knob] : *object) CRATON_TRY(read_knob(id, knob, path_below("/knobs", id)));
    return {};
  }

 private:
  Result<void> read_knob(const std::string& id, const JsonValue& value, const std::string& path) {
    CRATON_TRY(check_name_at(id, path));
    const auto* object = value.get<JsonObject>();
    if (!object) return refused(path, value, "a knob: {\"value\": …, \"sets\": …}");
    CRATON_TRY(check_keys(*object, names_of(knob_keys), id, path));
    Knob knob{.id = id};
    CRATON_TRY(read_bounds(*object, path, knob));
    if (const JsonValue* doc = find_key(*object, "doc")) {
      CRATON_TRY(std::string text, read_text(*doc, longest_doc, path_below(path, "doc")));
      knob.doc = std::move(text);
    }
    recipe_.knobs.push_back(std::move(knob));
    return read_sets(find_key(*object, "sets"), path_below(path, "sets"));
  }

  static Result<void> read_bounds(const JsonObject& object, const std::string& path, Knob& knob) {
    CRATON_TRY(read_number(find_key(object, "min"), path_below(path, "min"), -largest_bound, largest_bound, knob.min));
    CRATON_TRY(read_number(find_key(object, "max"), path_below(path, "max"), -largest_bound, largest_bound, knob.max));
    if (!(knob.min < knob.max))
      return invalid(path_below(path, "max"),
                     concat({"found ", json_number(knob.max), ", allowed more than \"min\", which is ", json_number(knob.min)}));
    const JsonValue* value = find_key(object, "value");
    const std::string value_path = path_below(path, "value");
    if (!value) return invalid(value_path, concat({"missing: allowed ", json_number(knob.min), " … ", json_number(knob.max)}));
    return read_number(value, value_path, knob.min, knob.max, knob.value);
  }

  /// Leaves the number as it was where none is given.
  static Result<void> read_number(const JsonValue* value, const std::string& path, double low, double high, double& number) {
    if (!value) return {};
    if (!is_number(*value) || number_of(*value) < low || number_of(*value) > high)
      return refused(path, *value, concat({json_number(low), " … ", json_number(high)}));
    number = number_of(*value);
    return {};
  }

  Result<void> read_sets(const JsonValue* value, const std::string& path) {
    constexpr std::string_view form = R"({"stage.parameter": [at "min", at "max"], …})";
    if (!value) return invalid(path, concat({"missing: allowed ", form}));
    const auto* object = value->get<JsonObject>();
    if (!object || object->empty()) return refused(path, *value, form);
    for (const auto& [name, ends] : *object) CRATON_TRY(read_target(name, ends, path_below(path, name)));
    return {};
  }

  Result<void> read_target(const std::string& name, const JsonValue& ends, const std::string& path) {
    CRATON_TRY(Target found, find_target(name, path));
    const Target& target = found;
    CRATON_TRY(check_free(target, path));
    const auto* list = ends.get<JsonList>();
    if (!list || list->size() != 2) return refused(path, ends, R"(two values of the parameter: [at "min", at "max"])");
    CRATON_TRY(const double low, read_end(*target.param, (*list)[0], path_below(path, "0")));
    CRATON_TRY(const double high, read_end(*target.param, (*list)[1], path_below(path, "1")));
    Knob& knob = recipe_.knobs.back();
    knob.sets.push_back({target.stage->id, std::string(target.param->name), low, high});
    set_param(target, knob_result(knob, knob.sets.back()));
    return {};
  }

  Result<Target> find_target(const std::string& name, const std::string& path) {
    const std::size_t dot = name.find('.');
    const std::string_view stage_id = std::string_view(name).substr(0, dot);
    std::vector<std::string_view> ids;
    for (const StageSpec& stage : recipe_.stages) ids.push_back(stage.id);
    const auto place = std::find(ids.begin(), ids.end(), stage_id);
    if (dot == name.npos || place == ids.end())
      return Error{ErrorCode::unknown_name, path,
                   concat({"no stage of this recipe is called ", shown(stage_id), "; there are ", listed(ids),
                           suggestion(nearest_name(stage_id, ids)), dot == name.npos ? "; write stage.parameter" : ""})};
    Target target{.stage = &recipe_.stages[static_cast<std::size_t>(place - ids.begin())]};
    CRATON_TRY(const StageEntry* entry, stages_.find(target.stage->stage, recipe_.version, path));
    target.info = &entry->info;
    const std::string_view param = std::string_view(name).substr(dot + 1);
    std::vector<std::string_view> numeric;
    for (const ParamInfo& each : target.info->params)
      if (is_numeric(each)) numeric.push_back(each.name);
    target.param = find_named(target.info->params, param);
    if (target.param && is_numeric(*target.param)) return target;
    const std::string known = numeric.empty() ? "it has none" : concat({"allowed ", joined(numeric)});
    return Error{ErrorCode::unknown_name, path,
                 concat({shown(param), " is no numeric parameter of \"", target.info->id, "\"; ", known,
                         suggestion(nearest_name(param, numeric))})};
  }

  Result<void> check_free(const Target& target, const std::string& path) const {
    if (const Knob* other = knob_of(recipe_, target.stage->id, target.param->name))
      return invalid(path, other == &recipe_.knobs.back() ? std::string("this knob sets it twice")
                                                          : concat({"the knob \"", other->id, "\" sets this parameter too"}));
    if (target.stage->params.find(target.param->name) || target.stage->layer(target.param->name))
      return invalid(path, concat({"the stage \"", target.stage->id, "\" gives this parameter too; take it away here or there"}));
    return {};
  }

  static Result<double> read_end(const ParamInfo& param, const JsonValue& value, const std::string& path) {
    CRATON_TRY(const ParamValue read, read_param(param, value, path));
    const auto* whole = std::get_if<std::int64_t>(&read);
    if (!whole) return std::get<double>(read);
    constexpr std::int64_t largest_exact = std::int64_t{1} << 53;
    if (*whole > largest_exact || *whole < -largest_exact) return refused(path, value, "−2^53 … 2^53 where a knob turns");
    return static_cast<double>(*whole);
  }

  static void set_param(const Target& target, double result) {
    const bool whole = target.param->type == ParamType::integer;
    target.stage->params.set(std::string(target.param->name),
                             whole ? ParamValue{static_cast<std::int64_t>(std::floor(result + 0.5))} : ParamValue{result});
    // As if the stage had given it: in the order of the declaration.
    ParamValues sorted;
    for (const ParamInfo& param : target.info->params)
      if (const ParamValue* value = target.stage->params.find(param.name)) sorted.set(std::string(param.name), *value);
    target.stage->params = std::move(sorted);
  }

  Recipe& recipe_;
  const StageList& stages_;
};

}  // namespace

Result<void> read_knobs(const JsonValue& value, Recipe& recipe, const StageList& stages) {
  return KnobReader(recipe, stages).read(value);
}

double knob_result(const Knob& knob, const KnobTarget& target) {
  const double share = (knob.value - knob.min) / (knob.max - knob.min);
  // Exact at both ends; between them rounding must not leave the ends' range.
  const double result = target.low * (1.0 - share) + target.high * share;
  return std::clamp(result, std::min(target.low, target.high), std::max(target.low, target.high));
}

const Knob* knob_of(const Recipe& recipe, std::string_view stage, std::string_view param) {
  for (const Knob& knob : recipe.knobs)
    for (const KnobTarget& target : knob.sets)
      if (target.stage == stage && target.param == param) return &knob;
  return nullptr;
}

}  // namespace craton::recipe
