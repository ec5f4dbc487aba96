// What people change by hand in endless worlds. An edit is acknowledged when it is on the disk.
#include <fmt/format.h>

#include <algorithm>

#include <craton/base/position.h>

#include "api_endless.h"
#include "edit_orders.h"
#include "services.h"

namespace craton::server {
namespace {

constexpr std::size_t most_listed = 256;

Json squares_json(const std::vector<EditSquare>& squares) {
  Json list = Json::array();
  for (const EditSquare& each : squares)
    list.push_back({{"x0", metres_from_units(each.first.x)},
                    {"y0", metres_from_units(each.first.y)},
                    {"x1", metres_from_units(each.last.x)},
                    {"y1", metres_from_units(each.last.y)}});
  return list;
}

Json chunks_json(const std::vector<ChunkPlace>& chunks) {
  Json list = Json::array();
  for (const ChunkPlace& place : chunks) list.push_back({{"x", place.x}, {"y", place.y}});
  return list;
}

Json state_json(const EditOutcome& state) {
  return {{"revision", state.revision}, {"count", state.in_force}, {"undone", state.undone}};
}

Response outcome_response(const EditOutcome& outcome, bool voxels) {
  Json json = state_json(outcome);
  json["done"] = outcome.done;
  json["changed"] = voxels ? chunks_json(outcome.chunks) : squares_json(outcome.squares);
  return json_response(dumped(json));
}

Response refused(const Error& error) {
  if (error.path == "body") return error_response(400, "bad_json", "body", error.message);
  if (error.path == "full") return error_response(409, "full", "", error.message);
  return error_response(error);
}

Response done(const Result<EditOutcome>& outcome, bool voxels) {
  return outcome ? outcome_response(*outcome, voxels) : refused(outcome.error());
}

Response set_voxels(Services& services, const Named& named, const std::string& text) {
  const Result<std::shared_ptr<const VoxelWorld>> plain = voxel_world_of(services, named);
  if (!plain) return error_response(plain.error());
  const Result<VoxelOrder> order = read_voxel_order(text, **plain);
  if (!order) return refused(order.error());
  const Result<std::shared_ptr<EditedWorld>> world = services.endless.open(*named.entry, named.seed, true);
  if (!world) return error_response(world.error());
  return done((*world)->add(order->voxels, order->text), true);
}

Response brush(Services& services, const Named& named, const std::string& text, const CancelToken& cancel) {
  const Result<BrushOrder> order = read_brush_order(text);
  if (!order) return refused(order.error());
  const Result<std::shared_ptr<const Terrain>> plain = terrain_of(services, named);
  if (!plain) return error_response(plain.error());
  const Result<std::shared_ptr<EditedWorld>> world = services.endless.open(*named.entry, named.seed, true);
  if (!world) return error_response(world.error());
  return done((*world)->add(**plain, order->strokes, {.threads = 1, .cancel = &cancel}), false);
}

Response step(Services& services, const Named& named, const std::string& text, bool back) {
  Result<JsonBody> body = JsonBody::read(text);
  if (!body) return refused(body.error());
  const Result<std::int64_t> steps = body->integer("steps", 1, 1, 1000);
  if (!steps) return refused(steps.error());
  if (Result<void> end = body->end(); !end) return refused(end.error());
  const bool voxels = named.entry->voxels.has_value();
  const Result<std::shared_ptr<EditedWorld>> world = services.endless.open(*named.entry, named.seed, false);
  if (!world) return error_response(world.error());
  if (!*world) return outcome_response({}, voxels);
  return done((*world)->step(back, static_cast<std::uint64_t>(*steps)), voxels);
}

/// Steps in force as the orders that would make the same land of the same recipe elsewhere; none where that cannot be told.
Json strokes_json(const EditedWorld& world, std::size_t most) {
  Json steps = Json::array();
  std::int64_t number = -1;
  std::size_t count = 0;
  const std::shared_ptr<const TerrainLand> land = world.land();
  for (const TerrainEdits::Numbered& each : land->edits->all()) {
    Json order = order_of(each.edit);
    if (order.is_null() || ++count > most) return {};
    if (each.number != number) steps.push_back(Json::array());
    number = each.number;
    steps.back().push_back(std::move(order));
  }
  return steps;
}

Result<Json> voxels_json(Services& services, const Named& named, const EditedWorld& world, std::size_t most) {
  CRATON_TRY(const std::shared_ptr<const VoxelWorld> plain, voxel_world_of(services, named));
  if (world.voxels()->count() > most) return Json();
  CRATON_TRY(const std::vector<VoxelEdit> voxels, world.voxels_in_force(most));
  Json list = Json::array();
  for (const VoxelEdit& voxel : voxels) list.push_back(order_of(voxel, *plain));
  return list;
}

/// More than these are not told as orders: nobody could put them into an address.
constexpr std::size_t most_orders = 4096;

Response history(Services& services, const Named& named, bool orders) {
  Json edits = Json::array(), told;
  EditOutcome state;
  const Result<std::shared_ptr<EditedWorld>> world = services.endless.open(*named.entry, named.seed, false);
  if (!world) return error_response(world.error());
  if (*world) {
    const Result<std::vector<EditInfo>> list = (*world)->list();
    if (!list) return error_response(list.error());
    state = (*world)->state();
    for (std::size_t i = list->size() - std::min(list->size(), most_listed); i < list->size(); ++i)
      edits.push_back({{"number", (*list)[i].number}, {"text", (*list)[i].text}, {"undone", (*list)[i].undone}});
    if (orders && (*world)->voxels()) {
      Result<Json> voxels = voxels_json(services, named, **world, most_orders);
      if (!voxels) return error_response(voxels.error());
      told = *std::move(voxels);
    } else if (orders) {
      told = strokes_json(**world, most_orders);
    }
  }
  Json json = state_json(state);
  if (orders) json[named.entry->voxels ? "voxels" : "steps"] = *world ? std::move(told) : Json::array();
  json["edits"] = std::move(edits);
  return json_response(dumped(json));
}

using EditWork = std::function<Response(const Named&, const std::string&, const CancelToken&)>;

/// Work that is done for each who asks, and tells of now.
Handler edit_handler(Services& services, bool voxels, EditWork run) {
  return [&services, voxels, run = std::move(run)](const Call& call) -> Outcome {
    auto found = named_of(services, call);
    if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
    const Named named = std::get<Named>(found);
    if (named.entry->voxels.has_value() != voxels)
      return error_response(422, "unsupported", "recipe", fmt::format("is of the kind \"{}\"", named.entry->kind));
    Work work;
    work.keep = Keep::never;
    work.run = [run, named, text = call.request->body](const CancelToken& cancel) { return run(named, text, cancel); };
    return work;
  };
}

void add_routes(Router& router, Services& services, bool voxels) {
  const std::string base = voxels ? "/api/v1/voxels/{recipe}/{seed}" : "/api/v1/terrain/{recipe}/{seed}";
  const std::vector<RouteParam> params = {recipe_param(), seed_param()};
  const std::string_view gives =
      voxels ? "{revision, count, undone, done, changed: [{x, y}]}: chunks, also those whose neighbours changed at the border"
             : "{revision, count, undone, done, changed: [{x0, y0, x1, y1}]}: metres";
  std::vector<RouteParam> told = params;
  told.push_back({.name = "orders",
                  .kind = ParamKind::flag,
                  .doc = "1: also the orders that would do the same elsewhere, up to 4096.",
                  .standard = "0"});
  router.add({.pattern = base + "/edits",
              .summary = "What was changed by hand, the last 256 steps, undone ones too.",
              .params = told,
              .gives = voxels ? "{revision, count, undone, edits: [{number, text, undone}], voxels?: [{x, y, z, ground?}] | null}"
                              : "{revision, count, undone, edits: [{number, text, undone}], steps?: [[{tool, x, y, …}]] | null}",
              .handler = [&services, voxels](const Call& call) -> Outcome {
                return edit_handler(
                    services, voxels,
                    [&services, orders = call.flag("orders")](const Named& named, const std::string&, const CancelToken&) {
                      return history(services, named, orders);
                    })(call);
              }});
  Route change{.method = Method::post, .pattern = base + "/edits", .summary = "", .params = params, .gives = gives};
  if (voxels) {
    change.summary = "Sets voxels by hand, one step of undo; answered when it is on the disk.";
    change.body = "{voxels: [{x, y, z, ground?: name, or null to take it away}]}: 1 … 4096";
    change.handler = edit_handler(services, true, [&services](const Named& named, const std::string& text, const CancelToken&) {
      return set_voxels(services, named, text);
    });
  } else {
    change.summary = "Touches of a brush, one step of undo; answered when it is on the disk.";
    change.body =
        "{tool: raise | lower | flatten | smooth | stamp | paint, x, y, radius?, by?, strength?, falloff?, smoothness?, to?, "
        "biome?, stamp?: {columns, rows, values}}, or {strokes: [{…}]}: 1 … 256";
    change.handler =
        edit_handler(services, false, [&services](const Named& named, const std::string& text, const CancelToken& cancel) {
          return brush(services, named, text, cancel);
        });
  }
  router.add(std::move(change));
  for (const bool back : {true, false})
    router.add({.method = Method::post,
                .pattern = base + (back ? "/undo" : "/redo"),
                .summary = back ? "Takes back the last edits." : "Brings back what was taken back.",
                .params = params,
                .body = "{steps?: 1 … 1000}",
                .gives = gives,
                .handler = edit_handler(services, voxels,
                                        [&services, back](const Named& named, const std::string& text, const CancelToken&) {
                                          return step(services, named, text, back);
                                        })});
}

}  // namespace

RouteParam edits_param() {
  return {.name = "edits",
          .kind = ParamKind::integer,
          .doc =
              "Revision of the edits (see …/edits). 0: as the recipe makes it. Else as it is now; kept forever where this is "
              "the revision in force.",
          .standard = "0",
          .min = 0,
          .max = 0x1p53,
          .aside = true};
}

EditsAsked edits_asked(Services& services, const Named& named, const Call& call) {
  EditsAsked asked{.asked = static_cast<std::uint64_t>(call.integer("edits"))};
  const EndlessStore::Key key{named.entry->hash, named.seed};
  if (asked.asked == 0 || !services.endless.has(key)) return asked;
  asked.world = services.endless.opened(key);
  asked.closed = !asked.world;
  return asked;
}

std::string edits_stamp(std::uint64_t content, Keep keep) {
  return fmt::format("{}{}", content ? fmt::format(" {:x}", content) : "", keep == Keep::forever ? "" : " now");
}

void add_edit_routes(Router& router, Services& services) {
  add_routes(router, services, false);
  add_routes(router, services, true);
}

}  // namespace craton::server
