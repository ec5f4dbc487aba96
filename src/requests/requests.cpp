#include <craton/requests/request.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "requests/bake_plan.h"
#include "requests/drawing_requests.h"
#include "requests/edits.h"
#include "requests/fact_requests.h"
#include "requests/of.h"
#include "requests/scene_requests.h"
#include "requests/study_requests.h"
#include "requests/window_requests.h"
#include "requests/world_requests.h"

namespace craton {
namespace {

template <class Request, auto Do>
Result<Answer> run(const ParamValues& values, const RequestContext& context) {
  if (!context.files) CRATON_TRY(requests::refuse_files(params_of<Request>(), values));
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

/// A request about what others gave.
template <class Request, auto Do>
RequestInfo about(std::string_view id, std::string_view doc, std::string_view gives, std::size_t takes = 1) {
  RequestInfo info = declared<Request, Do>(id, doc, gives);
  info.takes = takes;
  return info;
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
      declared<EditRequest, edit_request>("edit", "Changes an endless world by hand, in its file.", "The table `edits`."),
      declared<ScatterRequest, scatter_request>("scatter", "Tells what stands on a piece of endless land.",
                                                "The table `things`."),
      declared<TilesRequest, tiles_request>(
          "tiles", "Makes a set of tiles of endless land, which share their borders.",
          "A file of numbers for each, NAME_x0_y0 and so on, with a JSON file that tells of it."),
      declared<BakeRequest, bake_request>(
          "bake", "Bakes every tile of an area, for several levels, into a folder; goes on where it was ended.",
          "The table `bake`: how many tiles there are, and what was made."),
      declared<FlightRequest, flight_request>("flight", "Flies over endless land.",
                                              "A PNG a frame, and the table `frames` of where the camera was."),
      declared<TilingRequest, tiling_request>("tiling", "Draws a piece of the endless hat tiling that hat noise stands on.",
                                              "A picture; where asked for the table `hats`."),
      declared<LabRequest, lab_request>("lab", "Measures what noises are like, over many seeds.",
                                        "Tables `noises`, `spectra` and `slices`, and the files of a report."),
      about<MeasureRequest, measure_request>("measure", "Measures the relief of a world, beside that of real land.",
                                             "The table `measures`."),
      about<QueryRequest, query_request>(
          "query", "Tells the values of all layers at a place and how it is called, or the nearest river or lake.",
          "Tables `place`, `values`, `neighbours`, `names`, `attributes` and `plate`; or `place`, `nearest` and `facts`."),
      about<DiffRequest, diff_request>("diff", "Tells which layers of two worlds differ, and why.", "The table `differences`.",
                                       2),
      about<MeshRequest, mesh_request>("mesh", "Makes triangles of a map, a terrain, a planet or voxels.",
                                       "Arrays `position`, `normal`, `colour` and `triangle`; or a file and the table `mesh`."),
      about<DrawRequest, draw_request>("picture", "Draws a layer.", "A PNG."),
      about<PageRequest, page_request>("page", "Draws a world as a page to hang up, with names, frame, scale and legend.",
                                       "A PNG or an SVG."),
      about<GlobeRequest, globe_request>("globe", "Draws a planet as a ball: from space, on a desk, or as its regions.",
                                         "A PNG, or one for each step of a turn."),
      about<ViewRequest, view_request>("view", "Draws a perspective picture of a world: land, light, sky and water.", "A PNG."),
      about<ExportRequest, export_request>("export", "Writes a layer, objects or a whole world for other programs.",
                                           "A file; with rasters a JSON file that tells of it."),
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
  if (param.asset) json["file"] = true;
  json["doc"] = param.doc;
  return json;
}

Json params_json(std::span<const ParamInfo> params) {
  Json list = Json::array();
  for (const ParamInfo& param : params) list.push_back(param_json(param));
  return list;
}

/// A text may be a whole number (a seed), or an object or a list, whose JSON it then is (a recipe).
Json schema_of(const ParamInfo& param) {
  const bool ranged = param.max > param.min;
  Json schema = Json::object();
  switch (param.type) {
    case ParamType::boolean: schema["type"] = "boolean"; break;
    case ParamType::integer: schema["type"] = "integer"; break;
    case ParamType::number: schema["type"] = "number"; break;
    case ParamType::choice:
      schema["type"] = "string";
      schema["enum"] = param_json(param)["choices"];
      break;
    case ParamType::numbers: {
      Json item = {{"type", "number"}};
      if (ranged) item["minimum"] = param.min, item["maximum"] = param.max;
      schema = {{"type", "array"}, {"items", item}, {"maxItems", param.max_length}};
      break;
    }
    default:
      schema["oneOf"] = {{{"type", "string"}, {"maxLength", param.max_length}},
                         {{"type", "integer"}},
                         {{"type", "object"}},
                         {{"type", "array"}, {"items", Json::object()}}};
  }
  if (ranged && (param.type == ParamType::integer || param.type == ParamType::number)) {
    schema["minimum"] = param.min;
    schema["maximum"] = param.max;
  }
  schema["default"] = default_json(param.default_value);
  schema["description"] = param.unit.empty() ? std::string(param.doc) : concat({param.doc, " [", param.unit, "]"});
  return schema;
}

}  // namespace

std::string params_schema(std::span<const ParamInfo> declared, bool files) {
  Json properties = Json::object();
  for (const ParamInfo& param : declared)
    if (files || !param.asset) properties[std::string(param.name)] = schema_of(param);
  return Json{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}}.dump();
}

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

namespace {

Result<Answer> done(const RequestInfo& request, const ParamValues& values, const RequestContext& context) {
  if (request.takes == 0 && !context.of.empty())
    return Error{ErrorCode::unsupported, "of", concat({request.id, " is about no answer that is at hand"})};
  return request.run(values, context);
}

}  // namespace

Result<Answer> ask(std::string_view request, const ParamValues& values, const RequestContext& context) {
  CRATON_TRY(const RequestInfo* found, find_request(request));
  return done(*found, values, context);
}

Result<Answer> ask(std::string_view request, std::string_view json, const RequestContext& context) {
  CRATON_TRY(const RequestInfo* found, find_request(request));
  CRATON_TRY(const ParamValues values, values_from_json(found->params, json));
  return done(*found, values, context);
}

std::string requests_json() {
  Json json = {{"requests", Json::array()}, {"picture", params_json(picture_params())}};
  for (const RequestInfo& request : all_requests())
    json["requests"].push_back({{"id", request.id},
                                {"doc", request.doc},
                                {"gives", request.gives},
                                {"takes", request.takes},
                                {"params", params_json(request.params)}});
  return json.dump(1);
}

}  // namespace craton
