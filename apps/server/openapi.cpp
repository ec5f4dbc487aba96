#include <nlohmann/json.hpp>

#include "route.h"

namespace craton::server {
namespace {

using Json = nlohmann::ordered_json;

bool in_path(const Route& route, const RouteParam& param) {
  return route.pattern.find("{" + std::string(param.name) + "}") != std::string::npos;
}

Json schema_of(const RouteParam& param) {
  Json schema;
  switch (param.kind) {
    case ParamKind::integer:
      schema = {{"type", "integer"}, {"format", "int64"}, {"minimum", param.min}, {"maximum", param.max}};
      break;
    case ParamKind::number: schema = {{"type", "number"}, {"minimum", param.min}, {"maximum", param.max}}; break;
    case ParamKind::text: schema = {{"type", "string"}, {"maxLength", param.max > 0 ? static_cast<int>(param.max) : 256}}; break;
    case ParamKind::choice: schema = {{"type", "string"}, {"enum", param.choices}}; break;
    case ParamKind::flag: schema = {{"type", "string"}, {"enum", {"0", "1"}}}; break;
  }
  if (!param.standard.empty()) schema["default"] = param.standard;
  return schema;
}

Json operation_of(const Route& route) {
  Json operation = {{"summary", route.summary}, {"parameters", Json::array()}};
  for (const RouteParam& param : route.params) {
    const bool path = in_path(route, param);
    operation["parameters"].push_back({{"name", param.name},
                                       {"in", path ? "path" : "query"},
                                       {"required", path || param.required},
                                       {"description", param.doc},
                                       {"schema", schema_of(param)}});
  }
  const Json schema = route.schema.empty() ? Json{{"type", "object"}} : Json::parse(route.schema);
  if (!route.body.empty())
    operation["requestBody"] = {
        {"required", true}, {"description", route.body}, {"content", {{"application/json", {{"schema", schema}}}}}};
  Json content;
  for (const std::string_view type : route.types) content[std::string(type)] = Json::object();
  operation["responses"] = {{"200", {{"description", route.gives}, {"content", content}}},
                            {"default", {{"$ref", "#/components/responses/Error"}}}};
  return operation;
}

Json error_parts() {
  const Json text = {{"type", "string"}};
  const Json error = {
      {"type", "object"},
      {"properties", {{"error", {{"type", "object"}, {"properties", {{"code", text}, {"path", text}, {"message", text}}}}}}}};
  return {{"schemas", {{"Error", error}}},
          {"responses",
           {{"Error",
             {{"description", "What is wrong, where, and what is allowed."},
              {"content", {{"application/json", {{"schema", {{"$ref", "#/components/schemas/Error"}}}}}}}}}}}};
}

}  // namespace

std::string openapi_text(std::span<const Route> routes, std::string_view version) {
  Json paths = Json::object();
  for (const Route& route : routes) {
    std::string method(method_name(route.method));
    for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
    paths[route.pattern][method] = operation_of(route);
  }
  const Json whole = {
      {"openapi", "3.0.3"},
      {"info", {{"title", "Craton"}, {"version", version}, {"description", "Worlds over HTTP: see docs/server.md."}}},
      {"paths", paths},
      {"components", error_parts()}};
  return whole.dump(1);
}

}  // namespace craton::server
