// Worlds that were made: list, facts, places, objects.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include <craton/files/geojson.h>
#include <craton/picture/category_colours.h>
#include <craton/surface/nearest_object.h>

#include "api_world.h"
#include "face_tiles.h"
#include "services.h"

namespace craton::server {
namespace {

std::string time_text(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char buffer[32];
  return {buffer, std::strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

Json summary_json(const WorldRecord& record, const WorldFileInfo& info, const Recipe& recipe) {
  return {{"id", record.id},
          {"name", recipe.name.empty() ? record.id : recipe.name},
          {"kind", recipe.world},
          {"seed", seed_json(info.seed)},
          {"made", time_text(record.made)},
          {"bytes", record.bytes}};
}

Json endless_json(const WorldRecord& record, const EndlessStore::Facts& facts) {
  const BookEntry& entry = *facts.entry;
  const std::string& name = entry.recipe ? entry.recipe->name : entry.voxels->name;
  return {{"id", record.id},
          {"name", name.empty() ? record.id : name},
          {"kind", entry.kind},
          {"endless", true},
          {"hash", entry.hash},
          {"seed", seed_json(facts.seed)},
          {"made", time_text(record.made)},
          {"bytes", record.bytes},
          {"edits", facts.edits}};
}

Result<Response> listed(Services& services) {
  Json list = Json::array();
  for (const WorldRecord& record : services.worlds.list()) {
    if (const std::optional<EndlessStore::Facts> facts = services.endless.learn(record)) {
      list.push_back(endless_json(record, *facts));
      continue;
    }
    const Result<std::shared_ptr<const WorldFileInfo>> info = services.worlds.info(record);
    if (!info) continue;  // a file that is no world, or one of a later version
    const Result<Recipe> recipe = recipe_from_json((*info)->recipe, services.book.terms());
    if (recipe) list.push_back(summary_json(record, **info, *recipe));
  }
  return json_response(dumped({{"worlds", list}}));
}

Json domain_json(const DomainSpec& domain) {
  Json json = {{"kind", domain.kind}};
  for (const DomainKind& kind : all_domain_kinds()) {
    if (kind.id != domain.kind) continue;
    for (const ParamInfo& param : kind.params) {
      const ParamValue* given = domain.params.find(param.name);
      std::visit([&](const auto& value) { json[std::string(param.name)] = value; }, given ? *given : param.default_value);
    }
  }
  return json;
}

Json levels_json(const LevelSizes& levels) {
  Json list = Json::array();
  for (const GridSize& size : levels.sizes)
    list.push_back({{"width", size.width},
                    {"height", size.height},
                    {"columns", LevelSizes::tiles(size.width)},
                    {"rows", LevelSizes::tiles(size.height)}});
  return list;
}

Result<Response> endless_shown(Services& services, const WorldRecord& record, const EndlessStore::Facts& facts) {
  CRATON_TRY(const std::shared_ptr<EditedWorld> world, services.endless.open(*facts.entry, facts.seed, false));
  Json json = endless_json(record, facts);
  json["revision"] = world ? world->revision() : 0;
  Result<Json> text = parse_json(facts.entry->text);
  if (text) json["recipe"] = *std::move(text);
  return json_response(dumped(json));
}

Result<Response> removed(Services& services, const WorldRecord& record) {
  services.pictures.forget(record.id);
  if (const std::optional<EndlessStore::Facts> facts = services.endless.learn(record))
    CRATON_TRY(services.endless.remove(record, *facts));
  else
    CRATON_TRY(services.worlds.remove(record));
  return json_response(Json{{"deleted", record.id}}.dump());
}

Result<Response> shown(Services& services, const WorldRecord& record) {
  if (const std::optional<EndlessStore::Facts> facts = services.endless.learn(record))
    return endless_shown(services, record, *facts);
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(record));
  CRATON_TRY(const Recipe recipe, recipe_from_json(info->recipe, services.book.terms()));
  CRATON_TRY(const LevelSizes levels, levels_of(recipe.domain));
  CRATON_TRY(const std::shared_ptr<const World> world, services.worlds.objects(record));
  Json layers = Json::array(), objects = Json::array();
  std::vector<std::string> names;
  for (const StoredLayer& layer : info->layers) {
    layers.push_back(stored_layer_json(layer));
    names.push_back(layer.info.name);
  }
  for (const ObjectTable& table : world->surface.objects())
    objects.push_back({{"name", table.name}, {"help", table.doc}, {"count", table.rows()}});
  Json json = summary_json(record, *info, recipe);
  json["domain"] = domain_json(recipe.domain);
  json["layers"] = layers;
  json["objects"] = objects;
  json["styles"] = styles_of(names);
  json["deepest"] = levels.deepest();
  json["levels"] = levels_json(levels);
  if (recipe.domain.kind == "sphere")
    if (const Result<CubeSphere::Params> params = params_from<CubeSphere::Params>(recipe.domain.params, "/domain"))
      json["faces"] = FaceLevels(static_cast<std::uint32_t>(params->resolution)).json();
  json["wraps"] = {levels.wraps_x, levels.wraps_y};
  json["asked_seed"] = seed_json(info->asked_seed);
  json["attempts"] = info->attempts;
  json["version"] = info->craton_version;
  Result<Json> text = parse_json(info->recipe);
  if (text) json["recipe"] = *std::move(text);
  return json_response(dumped(json));
}

// ---- facts of a place

struct Place {
  Cell cell = no_cell;
  Vec3d metres;
};

Result<Place> place_at(const Domain& domain, const Call& call) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    if (!call.given("lat") || !call.given("lon"))
      return Error{ErrorCode::invalid_value, "lat", "a planet's place is given by lat and lon"};
    const Vec3d direction = direction_of(LatLon{call.number("lat"), call.number("lon")});
    const double r = sphere->radius();
    return Place{sphere->nearest(direction), {direction.x * r, direction.y * r, direction.z * r}};
  }
  if (!call.given("x") || !call.given("y"))
    return Error{ErrorCode::invalid_value, "x", "a map's place is given by x and y, in metres"};
  const Result<std::int64_t> x = units_from_metres(call.number("x")), y = units_from_metres(call.number("y"));
  if (!x || !y) return Error{ErrorCode::invalid_value, "x", "lies too far out"};
  const Point2 point{*x, *y};
  const std::optional<Cell> cell =
      std::holds_alternative<Torus>(domain) ? std::get<Torus>(domain).nearest(point) : std::get<PlaneTile>(domain).nearest(point);
  if (!cell) return Error{ErrorCode::invalid_value, "x", "lies outside the map"};
  return Place{*cell, {call.number("x"), call.number("y"), 0}};
}

std::string distance_text(double metres) {
  if (metres < 1) return "here";
  return metres < 10000 ? fmt::format("{:.0f} m away", metres) : fmt::format("{:.0f} km away", metres / 1000);
}

/// What is nearest of a table, in words; "" where there is nothing near.
std::string nearest_text(const Domain& domain, const ObjectTable& table, const Vec3d& place) {
  constexpr double near_cells = 30;
  const std::optional<NearestObject> found = nearest_object(domain, table, place);
  if (!found || found->distance > near_cells * spacing(domain)) return "";
  const auto* texts = table.values<std::string>("name");
  const std::string name = texts && !(*texts)[found->row].empty() ? (*texts)[found->row] : fmt::format("no. {}", found->row + 1);
  return fmt::format("{}, {}", name, distance_text(found->distance));
}

Result<Response> facts(Services& services, const WorldRecord& record, const Call& call) {
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(record));
  CRATON_TRY(const std::shared_ptr<const World> world, services.worlds.objects(record));
  const Domain& domain = world->surface.domain();
  CRATON_TRY(const Place place, place_at(domain, call));
  Json json = {{"layers", Json::object()}};
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    const LatLon found = sphere->lat_lon(place.cell);
    json["lat"] = found.latitude;
    json["lon"] = found.longitude;
  } else {
    const Vec3d centre = std::visit([&](const auto& topology) { return topology.centre(place.cell); }, domain);
    json["x"] = centre.x;
    json["y"] = centre.y;
  }
  for (const StoredLayer& stored : info->layers) {
    CRATON_TRY(const std::shared_ptr<const World> part, services.worlds.world(record, {stored.info.name}));
    const Layer* layer = part->surface.layer(stored.info.name);
    const double value = layer->value(place.cell);
    Json& fact = json["layers"][stored.info.name];
    fact = {{"value", std::isfinite(value) ? Json(value) : Json()}, {"unit", stored.info.unit}};
    const auto& names = stored.info.categories;
    if (layer->type() == LayerType::category && value < static_cast<double>(names.size()))
      fact["name"] = names[static_cast<std::size_t>(value)];
  }
  for (const ObjectTable& table : world->surface.objects()) {
    // A plate is where its cells are; its centre may lie in another one.
    if (table.name == "plates" && json["layers"].contains("plate")) {
      const auto number = json["layers"]["plate"]["value"];
      if (number.is_number() && number.template get<double>() >= 1)
        json[table.name] = fmt::format("no. {}, here", number.template get<std::int64_t>());
      continue;
    }
    if (std::string near = nearest_text(domain, table, place.metres); !near.empty()) json[table.name] = std::move(near);
  }
  return json_response(dumped(json));
}

Result<Response> geojson(Services& services, const WorldRecord& record, const std::string& set) {
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(record));
  const bool coast = set == "coast";
  const std::vector<std::string>& there = info->objects;
  if (!coast && set != "all" && std::find(there.begin(), there.end(), set) == there.end())
    return Error{
        ErrorCode::unknown_name, "set",
        fmt::format("no objects are called \"{}\"; there are {}, coast, all", set.substr(0, 64), fmt::join(there, ", "))};
  // The coast follows from heights, and the areas of plates from their numbers.
  std::vector<std::string> layers;
  for (const StoredLayer& each : info->layers)
    if ((each.info.name == "height" && (coast || set == "all")) ||
        (each.info.name == "plate" && (set == "plates" || set == "all")))
      layers.push_back(each.info.name);
  CRATON_TRY(const std::shared_ptr<const World> world,
             layers.empty() ? services.worlds.objects(record) : services.worlds.world(record, layers));
  GeoJsonOptions options;
  if (set != "all") options.objects = {set};
  CRATON_TRY(std::string text, geojson_text(*world, options));
  return bytes_response(std::move(text), "application/geo+json");
}

/// A world that somebody sends: it is read to its last block, and written anew under a name of its own.
Result<Response> taken(Services& services, const std::string& name, const std::string& bytes, const CancelToken& cancel) {
  const PassingFile sent(services.own, "craton");
  CRATON_TRY(sent.write(bytes));
  const Result<World> world =
      read_world(sent.path(), services.book.terms(),
                 {.layers = {}, .max_bytes = services.options.making_bytes, .execution = {.cancel = &cancel}});
  // Where it lay for a moment is nobody's business.
  if (!world) return error_response(400, "bad_request", "body", "is no world that can be read: " + world.error().message);
  const std::string& wish = !name.empty() ? name : !world->recipe.name.empty() ? world->recipe.name : world->recipe.world;
  const std::string id = services.worlds.reserve(wish);
  const Result<void> written =
      write_world(services.worlds.path_of(id), *world, services.book.terms(), {.threads = services.threads, .cancel = &cancel});
  services.worlds.release(id);
  if (!written) return error_response(written.error());
  Response response = json_response(Json{{"world", id}}.dump(), 201);
  response.headers.emplace_back("Location", "/api/v1/worlds/" + id);
  return response;
}

constexpr std::uint64_t most_world_bytes = std::uint64_t{64} << 20;

}  // namespace

Json stored_layer_json(const StoredLayer& layer) {
  constexpr std::string_view types[] = {"number", "integer", "category"};
  Json json = {{"name", layer.info.name}, {"unit", layer.info.unit},
               {"help", layer.info.doc},  {"type", types[static_cast<std::size_t>(layer.info.type)]},
               {"min", layer.min},        {"max", layer.max}};
  if (layer.info.categories.empty()) return json;
  const std::vector<Rgb8> colours = category_colours(layer.info.categories);
  Json categories = Json::array();
  for (std::size_t i = 0; i < layer.info.categories.size(); ++i)
    categories.push_back(
        {{"value", i}, {"name", layer.info.categories[i]}, {"colour", hex_colour(colours[i].r, colours[i].g, colours[i].b)}});
  json["categories"] = categories;
  return json;
}

Outcome of_world(Services& services, const Call& call, bool compress,
                 std::function<Result<Response>(const WorldRecord&, const CancelToken&)> run) {
  const Result<WorldRecord> record = services.worlds.find(call.text("id"));
  if (!record) return error_response(404, "unknown_world", "id", record.error().message);
  Work work = work_of([record = *record, run = std::move(run)](const CancelToken& cancel) { return run(record, cancel); });
  work.keep = Keep::revalidate;
  work.stamp = record->stamp;
  work.compress = compress;
  return work;
}

RouteParam world_param() { return {.name = "id", .kind = ParamKind::text, .doc = "Of a world.", .max = 64}; }

void add_world_routes(Router& router, Services& services) {
  const RouteParam id = world_param();
  router.add(
      {.pattern = "/api/v1/worlds", .summary = "All worlds that are kept.", .handler = [&services](const Call&) -> Outcome {
         Work work = work_of([&services](const CancelToken&) { return listed(services); });
         work.keep = Keep::never;
         work.compress = true;
         return work;
       }});
  router.add(
      {.method = Method::post,
       .pattern = "/api/v1/worlds/upload",
       .summary = "Takes a world that was made elsewhere: a .craton file of up to 64 MiB. Every block of it is checked.",
       .params =
           {{.name = "name", .kind = ParamKind::text, .doc = "What it shall be called; else as its recipe says.", .max = 64}},
       .body = "The file as application/octet-stream.",
       .gives = "{world}",
       .most_body = most_world_bytes,
       .raw_body = true,
       .handler = [&services](const Call& call) -> Outcome {
         if (call.request->body.empty()) return error_response(400, "bad_request", "body", "is empty; send the file");
         Work work = work_of([&services, name = call.text("name"), bytes = call.request->body](const CancelToken& cancel) {
           return taken(services, name, bytes, cancel);
         });
         work.keep = Keep::never;
         return work;
       }});
  router.add({.pattern = "/api/v1/worlds/{id}",
              .summary = "What a world is: domain, layers, objects, styles, recipe.",
              .params = {id},
              .handler = [&services](const Call& call) {
                return of_world(services, call, true,
                                [&services](const WorldRecord& record, const CancelToken&) { return shown(services, record); });
              }});
  router.add({.method = Method::del,
              .pattern = "/api/v1/worlds/{id}",
              .summary = "Deletes a world.",
              .params = {id},
              .handler = [&services](const Call& call) -> Outcome {
                const Result<WorldRecord> record = services.worlds.find(call.text("id"));
                if (!record) return error_response(404, "unknown_world", "id", record.error().message);
                // The disk is asked elsewhere than on a thread that serves.
                Work work = work_of([&services, record = *record](const CancelToken&) { return removed(services, record); });
                work.keep = Keep::never;
                return work;
              }});
  router.add(
      {.pattern = "/api/v1/worlds/{id}/at",
       .summary = "All layers at a place, and what is nearest to it.",
       .params = {id,
                  {.name = "x", .kind = ParamKind::number, .doc = "Metres to the east, on maps.", .min = -0x1p52, .max = 0x1p52},
                  {.name = "y", .kind = ParamKind::number, .doc = "Metres to the south, on maps.", .min = -0x1p52, .max = 0x1p52},
                  {.name = "lat", .kind = ParamKind::number, .doc = "Degrees north, on planets.", .min = -90, .max = 90},
                  {.name = "lon", .kind = ParamKind::number, .doc = "Degrees east, on planets.", .min = -540, .max = 540}},
       .gives = "{x, y | lat, lon, layers: {name: {value, unit, name?}}, TABLE: what is nearest of it, in words}",
       .handler = [&services](const Call& call) {
         // The call's request ends with this thread's turn; its values do not.
         return of_world(services, call, true, [&services, call](const WorldRecord& record, const CancelToken&) {
           return facts(services, record, call);
         });
       }});
  router.add({.pattern = "/api/v1/worlds/{id}/objects/{set}.geojson",
              .summary = "Objects of a world: rivers, places, …; coast; all.",
              .params = {id, {.name = "set", .kind = ParamKind::text, .doc = "Name of a table, coast, or all.", .max = 64}},
              .gives = "GeoJSON.",
              .types = {"application/geo+json"},
              .handler = [&services](const Call& call) {
                return of_world(services, call, true,
                                [&services, set = call.text("set")](const WorldRecord& record, const CancelToken&) {
                                  return geojson(services, record, set);
                                });
              }});
}

}  // namespace craton::server
