#include "requests/bake_plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <optional>

#include <craton/base/floor_div.h>
#include <craton/base/math.h>
#include <craton/files/folder.h>
#include <craton/requests/edit_orders.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/refined_world.h>

#include "base/text.h"
#include "files/bake_store.h"
#include "files/hilbert.h"
#include "requests/edits.h"
#include "requests/json.h"
#include "requests/of.h"
#include "requests/values.h"
#include "requests/world_requests.h"

namespace craton {

using requests::BakeColours;
using requests::BakeFormat;
using requests::BakeRequest;

template <>
std::span<const std::string_view> choice_names<BakeFormat>() {
  static constexpr std::string_view names[] = {"r16", "png16", "r32", "mbtiles", "pmtiles"};
  return names;
}

template <>
std::span<const std::string_view> choice_names<BakeColours>() {
  static constexpr std::string_view names[] = {"terrarium", "terrain_rgb"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<BakeRequest>() {
  static const ParamInfo list[] = {
      requests::file_param<&BakeRequest::output>(
          "output", "The folder that tiles are written to; a bake that was ended there, however, goes on."),
      text_param<&BakeRequest::recipe>(
          "recipe", 1 << 20, "What makes the terrain: a recipe on a plane as JSON, or the name of one that comes with Craton."),
      text_param<&BakeRequest::seed>("seed", 256, "Another seed than the recipe's: a 64-bit number, 0x…, or a word."),
      text_param<&BakeRequest::knobs>("knobs", 65536, "Where knobs of the recipe stand: {\"mountains\": 0.9}."),
      text_param<&BakeRequest::set>("set", 65536, "Other values of the recipe: {\"stage.parameter\": value}."),
      requests::file_param<&BakeRequest::folder>(
          "folder", "Where files lie that the recipe names, such as height maps; none may be named where there is no folder."),
      requests::file_param<&BakeRequest::of>(
          "ground", "The file of a finished map in the folder: its ground is baked, by the recipe `land` where none is given."),
      requests::file_param<&BakeRequest::file>("file", "The file of an endless terrain, with its edits, in place of a recipe."),
      numbers_param<&BakeRequest::at>("at", -0x1p52, 0x1p52, 2, "m",
                                      "The north-western corner, [x, y]; rounded down to samples of the coarsest level."),
      numbers_param<&BakeRequest::area>("area", 0, 1e12, 2, "m", "Of what is baked, [width, height]; tiles cover all of it."),
      number_param<&BakeRequest::step>("step", 0, 1e6, "m", "Between samples of level 0; 0: as the recipe says."),
      text_param<&BakeRequest::levels>(
          "levels", 16,
          "Which, \"0\" or \"0-6\": at each further one samples are twice as far apart, and tiles cover four times as much."),
      text_param<&BakeRequest::layers>("layers", 4096, "Which, \"height,biome\"; archives hold one."),
      integer_param<&BakeRequest::cells>(
          "cells", 1, 8192, "",
          "Along a side of a tile. Tiles that are files have a sample more, which neighbours share: 1008 and 8128 suit Unreal, "
          "512 and 4096 Unity. Archives: 256 and 512."),
      choice_param<&BakeRequest::format>(
          "format", "Files of levels of 16 bits or of floats, one a tile; or one archive of pictures whose colours are heights."),
      choice_param<&BakeRequest::colours>("colours", "How the pictures of archives tell heights."),
      numbers_param<&BakeRequest::range>(
          "range", -1e9, 1e9, 16, "",
          "Values of levels 0 and 65535 of all tiles, [low, high]; for several layers a pair each, in their order."),
      text_param<&BakeRequest::share>("share", 24,
                                      "\"2/4\": this process bakes the second of four parts; `merge` puts them together."),
      boolean_param<&BakeRequest::merge>("merge", "Bakes nothing: puts the shares together that others baked."),
      boolean_param<&BakeRequest::verify>("verify", "Reads every tile back first; what is damaged or missing is made again."),
  };
  return list;
}

namespace requests {
namespace {

constexpr std::uint64_t most_tiles = std::uint64_t{1} << 40;
constexpr std::int64_t deepest_level = 23;
constexpr double equator = 2 * std::numbers::pi * 6378137.0;  // metres around the map that archives are shown on (WGS 84)

Error refuse_bake(std::string_view path, std::string message) {
  return {ErrorCode::invalid_value, std::string(path), std::move(message)};
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

/// "2" or "0-6".
Result<std::pair<std::uint32_t, std::uint32_t>> levels_of(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto finest = whole_number(text.substr(0, dash));
  const auto coarsest = dash == text.npos ? finest : whole_number(text.substr(dash + 1));
  if (!finest || !coarsest || *finest > *coarsest || *coarsest > deepest_level)
    return refuse_bake("levels", concat({"found \"", text, "\", allowed one level or the finest and the coarsest, 0 … ",
                                         std::to_string(deepest_level), ": \"0-6\""}));
  return std::pair{static_cast<std::uint32_t>(*finest), static_cast<std::uint32_t>(*coarsest)};
}

/// What the ground is made of, and what of it lies in files.
struct BakeGround {
  Recipe recipe;
  std::string world;  ///< of a file that it stands on: a checksum
};

Result<BakeGround> ground_of(const BakeRequest& request, const AssetSource* assets, const std::string& folder) {
  RecipeChoice choice{request.recipe, request.seed, request.knobs, request.set, "", "", folder};
  BakeGround ground;
  if (!request.file.empty()) {
    if (!request.seed.empty() || !request.of.empty()) return refuse_bake("file", "has a recipe and a seed of its own");
    CRATON_TRY(choice.recipe, recipe_in(request.file, "terrain"));
    CRATON_TRY(ground.world, files::checksum_of_file(request.file));
  }
  CRATON_TRY(ground.recipe, chosen_recipe(choice, all_terms(), [&](Recipe& changed) -> Result<void> {
               if (request.of.empty()) return {};
               const Result<void> stands = stand_on_world(changed, request.of, assets, all_terms());
               return stands ? stands : inside("ground", stands.error());
             }));
  if (!request.of.empty()) {
    CRATON_TRY(ground.world, files::checksum_of_file((std::filesystem::path(folder) / request.of).string()));
  }
  if (request.step > 0) ground.recipe.domain.params.set("step", request.step);
  return ground;
}

Result<std::vector<LayerInfo>> layers_of(const BakeRequest& request, const BakePlan& plan) {
  CRATON_TRY(const std::vector<std::string> names, names_in(request.layers, "layers"));
  if (names.empty()) return refuse_bake("layers", "name one at least");
  // One sample tells what there is.
  const std::uint32_t level = plan.levels.front().level;
  const std::int64_t step = plan.terrain->step(level);
  std::vector<LayerInfo> layers;
  for (const Point2 corner :
       {plan.at, Point2{plan.at.x + static_cast<std::int64_t>(plan.levels.front().columns) * step * plan.cells,
                        plan.at.y + static_cast<std::int64_t>(plan.levels.front().rows) * step * plan.cells}}) {
    const Result<Surface> sample = plan.terrain->area(
        {.level = level, .x = floor_div(corner.x, step), .y = floor_div(corner.y, step), .width = 1, .height = 1},
        {.threads = 1});
    if (!sample)
      return sample.error().path == "area" ? refuse_bake("area", sample.error().message) : inside("recipe", sample.error());
    layers.clear();
    for (const std::string& name : names) {
      CRATON_TRY(const Layer* layer, layer_of(*sample, name, "layers"));
      if (std::any_of(layers.begin(), layers.end(), [&](const LayerInfo& each) { return each.name == name; }))
        return refuse_bake("layers", concat({"\"", name, "\" is named twice"}));
      layers.push_back(layer->info());
    }
  }
  if (plan.archive() && (layers.size() != 1 || layers.front().type != LayerType::number))
    return refuse_bake("layers", "an archive holds one layer of numbers");
  return layers;
}

Result<std::vector<ToneRange>> ranges_of(const BakeRequest& request, const BakePlan& plan) {
  const bool levels = plan.format <= BakeFormat::png16;
  std::vector<ToneRange> ranges(plan.layers.size(), ToneRange{0, 65535});
  if (!request.range.empty() && !levels) return refuse_bake("range", "is for formats of levels, r16 and png16");
  std::size_t next = 0;
  for (std::size_t i = 0; levels && i < ranges.size(); ++i) {
    if (plan.layers[i].type == LayerType::category) continue;  // its values are the levels
    if (next + 2 > request.range.size())
      return refuse_bake(
          "range", concat({"tiles of levels fit each other only with one range for all: [low, high] of ", plan.layers[i].name}));
    ranges[i] = {static_cast<float>(request.range[next]), static_cast<float>(request.range[next + 1])};
    if (!(ranges[i].low < ranges[i].high)) return refuse_bake("range", "allowed two numbers, the lower one first");
    next += 2;
  }
  if (next != request.range.size()) return refuse_bake("range", "more numbers than two a layer");
  return ranges;
}

/// All levels begin at one corner, so that four tiles cover what one of the next level does.
Result<void> lay_out(const BakeRequest& request, std::uint32_t finest, std::uint32_t coarsest, BakePlan& plan) {
  if (request.at.size() != 2) return refuse_bake("at", "allowed two numbers: to the east, to the south");
  if (request.area.size() != 2 || !(request.area[0] > 0 && request.area[1] > 0))
    return refuse_bake("area", "say how much is baked: [width, height] in metres");
  const std::int64_t coarse_step = plan.terrain->step(coarsest);
  std::int64_t corner[2] = {}, length[2] = {};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const Result<std::int64_t> at = units_from_metres(request.at[axis]), wide = units_from_metres(request.area[axis]),
                               end = units_from_metres(request.at[axis] + request.area[axis]);
    if (!at) return refuse_bake("at", at.error().message);
    if (!wide || !end) return refuse_bake("area", (wide ? end : wide).error().message);
    corner[axis] = floor_div(*at, coarse_step) * coarse_step;
    length[axis] = *at + *wide - corner[axis];
  }
  plan.at = {corner[0], corner[1]};
  std::uint64_t first = 0;
  for (std::uint32_t level = coarsest + 1; level-- > finest;) {
    const std::int64_t tile = plan.terrain->step(level) * plan.cells;
    const auto count = [&](std::int64_t units) { return static_cast<std::uint64_t>((units + tile - 1) / tile); };
    plan.levels.push_back({level, first, count(length[0]), count(length[1])});
    if (plan.levels.back().columns > most_tiles / plan.levels.back().rows || first + plan.levels.back().tiles() > most_tiles)
      return refuse_bake("area", "more than 2^40 tiles");
    first += plan.levels.back().tiles();
  }
  return {};
}

/// Archives lie on the map of the web, whose scale is true at the equator: the corner at 0° N 0° E, samples about as far apart
/// there as they are.
Result<void> choose_zoom(std::uint32_t coarsest, BakePlan& plan) {
  if (plan.cells != 256 && plan.cells != 512) return refuse_bake("cells", "archives hold pictures of 256 or 512");
  const double step = static_cast<double>(plan.terrain->step(0)) / static_cast<double>(units_per_metre);
  const double zoom = std::round(math::log(equator / (step * plan.cells)) / math::log(2.0));
  const BakeLevel& widest = plan.levels.front();
  if (!(zoom >= coarsest + 1.0) || zoom > 30)
    return refuse_bake("levels",
                       "an archive is of a map as large as the Earth, and tiles of this level are larger, or too small");
  plan.zoom = static_cast<std::uint32_t>(zoom);
  const std::uint64_t half = std::uint64_t{1} << (plan.zoom - coarsest - 1);
  if (std::max(widest.columns, widest.rows) > half)
    return refuse_bake("area",
                       "an archive is of a map as large as the Earth: it has no room for so much south-east of 0° N 0° E");
  return {};
}

double metres(std::int64_t units) { return metres_from_units(units); }

std::string text_of_plan(const BakePlan& plan, const BakeGround& ground, const Terrain& terrain) {
  Json json = {{"craton", CRATON_VERSION},
               {"format", choice_names<BakeFormat>()[static_cast<std::size_t>(plan.format)]},
               {"name", ground.recipe.name},
               {"seed", ground.recipe.seed},
               {"samples", plan.side()},
               {"cells", plan.cells},
               {"origin", {metres(plan.at.x), metres(plan.at.y)}}};
  const bool levels = plan.format <= BakeFormat::png16;
  for (std::size_t i = 0; i < plan.layers.size(); ++i) {
    const LayerInfo& layer = plan.layers[i];
    Json told = {{"name", layer.name}, {"unit", layer.unit}};
    if (levels) {
      told["min"] = plan.ranges[i].low;
      told["max"] = plan.ranges[i].high;
      told["levels"] = 65535;
    }
    if (!layer.categories.empty()) told["categories"] = layer.categories;
    json["layers"].push_back(told);
  }
  for (const BakeLevel& level : plan.levels) {
    Json told = {{"level", level.level},
                 {"metres_per_sample", metres(terrain.step(level.level))},
                 {"columns", level.columns},
                 {"rows", level.rows}};
    if (plan.archive())
      told["zoom"] = plan.zoom - level.level;
    else
      told["first"] = plan.file_name(level.first * plan.layers.size());
    json["levels"].push_back(told);
  }
  if (plan.archive()) {
    const files::ArchiveInfo info = plan.archive_info();
    json["tilejson"] = "3.0.0";
    json["tiles"] = {plan.archive_name() + "/{z}/{x}/{y}.png"};
    json["minzoom"] = info.least_zoom;
    json["maxzoom"] = info.most_zoom;
    json["bounds"] = {info.west, info.south, info.east, info.north};
    json["encoding"] = plan.colours == BakeColours::terrarium ? "terrarium" : "mapbox";
    json["tileSize"] = plan.cells;
  }
  if (!ground.world.empty()) json["world"] = ground.world;
  json["recipe"] = Json::parse(recipe_to_json(ground.recipe, all_terms()));
  return json.dump(1) + "\n";
}

}  // namespace

Result<BakeShare> share_of(const std::string& text) {
  if (text.empty()) return BakeShare{};
  const std::size_t slash = std::min(text.find('/'), text.size() - 1);
  const auto number = whole_number(text.substr(0, slash)), count = whole_number(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count || *count > 1'000'000)
    return refuse_bake("share", concat({"found \"", text, "\", allowed \"1/4\" … \"4/4\""}));
  return BakeShare{*number, *count};
}

Result<BakePlan> plan_of(const BakeRequest& request, const RequestContext&) {
  BakePlan plan;
  plan.cells = static_cast<std::uint32_t>(request.cells);
  plan.format = request.format;
  plan.colours = request.colours;
  if (request.output.empty()) return refuse_bake("output", "say where to: a folder");
  CRATON_TRY(const auto wanted, levels_of(request.levels));
  std::string folder = request.folder;
  if (folder.empty() && !request.file.empty()) folder = std::filesystem::path(request.file).parent_path().string();
  if (!folder.empty() || !request.of.empty() || !request.file.empty())
    plan.assets = assets_in_folder(folder.empty() ? "." : folder);
  CRATON_TRY(const BakeGround ground, ground_of(request, plan.assets.get(), folder));
  Result<Terrain> terrain = Terrain::make(ground.recipe, all_terms(), {.levels = wanted.second + 1, .assets = plan.assets.get()});
  if (!terrain) return inside("recipe", terrain.error());
  if (!request.file.empty()) { CRATON_TRY(terrain, with_kept(*terrain, request.file)); }
  plan.terrain = std::make_unique<Terrain>(*std::move(terrain));
  plan.name = ground.recipe.name.empty() ? "land" : ground.recipe.name;
  CRATON_TRY(lay_out(request, wanted.first, wanted.second, plan));
  if (plan.archive()) CRATON_TRY(choose_zoom(wanted.second, plan));
  CRATON_TRY(plan.layers, layers_of(request, plan));
  CRATON_TRY(plan.ranges, ranges_of(request, plan));
  plan.text = text_of_plan(plan, ground, *plan.terrain);
  return plan;
}

BakePlace BakePlan::place(std::uint64_t number) const {
  const auto after =
      std::upper_bound(levels.begin(), levels.end(), number, [](std::uint64_t a, const BakeLevel& b) { return a < b.first; });
  const BakeLevel& level = *(after - 1);
  const auto [column, row] = files::hilbert_place(number - level.first, level.columns, level.rows);
  return {level.level, column, row};
}

std::string BakePlan::file_name(std::uint64_t tile) const {
  const BakePlace where = place(tile / layers.size());
  static constexpr std::string_view endings[] = {".r16", ".png", ".r32"};
  const std::string_view ending = endings[static_cast<std::size_t>(format)];
  const std::string below = levels.size() > 1 ? concat({"level-", std::to_string(where.level), "/"}) : "";
  return concat(
      {below, layers[tile % layers.size()].name, "_x", std::to_string(where.column), "_y", std::to_string(where.row), ending});
}

std::string BakePlan::archive_name() const {
  return concat({layers.front().name, format == BakeFormat::mbtiles ? ".mbtiles" : ".pmtiles"});
}

files::ArchivePlace BakePlan::archive_place(std::uint64_t tile) const {
  const BakePlace where = place(tile);
  const std::uint32_t its_zoom = zoom - where.level;
  const std::uint64_t half = std::uint64_t{1} << (its_zoom - 1);
  return {its_zoom, half + where.column, half + where.row};
}

files::ArchiveInfo BakePlan::archive_info() const {
  const std::string encoding = colours == BakeColours::terrarium ? "terrarium" : "mapbox";
  files::ArchiveInfo info{.name = name,
                          .description = concat({"Heights by Craton, seed ", std::to_string(terrain->recipe().seed)}),
                          .metadata = concat({"\"encoding\":\"", encoding, "\",\"tileSize\":", std::to_string(cells)}),
                          .more = {{"encoding", encoding}, {"tileSize", std::to_string(cells)}},
                          .least_zoom = zoom - levels.front().level,
                          .most_zoom = zoom - levels.back().level,
                          .tiles = places()};
  // Mercator's map: x and y as shares of the half map.
  const BakeLevel& finest = levels.back();
  const auto half = static_cast<double>(std::uint64_t{1} << (info.most_zoom - 1));
  const auto degrees = [](double value) { return std::round(value * 1e7) / 1e7; };
  info.east = degrees(180 * static_cast<double>(finest.columns) / half);
  const double up = math::exp(std::numbers::pi * static_cast<double>(finest.rows) / half);  // the same bits on every machine
  info.south = -degrees(math::atan2((up - 1 / up) / 2, 1.0) * 180 / std::numbers::pi);
  return info;
}

}  // namespace requests
}  // namespace craton
