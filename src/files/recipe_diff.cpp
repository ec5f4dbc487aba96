#include "files/recipe_diff.h"

#include <nlohmann/json.hpp>
#include <string>

#include "base/text.h"

namespace craton::files {
namespace {

using Json = nlohmann::ordered_json;

constexpr int most_depth = 64;          // of recipes: 40
constexpr std::size_t most_text = 120;  // of a value in a line
constexpr std::size_t most_reasons = 1000;

/// The text as JSON; null where it is none, or deeper than any recipe.
Json parsed(std::string_view text) {
  bool deep = false;
  const auto watch = [&](int depth, Json::parse_event_t, Json&) {
    deep = deep || depth > most_depth;
    return !deep;
  };
  Json json = Json::parse(text, watch, false);
  return deep || json.is_discarded() ? Json() : json;
}

std::string shown(const Json* value) {
  if (!value) return "";
  std::string text = value->dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() <= most_text) return text;
  std::size_t end = most_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // between characters
  return text.substr(0, end) + "…";
}

const Json* member(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string text_of(const Json& object, const char* key) {
  const Json* value = object.is_object() ? member(object, key) : nullptr;
  return value && value->is_string() ? value->get<std::string>() : "";
}

std::string id_of(const Json& stage) {
  std::string id = text_of(stage, "id");
  return id.empty() ? text_of(stage, "stage") : id;
}

/// The stages by their ids, which then stand for their places; anything else as it is.
Json by_id(const Json& stages) {
  if (!stages.is_array()) return stages;
  Json named = Json::object();
  for (const Json& stage : stages) {
    const std::string id = id_of(stage);
    if (id.empty() || named.contains(id)) return stages;
    named[id] = stage;
  }
  return named;
}

class Comparison {
 public:
  void compare(const std::string& path, const Json* a, const Json* b) {
    if (reasons_.size() >= most_reasons || (a && b && *a == *b)) return;
    if (a && b && a->is_object() && b->is_object()) {
      for (const auto& [key, value] : a->items()) compare(concat({path, "/", key}), &value, member(*b, key));
      for (const auto& [key, value] : b->items())
        if (!member(*a, key)) compare(concat({path, "/", key}), nullptr, &value);
    } else {
      reasons_.push_back({concat({"recipe ", path}), shown(a), shown(b)});
    }
  }

  /// The order in which the stages of both run.
  void compare_order(const Json& a, const Json& b) {
    std::string order_a, order_b;
    for (const auto& [id, stage] : a.items())
      if (b.contains(id)) order_a += (order_a.empty() ? "" : ", ") + id;
    for (const auto& [id, stage] : b.items())
      if (a.contains(id)) order_b += (order_b.empty() ? "" : ", ") + id;
    if (order_a != order_b) reasons_.push_back({"order of stages", order_a, order_b});
  }

  std::vector<DiffReason> take() { return std::move(reasons_); }

 private:
  std::vector<DiffReason> reasons_;
};

}  // namespace

std::vector<DiffReason> recipe_differences(std::string_view text_a, std::string_view text_b) {
  if (text_a == text_b) return {};
  Json a = parsed(text_a), b = parsed(text_b);
  if (!a.is_object() || !b.is_object()) return {{"recipe", "", ""}};
  Comparison comparison;
  for (Json* recipe : {&a, &b}) {
    recipe->erase("seed");  // told on its own
    if (const Json* stages = member(*recipe, "stages")) (*recipe)["stages"] = by_id(*stages);
  }
  comparison.compare("", &a, &b);
  const Json *stages_a = member(a, "stages"), *stages_b = member(b, "stages");
  if (stages_a && stages_b && stages_a->is_object() && stages_b->is_object()) comparison.compare_order(*stages_a, *stages_b);
  return comparison.take();
}

}  // namespace craton::files
