#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include <craton/base/floor_div.h>
#include <craton/files/cells_table.h>
#include <craton/files/folder.h>
#include <craton/files/geojson.h>
#include <craton/files/height_file.h>
#include <craton/files/png.h>
#include <craton/files/sidecar.h>
#include <craton/files/world_file.h>
#include <craton/picture/layer_raster.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>

#include "base/text.h"
#include "files/made_bytes.h"
#include "requests/drawing_requests.h"
#include "requests/memory.h"
#include "requests/of.h"
#include "requests/scene_requests.h"
#include "requests/terrain_tables.h"
#include "requests/values.h"
#include "requests/window_requests.h"
#include "requests/world_requests.h"

namespace craton {

using requests::ExportFormat;
using requests::ExportRequest;
using requests::ScatterRequest;
using requests::TilesRequest;

template <>
std::span<const std::string_view> choice_names<ExportFormat>() {
  static constexpr std::string_view names[] = {"png16", "r16", "r32", "exr", "geojson", "csv", "craton"};
  return names;
}

namespace requests {
namespace {

constexpr std::string_view file_endings[] = {".png", ".r16", ".r32", ".exr", ".geojson", ".csv", ".craton"};
constexpr std::string_view media_types[] = {
    "image/png", "application/octet-stream", "application/octet-stream", "image/x-exr", "application/geo+json",
    "text/csv",  "application/vnd.sqlite3"};

bool has_levels(ExportFormat format) { return format == ExportFormat::png16 || format == ExportFormat::r16; }

std::string ending_of(ExportFormat format) { return std::string(file_endings[static_cast<std::size_t>(format)]); }

AnswerFile file_of(const std::string& name, ExportFormat format, std::string bytes) {
  return {name + ending_of(format), std::string(media_types[static_cast<std::size_t>(format)]), std::move(bytes)};
}

template <class Number>
std::string raw(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

/// A raster of numbers, in whatever format.
Result<std::string> raster_bytes(FloatView view, ExportFormat format, ToneRange range, const Execution& execution) {
  switch (format) {
    case ExportFormat::png16: return png_bytes(grey16(view, range), execution);
    case ExportFormat::r16: return raw(grey16(view, range).pixels);
    case ExportFormat::r32: return std::string(reinterpret_cast<const char*>(view.values.data()), view.values.size_bytes());
    default: return files::made_bytes(".exr", [&](const std::string& path) { return write_exr(path, view); });
  }
}

Result<std::optional<ToneRange>> range_of(const std::vector<double>& range, ExportFormat format) {
  if (range.empty()) return std::optional<ToneRange>{};
  if (range.size() != 2 || !(range[0] < range[1]))
    return Error{ErrorCode::invalid_value, "range", "allowed two numbers, the lower one first"};
  if (!has_levels(format)) return Error{ErrorCode::invalid_value, "range", "is for formats of levels, png16 and r16"};
  return std::optional(ToneRange{static_cast<float>(range[0]), static_cast<float>(range[1])});
}

/// What is known of a raster beside its numbers.
struct RasterFacts {
  const World& world;
  const Layer& layer;
  GridSize size;
  ToneRange range;
  std::optional<std::array<double, 2>> origin{};
};

double metres_per_sample(const Domain& domain, GridSize size) {
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) return tile->spacing() * tile->size().width / size.width;
  if (const auto* torus = std::get_if<Torus>(&domain)) return torus->spacing() * torus->size().width / size.width;
  return 2 * 3.14159265358979323846 * std::get<CubeSphere>(domain).radius() / size.width;
}

Result<AnswerFile> sidecar_of(const RasterFacts& facts, const std::string& name, ExportFormat format) {
  Sidecar sidecar{.file = name + ending_of(format),
                  .format = std::string(choice_names<ExportFormat>()[static_cast<std::size_t>(format)]),
                  .layer = facts.layer.name(),
                  .unit = facts.layer.info().unit,
                  .width = facts.size.width,
                  .height = facts.size.height};
  const Domain& domain = facts.world.surface.domain();
  if (std::holds_alternative<CubeSphere>(domain)) sidecar.projection = "equirectangular";
  sidecar.metres_per_sample = metres_per_sample(domain, facts.size);
  sidecar.origin = facts.origin;
  sidecar.min = double{facts.range.low};
  sidecar.max = double{facts.range.high};
  sidecar.levels = has_levels(format) ? 65535 : 0;
  sidecar.categories = facts.layer.info().categories;
  sidecar.seed = facts.world.recipe.seed;
  sidecar.recipe = recipe_to_json(facts.world.recipe, all_terms());
  CRATON_TRY(std::string text, sidecar_text(sidecar));
  return AnswerFile{sidecar.file + ".json", "application/json", std::move(text)};
}

std::optional<std::array<double, 2>> origin_of(const Domain& domain) {
  const auto* tile = std::get_if<PlaneTile>(&domain);
  if (!tile) return {};
  return std::array{metres_from_units(tile->origin().x), metres_from_units(tile->origin().y)};
}

/// A file of a layer and what tells of it.
Result<void> add_raster(const World& world, const Layer& layer, std::string name, GridSize size, ExportFormat format,
                        std::optional<ToneRange> range, const Execution& execution, std::vector<AnswerFile>& files) {
  const Domain& domain = world.surface.domain();
  std::vector<float> values;
  if (layer.type() == LayerType::number) {
    CRATON_TRY(values, raster_of_numbers(domain, layer.numbers(), size, Projection::equirectangular, execution));
  } else {
    CRATON_TRY(const std::vector<Cell> cells, raster_of_cells(domain, size, Projection::equirectangular, execution));
    for (const Cell cell : cells) values.push_back(static_cast<float>(layer.value(cell)));
  }
  const FloatView view{values, size.width, size.height};
  const ToneRange tones = range.value_or(tone_range_of(view));
  CRATON_TRY(std::string bytes, raster_bytes(view, format, tones, execution));
  CRATON_TRY(AnswerFile beside, sidecar_of({world, layer, size, tones, origin_of(domain)}, name, format));
  files.push_back(file_of(std::move(name), format, std::move(bytes)));
  files.push_back(std::move(beside));
  return {};
}

/// A layer of numbers that are no world: noises.
Result<Answer> export_values(const Answer& answer, const ExportRequest& request, std::optional<ToneRange> range,
                             const RequestContext& context) {
  const AnswerArray* array =
      request.layer.empty() && !answer.arrays().empty() ? answer.arrays().data() : answer.array(request.layer);
  if (!array || array->layer->type() != LayerType::number || array->axes.size() < 2)
    return Error{ErrorCode::unsupported, "layer", "rasters are of planes of numbers"};
  const AnswerAxis &across = array->axes.back(), &down = array->axes[array->axes.size() - 2];
  const FloatView view{array->layer->numbers().first(across.size * down.size), static_cast<std::uint32_t>(across.size),
                       static_cast<std::uint32_t>(down.size)};
  CRATON_TRY(std::string bytes, raster_bytes(view, request.format, range.value_or(tone_range_of(view)), context.execution));
  std::vector<AnswerFile> files;
  files.push_back(file_of(array->layer->name(), request.format, std::move(bytes)));
  return files_of(answer, std::move(files));
}

Result<std::string> world_bytes(const Answer& answer, const RequestContext& context) {
  return files::made_bytes(".craton", [&](const std::string& path) { return answer.write(path, context.execution); });
}

}  // namespace

Result<Answer> export_request(const ExportRequest& request, const RequestContext& context) {
  CRATON_TRY(const Answer answer, answer_of(request.of, context));
  CRATON_TRY(const std::optional<ToneRange> range, range_of(request.range, request.format));
  std::vector<AnswerFile> files;
  const bool objects = request.format == ExportFormat::geojson || request.format == ExportFormat::csv;
  if (!request.objects.empty() && !objects) return Error{ErrorCode::invalid_value, "objects", "is for the format geojson"};
  switch (request.format) {
    case ExportFormat::geojson: {
      CRATON_TRY(std::string text, answer.geojson(request.objects));
      files.push_back(file_of("objects", request.format, std::move(text)));
      return files_of(answer, std::move(files));
    }
    case ExportFormat::csv: {
      CRATON_TRY(const World* planet, planet_of(answer, "csv, the table of a planet's regions,"));
      CRATON_TRY(std::string text,
                 files::made_bytes(".csv", [&](const std::string& path) { return write_cells_table(path, *planet); }));
      files.push_back(file_of("cells", request.format, std::move(text)));
      return files_of(answer, std::move(files));
    }
    case ExportFormat::craton: {
      CRATON_TRY(std::string bytes, world_bytes(answer, context));
      files.push_back(file_of("world", request.format, std::move(bytes)));
      return files_of(answer, std::move(files));
    }
    default: break;
  }
  const World* world = answer.world();
  if (!world) return export_values(answer, request, range, context);
  CRATON_TRY(const Layer* layer, layer_of(world->surface, request.layer));
  CRATON_TRY(GridSize size, pixels_of(request.size));
  if (size == GridSize{}) size = natural_size(world->surface.domain());
  CRATON_TRY(check_memory(std::uint64_t{size.width} * size.height * 16, context.memory_limit, "size", "ask for fewer samples"));
  CRATON_TRY(add_raster(*world, *layer, layer->name(), size, request.format, range, context.execution, files));
  return files_of(answer, std::move(files));
}

// ---- what stands on endless land

namespace {

Result<Terrain> terrain_of(const RecipeChoice& choice, double step, const AssetSource* assets) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(Recipe recipe, chosen_recipe(choice, terms, [](Recipe&) -> Result<void> { return {}; }));
  if (step > 0) recipe.domain.params.set("step", step);
  Result<Terrain> terrain = Terrain::make(recipe, terms, {.levels = 1, .assets = assets});
  if (!terrain) return inside("recipe", terrain.error());
  return terrain;
}

std::unique_ptr<AssetSource> assets_of(const std::string& folder) { return folder.empty() ? nullptr : assets_in_folder(folder); }

Result<Point2> point_of(const std::vector<double>& metres, std::string_view path) {
  if (metres.size() != 2)
    return Error{ErrorCode::invalid_value, std::string(path), "allowed two numbers: to the east, to the south"};
  const Result<std::int64_t> x = units_from_metres(metres[0]), y = units_from_metres(metres[1]);
  if (!x || !y) return Error{ErrorCode::invalid_value, std::string(path), !x ? x.error().message : y.error().message};
  return Point2{*x, *y};
}

}  // namespace

Result<Answer> scatter_request(const ScatterRequest& request, const RequestContext& context) {
  CRATON_TRY(const Point2 at, point_of(request.at, "at"));
  CRATON_TRY(const Point2 size, point_of(request.size, "size"));
  const std::unique_ptr<AssetSource> assets = assets_of(request.folder);
  CRATON_TRY(const Terrain terrain,
             terrain_of({request.recipe, request.seed, request.knobs, request.set, "", "", request.folder}, 0, assets.get()));
  Result<Scatter> scatter = things_on(terrain, request.kinds);
  if (!scatter)
    return scatter.error().path.starts_with("things")
               ? Error{ErrorCode::invalid_value, "kinds" + scatter.error().path.substr(6), scatter.error().message}
               : scatter.error();
  const ScatterBox box{at, {at.x + size.x, at.y + size.y}};
  constexpr double a_candidate = 200;
  CRATON_TRY(check_memory(static_cast<std::uint64_t>(std::min(scatter->candidates(box) * a_candidate, 0x1p62)),
                          context.memory_limit, "size", "ask for a smaller area"));
  const Result<std::vector<ScatterPoint>> points = scatter->in(box, context.execution);
  if (!points)
    return points.error().code == ErrorCode::cancelled ? points.error()
                                                       : Error{points.error().code, "size", points.error().message};
  CRATON_TRY(const PlaneTile corner, PlaneTile::make({.x = request.at[0], .y = request.at[1], .width = 1, .height = 1}));
  Surface surface{Domain(corner)};
  CRATON_TRY(surface.set_objects(things_table(*scatter, *points)));
  return Answer::of_world(World{.recipe = terrain.recipe(), .surface = std::move(surface), .reports = {}}, true);
}

// ---- sets of tiles

Result<Answer> tiles_request(const TilesRequest& request, const RequestContext& context) {
  if (request.format > ExportFormat::exr)
    return Error{ErrorCode::invalid_value, "format", "tiles are files of numbers: png16 | r16 | r32 | exr"};
  CRATON_TRY(const Point2 at, point_of(request.at, "at"));
  CRATON_TRY(const GridSize tiles, pixels_of(request.tiles));
  if (tiles == GridSize{} || std::uint64_t{tiles.width} * tiles.height > 65536)
    return Error{ErrorCode::invalid_value, "tiles", "allowed two numbers, columns and rows, up to 65536 tiles in all"};
  CRATON_TRY(const std::optional<ToneRange> range, range_of(request.range, request.format));
  if (has_levels(request.format) && !range)
    return Error{ErrorCode::invalid_value, "range", "tiles of levels fit each other only with one range for all: [low, high]"};
  const std::unique_ptr<AssetSource> assets = assets_of(request.folder);
  CRATON_TRY(const Terrain terrain, terrain_of({request.recipe, request.seed, request.knobs, request.set, "", "", request.folder},
                                               request.step, assets.get()));
  const std::uint64_t samples = std::uint64_t{tiles.width} * tiles.height * static_cast<std::uint64_t>(request.cells + 1) *
                                static_cast<std::uint64_t>(request.cells + 1);
  CRATON_TRY(check_memory(samples * (has_levels(request.format) ? 2 : 4) +
                              64 * static_cast<std::uint64_t>(request.cells + 1) * static_cast<std::uint64_t>(request.cells + 1),
                          context.memory_limit, "tiles", "ask for fewer"));
  const std::int64_t step = terrain.step(0);
  const Execution quiet{.threads = context.execution.threads, .progress = nullptr, .cancel = context.execution.cancel};
  Answer::Parts parts{
      .seed = terrain.recipe().seed, .name = terrain.recipe().name, .recipe = recipe_to_json(terrain.recipe(), all_terms())};
  const auto side = static_cast<std::uint32_t>(request.cells + 1);  // a sample more, which neighbours share
  for (std::uint32_t y = 0; y < tiles.height; ++y)
    for (std::uint32_t x = 0; x < tiles.width; ++x) {
      const TerrainArea area{.x = floor_div(at.x, step) + std::int64_t{x} * request.cells,
                             .y = floor_div(at.y, step) + std::int64_t{y} * request.cells,
                             .width = side,
                             .height = side};
      Result<Surface> surface = terrain.area(area, quiet);
      if (!surface)
        return surface.error().path == "area" ? Error{surface.error().code, "at", surface.error().message}
                                              : inside("recipe", surface.error());
      surface->drop_halo();
      const World window{.recipe = terrain.recipe(), .surface = *std::move(surface), .reports = {}};
      CRATON_TRY(const Layer* layer, layer_of(window.surface, request.layer));
      const std::string name = concat({layer->name(), "_x", std::to_string(x), "_y", std::to_string(y)});
      CRATON_TRY(add_raster(window, *layer, name, {side, side}, request.format, range, quiet, parts.files));
      if (context.execution.progress)
        context.execution.progress->report((y * tiles.width + x + 1.0) / (double{1.0} * tiles.width * tiles.height));
    }
  return Answer::of_values(std::move(parts));
}

}  // namespace requests

namespace {

/// What all requests for endless land begin with.
template <class Request>
std::vector<ParamInfo> land_params() {
  return {
      text_param<&Request::recipe>(
          "recipe", 1 << 20, "What makes the terrain: a recipe on a plane as JSON, or the name of one that comes with Craton."),
      text_param<&Request::seed>("seed", 256, "Another seed than the recipe's: a 64-bit number, 0x…, or a word."),
      text_param<&Request::knobs>("knobs", 65536, "Where knobs of the recipe stand: {\"mountains\": 0.9}."),
      text_param<&Request::set>("set", 65536, "Other values of the recipe: {\"stage.parameter\": value}."),
      requests::file_param<&Request::folder>(
          "folder", "Where files lie that the recipe names, such as height maps; none may be named where there is no folder."),
      numbers_param<&Request::at>("at", -0x1p52, 0x1p52, 2, "m", "The north-western corner, [x, y].")};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ExportRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<ExportRequest>("What is written: any request that gives layers or tables, {\"map\": {\"seed\": 7}}."),
      choice_param<&ExportRequest::format>(
          "format", "Levels of 16 bits, floats, objects, the regions of a planet as a table, or the whole world."),
      text_param<&ExportRequest::layer>("layer", 64, "Of rasters: which layer; \"\": height, or else the first."),
      text_param<&ExportRequest::objects>(
          "objects", 65536, "Of geojson: \"rivers,lakes\"; coast: the border between land and sea; \"\": all that there are."),
      numbers_param<&ExportRequest::range>("range", -1e9, 1e9, 2, "",
                                           "Values of levels 0 and 65535, [low, high]; none: those of the layer."),
      numbers_param<&ExportRequest::size>(
          "size", 1, 65536, 2, "", "Of rasters, [width, height]; none: a sample a cell; of planets twice as wide as high."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<ScatterRequest>() {
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> params = land_params<ScatterRequest>();
    params.push_back(numbers_param<&ScatterRequest::size>("size", 1, 1e6, 2, "m", "Of the area, [width, height]."));
    params.push_back(
        text_param<&ScatterRequest::kinds>("kinds", 65536, "What stands there: \"usual\", or kinds of your own as JSON."));
    return params;
  }();
  return list;
}

template <>
std::span<const ParamInfo> params_of<TilesRequest>() {
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> params = land_params<TilesRequest>();
    params.push_back(numbers_param<&TilesRequest::tiles>("tiles", 1, 65536, 2, "", "How many, [columns, rows]."));
    params.push_back(integer_param<&TilesRequest::cells>(
        "cells", 1, 8192, "", "Along a side of a tile: it has a sample more, which neighbours share bit for bit."));
    params.push_back(
        number_param<&TilesRequest::step>("step", 0, 1e6, "m", "From one sample to the next; 0: as the recipe says."));
    params.push_back(text_param<&TilesRequest::layer>("layer", 64, "Which; \"\": height, or else the first."));
    params.push_back(choice_param<&TilesRequest::format>("format", "Levels of 16 bits, or floats."));
    params.push_back(numbers_param<&TilesRequest::range>(
        "range", -1e9, 1e9, 2, "", "Values of levels 0 and 65535, [low, high]: what tiles of levels want, so that they fit."));
    return params;
  }();
  return list;
}

}  // namespace craton
