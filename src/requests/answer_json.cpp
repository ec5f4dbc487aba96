#include <craton/requests/answer.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include <craton/recipe/recipe.h>
#include <craton/worlds/kinds.h>

#include "base/text.h"
#include "requests/answer_impl.h"

namespace craton {
namespace {

using Json = nlohmann::ordered_json;

Json names_json(const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const std::string& name : names) list.push_back(name);
  return list;
}

Json axis_json(const AnswerAxis& axis) {
  Json json = {{"name", axis.name}, {"size", axis.size}};
  if (!axis.placed) return json;
  json["origin"] = axis.origin;
  json["step"] = axis.step;
  return json;
}

Json array_json(const AnswerArray& array) {
  constexpr std::string_view types[] = {"float32", "int32", "uint8"};
  Json axes = Json::array();
  for (const AnswerAxis& axis : array.axes) axes.push_back(axis_json(axis));
  const LayerInfo& info = array.layer->info();
  return {{"name", info.name}, {"type", types[static_cast<std::size_t>(info.type)]}, {"unit", info.unit},
          {"doc", info.doc},   {"categories", names_json(info.categories)},          {"axes", axes}};
}

constexpr std::string_view column_types[] = {"number", "integer", "text", "place", "path", "cells"};

Json column_head(const ObjectColumn& column) {
  return {{"name", column.name}, {"unit", column.unit}, {"doc", column.doc}, {"type", column_types[column.values.index()]}};
}

Json table_head(const ObjectTable& table) {
  Json columns = Json::array();
  for (const ObjectColumn& column : table.columns) columns.push_back(column_head(column));
  return {{"name", table.name}, {"doc", table.doc}, {"rows", table.rows()}, {"columns", columns}};
}

Json value_json(double number) { return std::isfinite(number) ? Json(number) : Json(); }
Json value_json(std::int64_t number) { return number; }
Json value_json(const std::string& text) { return text; }
Json value_json(const Vec3d& place) { return {place.x, place.y, place.z}; }
Json value_json(const ObjectColumn::Path& path) {
  Json list = Json::array();
  for (const Vec3d& place : path) list.push_back(value_json(place));
  return list;
}
Json value_json(const ObjectColumn::Cells& cells) {
  Json list = Json::array();
  for (const Cell cell : cells) list.push_back(cell);
  return list;
}

struct DomainJson {
  Json operator()(const PlaneTile&) const { return {{"kind", "plane"}}; }
  Json operator()(const Torus& torus) const {
    return {{"kind", "torus"}, {"wraps_x", torus.wraps_x()}, {"wraps_y", torus.wraps_y()}};
  }
  Json operator()(const CubeSphere& sphere) const {
    return {{"kind", "sphere"}, {"resolution", sphere.resolution()}, {"radius", sphere.radius()}};
  }
};

/// JSON of ours, with comments where somebody's recipe has them.
Json recipe_json(const std::string& text) { return Json::parse(text, nullptr, false, true); }

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string Answer::description() const {
  // A seed as text: readers of JSON often keep 53 bits of a number only.
  Json json = {{"craton", CRATON_VERSION}, {"name", impl_->name}, {"seed", std::to_string(impl_->seed)}};
  if (const World* made = world()) {
    json["asked_seed"] = std::to_string(made->asked_seed);
    json["attempts"] = made->attempts;
    json["domain"] = std::visit(DomainJson{}, made->surface.domain());
    json["recipe"] = recipe_json(recipe_to_json(made->recipe, all_terms()));
  } else {
    json["domain"] = {{"kind", "grid"}};
    json["recipe"] = impl_->recipe.empty() ? Json() : recipe_json(impl_->recipe);
  }
  json["window"] = window();
  json["arrays"] = Json::array();
  for (const AnswerArray& array : arrays()) json["arrays"].push_back(array_json(array));
  json["tables"] = Json::array();
  for (const ObjectTable& table : tables()) json["tables"].push_back(table_head(table));
  json["files"] = Json::array();
  for (const AnswerFile& file : files())
    json["files"].push_back({{"name", file.name}, {"type", file.type}, {"bytes", file.bytes.size()}});
  return dumped(json);
}

Result<std::string> Answer::table_text(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const ObjectTable& table : tables()) {
    names.push_back(table.name);
    if (table.name != name) continue;
    Json json = table_head(table);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      Json values = Json::array();
      std::visit(
          [&](const auto& list) {
            for (const auto& each : list) values.push_back(value_json(each));
          },
          table.columns[i].values);
      json["columns"][i]["values"] = std::move(values);
    }
    return dumped(json);
  }
  return Error{ErrorCode::unknown_name, "table",
               concat({"there is no table \"", name.substr(0, 64), "\"; there are ", names.empty() ? "none" : joined(names, ", "),
                       suggestion(nearest_name(name, names))})};
}

}  // namespace craton
