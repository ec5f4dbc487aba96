// Endless terrain, tile by tile.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <craton/worlds/first_sight.h>

#include "api_endless.h"
#include "terrain_shapes.h"

namespace craton::server {
namespace {

constexpr std::uint32_t cells = 128, most_levels = 20;
constexpr std::uint64_t block_bytes = std::uint64_t{64} << 20;

/// As many levels as steps of up to a thousand kilometres allow.
std::uint32_t levels_of_step(const Recipe& recipe) {
  const Result<PlaneTile::Params> params = params_from<PlaneTile::Params>(recipe.domain.params, "/domain");
  double step = params ? params->step : 1;
  std::uint32_t levels = 1;
  for (; levels < most_levels && step * 2 <= 1e6; step *= 2) ++levels;
  return levels;
}

Json layer_json(const Layer& layer) {
  constexpr std::string_view types[] = {"number", "integer", "category"};
  const LayerRange range = layer.range({.threads = 1});
  Json json = {{"name", layer.name()},
               {"unit", layer.info().unit},
               {"type", types[static_cast<std::size_t>(layer.type())]},
               {"min", range.min},
               {"max", range.max}};
  if (!layer.info().categories.empty()) json["categories"] = layer.info().categories;
  return json;
}

/// The samples of a tile, with so many of its margin.
std::vector<float> samples_of(const PlaneTile& place, const Layer& layer, std::uint32_t margin) {
  const std::uint32_t halo = place.halo(), side = place.size().width + 2 * margin, rows = place.size().height + 2 * margin;
  std::vector<float> values;
  values.reserve(std::size_t{side} * rows);
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t column = 0; column < side; ++column) {
      const std::uint64_t cell = std::uint64_t{row + halo - margin} * place.stored_width() + column + halo - margin;
      values.push_back(layer.type() == LayerType::number ? layer.numbers()[cell] : static_cast<float>(layer.value(cell)));
    }
  return values;
}

/// How fine a layer needs to be to look the same: heights by the distance of samples, others by their largest value.
double fineness_of(const Layer& layer, const LayerRange& range, double step) {
  if (layer.type() != LayerType::number) return 1;
  if (layer.info().unit == "m") return step / 256;
  int exponent = 0;
  (void)std::frexp(std::max(std::abs(range.min), std::abs(range.max)), &exponent);
  return std::ldexp(1.0, std::clamp(exponent, -100, 100) - 10);
}

/// Values as whole numbers of `fineness`, each as what it differs from the plane through its three neighbours, folded to be small
/// (0, -1, 1, -2, …), the lowest bytes of all first: nearly all of it is zeros, so that it packs well.
void append_differences(std::string& bytes, std::span<const float> values, std::uint32_t side, double fineness) {
  constexpr double most = 1 << 30;
  std::vector<std::uint32_t> whole, folded;
  whole.reserve(values.size());
  for (const float value : values) {
    const double rounded = std::isnan(value) ? 0 : std::clamp(std::round(static_cast<double>(value) / fineness), -most, most);
    whole.push_back(static_cast<std::uint32_t>(static_cast<std::int32_t>(rounded)));
  }
  folded.reserve(values.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const bool west = i % side != 0, north = i >= side;
    const std::uint32_t guess =
        (west ? whole[i - 1] : 0) + (north ? whole[i - side] : 0) - (west && north ? whole[i - side - 1] : 0);
    const std::uint32_t off = whole[i] - guess;  // modulo 2^32, as it is read
    folded.push_back((off << 1) ^ (off >> 31 ? 0xFFFFFFFFu : 0u));
  }
  append_floats(bytes, std::array{static_cast<float>(fineness)});
  for (int byte = 0; byte < 4; ++byte)
    for (const std::uint32_t value : folded) bytes += static_cast<char>(value >> (8 * byte) & 0xFF);
}

Error no_such_layer(const std::string& name, const Surface& surface) {
  std::vector<std::string> there;
  for (const auto& layer : surface.layers()) there.push_back(layer->name());
  return {ErrorCode::unknown_name, "layers",
          fmt::format("no layer is called \"{}\"; there are {}", name.substr(0, 64), fmt::join(there, ", "))};
}

struct TileOrder {
  TileId id;
  std::string layers, format, kinds;
  bool scatter = false;
  std::uint32_t margin = 0;
};

/// What a tile depends on, with some slack: its samples, and for things on it those around.
LandWindow window_of(const Recipe& recipe, const TileOrder& order) {
  constexpr double around = 256 * units_per_metre;
  const Result<PlaneTile::Params> params = params_from<PlaneTile::Params>(recipe.domain.params, "/domain");
  const double step = std::ldexp((params ? params->step : 1) * units_per_metre, static_cast<int>(order.id.level));
  const double side = step * cells, slack = 2 * step + (order.scatter ? around : 0);
  const auto x = static_cast<double>(order.id.x) * side, y = static_cast<double>(order.id.y) * side;
  const double rounding = 1e-15 * (std::abs(x) + std::abs(y));
  return {x - slack - rounding, y - slack - rounding, x + side + slack + rounding, y + side + slack + rounding};
}

Result<Response> tile_response(const TerrainTile& tile, const TileOrder& order) {
  const PlaneTile& place = tile.place();
  const std::uint32_t margin = std::min(order.margin, place.halo());
  Json about = {{"width", place.size().width + 2 * margin},
                {"height", place.size().height + 2 * margin},
                {"margin", margin},
                {"step", metres_from_units(place.step())},
                {"x", metres_from_units(place.origin().x)},
                {"y", metres_from_units(place.origin().y)},
                {"layers", Json::array()}};
  std::string bytes;
  const std::vector<std::string> names = names_in(order.layers);
  if (names.empty()) return Error{ErrorCode::invalid_value, "layers", "names no layer"};
  for (const std::string& name : names) {
    const Layer* layer = tile.surface.layer(name);
    if (!layer) return no_such_layer(name, tile.surface);
    const Json facts = layer_json(*layer);
    const std::vector<float> values = samples_of(place, *layer, margin);
    if (order.format == "packed")
      append_differences(bytes, values, place.size().width + 2 * margin,
                         static_cast<float>(fineness_of(*layer, layer->range({.threads = 1}), metres_from_units(place.step()))));
    else if (order.format == "u16")
      append_levels(bytes, values, facts["min"], facts["max"]);
    else
      append_floats(bytes, values);
    about["layers"].push_back(facts);
  }
  return numbers_response(std::move(bytes), about);
}

Result<Response> answer(Services& services, const Named& named, const TileOrder& order,
                        const std::shared_ptr<const TerrainLand>& land, const CancelToken& cancel) {
  CRATON_TRY(const std::shared_ptr<const Terrain> plain, terrain_of(services, named));
  const Terrain terrain = land ? plain->with_edits(land->edits) : *plain;
  if (order.scatter) return scatter_response(terrain, order.id, order.kinds, cancel);
  CRATON_TRY(const TerrainTile made, terrain.tile(order.id, {.threads = 1, .cancel = &cancel}));
  return order.format == "glb" ? terrain_glb(made) : tile_response(made, order);
}

Outcome tile(Services& services, const Call& call) {
  auto found = named_of(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  if (!named.entry->recipe) return error_response(422, "unsupported", "recipe", "is of voxels; terrain lies on a plane");
  const TileOrder order{.id = {static_cast<std::uint32_t>(call.integer("level")), call.integer("x"), call.integer("y")},
                        .layers = call.text("layers"),
                        .format = call.text("format"),
                        .kinds = call.text("kinds"),
                        .scatter = call.flag("scatter"),
                        .margin = static_cast<std::uint32_t>(call.integer("margin"))};
  const EditsAsked asked = edits_asked(services, named, call);
  if (asked.closed) {
    Work work = work_of([&services, named, order](const CancelToken& cancel) -> Result<Response> {
      CRATON_TRY(const std::shared_ptr<EditedWorld> world, services.endless.open(*named.entry, named.seed, false));
      return answer(services, named, order, world ? world->land() : nullptr, cancel);
    });
    work.keep = Keep::never;
    return work;
  }
  const std::shared_ptr<const TerrainLand> land = asked.world ? asked.world->land() : nullptr;
  Work work = work_of(
      [&services, named, order, land](const CancelToken& cancel) { return answer(services, named, order, land, cancel); });
  work.compress = services.remote || order.format == "packed";
  work.keep = asked.keep(land ? land->revision : 0);
  // Presets may change with the files they are read from; their hashes do not. Tiles that no edit touches are those of the
  // recipe.
  work.stamp = named.entry->hash + edits_stamp(land ? land->stamp(window_of(*named.entry->recipe, order)) : 0, work.keep);
  return work;
}

Json tools_json() {
  Json list = Json::array();
  for (const std::string_view name : choice_names<BrushTool>()) list.push_back(name);
  return list;
}

Outcome info(Services& services, const Call& call) {
  auto found = named_of(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  if (!named.entry->recipe) return error_response(422, "unsupported", "recipe", "is of voxels; terrain lies on a plane");
  Work work = work_of([&services, named](const CancelToken& cancel) -> Result<Response> {
    CRATON_TRY(const std::shared_ptr<const Terrain> terrain, terrain_of(services, named));
    // Which layers there are is known once some tile is made.
    CRATON_TRY(const TerrainTile made, terrain->tile({}, {.threads = 1, .cancel = &cancel}));
    Json layers = Json::array();
    for (const auto& layer : made.surface.layers()) layers.push_back(layer_json(*layer));
    Json json = {{"hash", named.entry->hash},
                 {"seed", seed_json(named.seed)},
                 {"cells", cells},
                 {"levels", terrain->options().levels},
                 {"step", metres_from_units(terrain->step(0))},
                 {"layers", layers},
                 {"scatter", scatter_names()},
                 {"tools", tools_json()},
                 {"brush", params_json(params_of<BrushParams>())}};
    CRATON_TRY(const std::optional<FirstSight> sight,
               first_sight(terrain->recipe(), services.book.terms(), &services.heights, {.threads = 1, .cancel = &cancel}));
    if (sight) json["sight"] = {{"x", metres_from_units(sight->middle.x)}, {"y", metres_from_units(sight->middle.y)}};
    return json_response(json.dump());
  });
  work.compress = true;
  work.stamp = named.entry->hash;
  return work;
}

}  // namespace

Result<std::shared_ptr<const Terrain>> terrain_of(Services& services, const Named& named) {
  const std::string key = fmt::format("{} {}", named.entry->hash, named.seed);
  return services.terrains.get(key, [&]() -> Result<SharedStore<Terrain>::Made> {
    Recipe recipe = *named.entry->recipe;
    recipe.seed = named.seed;
    CRATON_TRY(Terrain terrain, Terrain::make(recipe, services.book.terms(),
                                              {.tile_cells = cells,
                                               .margin = 1,
                                               .levels = levels_of_step(recipe),
                                               .block_bytes = block_bytes,
                                               .assets = &services.heights}));
    return SharedStore<Terrain>::Made{std::make_shared<const Terrain>(std::move(terrain)), block_bytes};
  });
}

void add_terrain_routes(Router& router, Services& services) {
  router.add({.pattern = "/api/v1/terrain/{recipe}/{seed}",
              .summary = "What tiles of an endless terrain are like: cells, levels, step, layers.",
              .params = {recipe_param(), seed_param()},
              .handler = [&services](const Call& call) { return info(services, call); }});
  router.add({.pattern = "/api/v1/terrain/{recipe}/{seed}/{level}/{x}/{y}",
              .summary = "A tile of endless terrain: 129 × 129 samples, those on the border shared with its neighbours.",
              .params = {recipe_param(),
                         seed_param(),
                         {.name = "level",
                          .kind = ParamKind::integer,
                          .doc = "0: the recipe's own step; each further one doubles it.",
                          .min = 0,
                          .max = most_levels - 1},
                         place_param("x", "Tiles to the east."),
                         place_param("y", "Tiles to the south."),
                         {.name = "format",
                          .kind = ParamKind::choice,
                          .doc = "Floats, 16-bit levels from the tile's least to its greatest value, differences that pack well "
                                 "(docs/server.md), or a scene of triangles.",
                          .standard = "f32",
                          .choices = {"f32", "u16", "packed", "glb"}},
                         {.name = "layers",
                          .kind = ParamKind::text,
                          .doc = "Names, joined by commas; their samples follow each other.",
                          .standard = "height"},
                         {.name = "margin",
                          .kind = ParamKind::integer,
                          .doc = "Samples more on all sides, for normals.",
                          .standard = "0",
                          .min = 0,
                          .max = 1},
                         {.name = "scatter",
                          .kind = ParamKind::flag,
                          .doc = "1: the trees, rocks, … that stand there instead (docs/server.md).",
                          .standard = "0"},
                         {.name = "kinds", .kind = ParamKind::text, .doc = "Of scatter: names, joined by commas; none: all."},
                         edits_param()},
              .gives = "Numbers, row by row from the north; X-Craton-Tile says what they are. A scene. Things.",
              .types = {"application/octet-stream", "model/gltf-binary"},
              .handler = [&services](const Call& call) { return tile(services, call); }});
}

}  // namespace craton::server
