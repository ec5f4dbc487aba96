#include <craton/requests/request.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "requests/window_requests.h"
#include "requests/world_requests.h"

namespace craton {
namespace {

template <class Request, auto Do>
Result<Answer> run(const ParamValues& values, const RequestContext& context) {
  CRATON_TRY(const Request request, params_from<Request>(values, ""));
  return Do(request, context);
}

template <class Request, auto Do>
RequestInfo declared(std::string_view id, std::string_view doc, std::string_view gives) {
  return {id, doc, gives, params_of<Request>(), run<Request, Do>};
}

template <class Request>
Result<void> change(Recipe& recipe, const ParamValues& values, const RecipeTerms& terms) {
  CRATON_TRY(const Request request, params_from<Request>(values, ""));
  return requests::change_to(recipe, request, terms);
}

/// A request whose own parameters change its recipe.
template <class Request, auto Do>
RequestInfo changing(std::string_view id, std::string_view doc, std::string_view gives) {
  RequestInfo info = declared<Request, Do>(id, doc, gives);
  info.change = change<Request>;
  return info;
}

std::span<const RequestInfo> declared_requests() {
  using namespace requests;
  constexpr std::string_view world = "A world: its layers, and tables of its objects.";
  static const RequestInfo list[] = {
      declared<WorldRequest, make_world_request>("world", "Makes a world from a recipe.", world),
      changing<MapRequest, make_map_request>("map", "Makes a map of a whole world.", world),
      changing<PlanetRequest, make_planet_request>("planet", "Makes a planet.", world),
      declared<RegionRequest, make_region_request>("region", "Makes a planet, and a region of it with more detail.",
                                                   "The region: its layers, and tables of its objects."),
      declared<OpenRequest, open_request>("open", "Reads a world from its file.", world),
      declared<TerrainRequest, terrain_request>("terrain", "Makes a window onto an endless terrain.", "Its layers."),
      declared<VoxelsRequest, voxels_request>("voxels", "Makes a block of an endless voxel world.",
                                              "The ground of every voxel, and the table `plants`."),
      declared<NoiseRequest, noise_request>("noise", "Evaluates a noise on a grid.", "The array `value`."),
  };
  return list;
}

using Json = nlohmann::ordered_json;

Json default_json(const ParamValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json param_json(const ParamInfo& param) {
  constexpr std::string_view types[] = {"boolean", "integer", "number", "choice", "numbers", "text", "layer", "noise"};
  Json json = {{"name", param.name},
               {"type", types[static_cast<std::size_t>(param.type)]},
               {"default", default_json(param.default_value)}};
  const bool ranged = param.type == ParamType::integer || param.type == ParamType::number || param.type == ParamType::numbers;
  if (ranged) json["range"] = {param.min, param.max};
  if (param.max_length > 0) json["most"] = param.max_length;
  if (!param.unit.empty()) json["unit"] = param.unit;
  if (!param.choices.empty()) {
    json["choices"] = Json::array();
    for (const std::string_view choice : param.choices) json["choices"].push_back(choice);
  }
  json["doc"] = param.doc;
  return json;
}

Json params_json(std::span<const ParamInfo> params) {
  Json list = Json::array();
  for (const ParamInfo& param : params) list.push_back(param_json(param));
  return list;
}

}  // namespace

std::span<const RequestInfo> all_requests() {
  static const std::span<const RequestInfo> list = declared_requests();
  return list;
}

Result<const RequestInfo*> find_request(std::string_view id) {
  std::vector<std::string_view> names;
  for (const RequestInfo& request : all_requests()) {
    if (request.id == id) return &request;
    names.push_back(request.id);
  }
  return Error{ErrorCode::unknown_name, "request",
               concat({"there is no request \"", id.substr(0, 64), "\"; there are ", joined(names, ", "),
                       suggestion(nearest_name(id, names))})};
}

Result<Answer> ask(std::string_view request, const ParamValues& values, const RequestContext& context) {
  CRATON_TRY(const RequestInfo* found, find_request(request));
  return found->run(values, context);
}

Result<Answer> ask(std::string_view request, std::string_view json, const RequestContext& context) {
  CRATON_TRY(const RequestInfo* found, find_request(request));
  CRATON_TRY(const ParamValues values, values_from_json(found->params, json));
  return found->run(values, context);
}

std::string requests_json() {
  Json json = {{"requests", Json::array()}, {"picture", params_json(picture_params())}};
  for (const RequestInfo& request : all_requests())
    json["requests"].push_back(
        {{"id", request.id}, {"doc", request.doc}, {"gives", request.gives}, {"params", params_json(request.params)}});
  return json.dump(1);
}

}  // namespace craton
