#include <craton/recipe/scatter_kinds.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"
#include "recipe/table_reader.h"

namespace craton {
namespace {

using namespace recipe;
using Kind = ScatterKind;

constexpr std::string_view allowed_looks[] = {"rock", "conifer", "broadleaf", "palm", "shrub", "grass"};
constexpr double highest_place = 1e5, largest_thing = 1000;

/// A number of a kind: how recipes know it, and where it is.
struct Number {
  ParamInfo info;
  double Kind::*member;
};

template <double Kind::*Member>
Number number(std::string_view name, double min, double max, std::string_view unit, std::string_view doc) {
  return {number_param<Member>(name, min, max, unit, doc), Member};
}

std::span<const Number> numbers() {
  static const Number list[] = {
      number<&Kind::spacing>("spacing", 0.05, 1e5, "m", "No two of the kind are nearer."),
      number<&Kind::apart>("apart", 0, 1000, "m", "Nor is it nearer to things of kinds before it."),
      number<&Kind::smallest>("smallest", 0.001, largest_thing, "m", "How high the smallest are."),
      number<&Kind::largest>("largest", 0.001, largest_thing, "m", "How high the largest are."),
      number<&Kind::steepest>("steepest", 0.001, 100, "m/m", "Slope from which on there are none; from half of it on fewer."),
      number<&Kind::lowest>("lowest", -highest_place, highest_place, "m", "The lowest place above the sea."),
      number<&Kind::highest>("highest", -highest_place, highest_place, "m", "The highest place above the sea."),
      number<&Kind::patches>("patches", 0, 1e5, "m", "About how far from one thicket to the next; 0 has no glades."),
  };
  return list;
}

Result<void> check_kind(const Kind& kind, const std::string& path) {
  const auto wrong = [&](std::string_view key, std::string message) {
    return Error{ErrorCode::invalid_value, concat({path, "/", key}), std::move(message)};
  };
  if (kind.name.empty()) return wrong("name", "is missing");
  for (const Number& each : numbers())
    if (const Result<ParamValue> value = each.info.check(kind.*each.member, concat({path, "/", each.info.name})); !value)
      return value.error();
  if (kind.largest < kind.smallest) return wrong("largest", "below the smallest");
  if (kind.highest < kind.lowest) return wrong("highest", "below the lowest");
  if (kind.patches > 0 && kind.patches < 1) return wrong("patches", "allowed 0, or 1 … 100000 m");
  const bool known = std::find(std::begin(allowed_looks), std::end(allowed_looks), kind.looks) != std::end(allowed_looks);
  if (!kind.looks.empty() && !known) return unknown_name(concat({path, "/looks"}), kind.looks, allowed_looks);
  return {};
}

Result<std::vector<ScatterShare>> read_shares(const JsonValue& value, double least, const std::string& path) {
  const auto* object = value.get<JsonObject>();
  if (!object) return refused(path, value, "shares by name: {\"taiga\": 0.9, …}");
  std::vector<ScatterShare> shares;
  for (const JsonItem& item : *object) {
    const std::string at = path_below(path, item.key);
    CRATON_TRY(std::string name, read_title({item.key}, at));
    if (!is_number(item.value) || !(number_of(item.value) >= least) || !(number_of(item.value) <= 1))
      return refused(at, item.value, least < 0 ? "a share, -1 … 1" : "a share, 0 … 1");
    shares.push_back({std::move(name), number_of(item.value)});
  }
  return shares;
}

Result<Kind> read_kind(const JsonValue& value, const std::string& path) {
  const auto* object = value.get<JsonObject>();
  if (!object) return refused(path, value, "a kind of thing: {\"name\": …, \"spacing\": …, \"biomes\": {…}}");
  std::vector<std::string_view> keys{"name", "looks", "biomes", "ground"};
  for (const Number& each : numbers()) keys.push_back(each.info.name);
  CRATON_TRY(check_keys(*object, keys, "kinds", path));
  CRATON_TRY(const JsonValue* title, need_key(*object, "name", path, "what the kind is called"));
  CRATON_TRY(std::string name, read_title(*title, path_below(path, "name")));
  Kind kind{.name = std::move(name)};
  for (const Number& each : numbers())
    if (const JsonValue* given = find_key(*object, each.info.name)) {
      CRATON_TRY(const ParamValue read, read_param(each.info, *given, path_below(path, each.info.name)));
      each.info.assign(&kind, read);
    }
  if (const JsonValue* looks = find_key(*object, "looks")) {
    CRATON_TRY(std::string read, read_title(*looks, path_below(path, "looks")));
    kind.looks = std::move(read);
  }
  for (const auto& [key, least, into] : {std::tuple{"biomes", 0.0, &Kind::biomes}, std::tuple{"ground", -1.0, &Kind::ground}})
    if (const JsonValue* given = find_key(*object, key)) {
      CRATON_TRY(std::vector<ScatterShare> shares, read_shares(*given, least, path_below(path, key)));
      kind.*into = std::move(shares);
    }
  return kind;
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ScatterKind>() {
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> infos;
    for (const Number& each : numbers()) infos.push_back(each.info);
    return infos;
  }();
  return list;
}

Result<void> check_scatter_kinds(const std::vector<ScatterKind>& kinds, const std::string& path) {
  if (kinds.size() > most_scatter_kinds) return recipe::invalid(path, "more than 64 kinds");
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::string at = concat({path, "/", std::to_string(i)});
    CRATON_TRY(check_kind(kinds[i], at));
    if (!names.insert(kinds[i].name).second) return recipe::invalid(at + "/name", "there is another kind of this name");
  }
  return {};
}

Result<std::vector<ScatterKind>> scatter_kinds_from_json(std::string_view text) {
  CRATON_TRY(const JsonValue root, parse_table(text));
  const auto* object = root.get<JsonObject>();
  if (!object) return refused("", root, "a table of things: {\"kinds\": […]}");
  constexpr std::string_view keys[] = {"name", "kinds"};
  CRATON_TRY(check_keys(*object, keys, "table", ""));
  std::string name;
  CRATON_TRY(read_name_of_table(*object, name));
  CRATON_TRY(const JsonValue* value, need_key(*object, "kinds", "", "the list of kinds"));
  const auto* list = value->get<JsonList>();
  if (!list || list->empty()) return refused("/kinds", *value, "a list of kinds of things");
  std::vector<ScatterKind> kinds;
  for (std::size_t i = 0; i < list->size(); ++i) {
    CRATON_TRY(Kind kind, read_kind((*list)[i], concat({"/kinds/", std::to_string(i)})));
    kinds.push_back(std::move(kind));
  }
  CRATON_TRY(check_scatter_kinds(kinds, "/kinds"));
  return kinds;
}

}  // namespace craton
