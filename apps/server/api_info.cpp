// What the server is, and what worlds can be made of.
#include <craton/base/targets.h>
#include <craton/noise/noise.h>
#include <craton/recipe/recipe.h>
#include <craton/stages/stage.h>

#include "services.h"

namespace craton::server {
namespace {

Json limits_json(const Services& services) {
  const ServerOptions& o = services.options;
  return {{"head_bytes", 16 << 10},
          {"body_bytes", 1 << 20},
          {"preview_size", 256},
          {"picture_size", 8192},
          {"waiting_answers", o.most_waiting},
          {"waiting_jobs", o.most_jobs},
          {"tile_bytes", o.tile_bytes},
          {"world_bytes", o.world_bytes},
          {"making_bytes", o.making_bytes}};
}

Response about(const Services& services) {
  const Json json = {{"name", "craton"},
                     {"version", CRATON_VERSION},
                     {"api", 1},
                     {"abi", 1},
                     {"threads", services.threads},
                     {"instructions", chosen_target()},
                     {"world_version", newest_world_version},
                     {"limits", limits_json(services)}};
  return json_response(json.dump());
}

Json stages_json(const RecipeTerms& terms) {
  Json stages = Json::array(), domains = Json::array(), worlds = Json::array();
  for (const StageEntry& entry : terms.stages.entries()) {
    const StageInfo& info = entry.info;
    stages.push_back({{"id", info.id},
                      {"title", info.title},
                      {"help", info.doc},
                      {"cite", info.cite},
                      {"version", info.version},
                      {"reach", info.reach_doc},
                      {"params", params_json(info.params)},
                      {"objects", info.objects()}});
  }
  for (const DomainKind& kind : all_domain_kinds())
    domains.push_back({{"id", kind.id}, {"title", kind.title}, {"help", kind.doc}, {"params", params_json(kind.params)}});
  for (const WorldKind& kind : terms.worlds)
    worlds.push_back({{"id", kind.id},
                      {"title", kind.title},
                      {"help", kind.doc},
                      {"domains", std::vector<std::string_view>(kind.domains.begin(), kind.domains.end())}});
  return {{"stages", stages}, {"domains", domains}, {"worlds", worlds}, {"voxels", params_json(params_of<VoxelParams>())}};
}

Json noises_json() {
  Json noises = Json::array();
  for (const NoiseKind& kind : all_noise_kinds()) {
    Json inputs = Json::array(), dimensions = Json::array();
    for (const NoiseInputInfo& input : kind.inputs) inputs.push_back(input.name);
    for (unsigned d = 1; d <= 4; ++d)
      if (kind.dimensions >> (d - 1) & 1) dimensions.push_back(d);
    noises.push_back({{"id", kind.id},
                      {"title", kind.title},
                      {"help", kind.doc},
                      {"cite", kind.cite},
                      {"plain", kind.plain},
                      {"dimensions", dimensions},
                      {"inputs", inputs},
                      {"params", params_json(kind.params)}});
  }
  return {{"noises", noises}};
}

Json presets_json(const RecipeBook& book) {
  Json list = Json::array();
  for (const Preset& preset : book.presets())
    list.push_back({{"id", preset.id},
                    {"title", preset.title},
                    {"help", preset.help},
                    {"kind", preset.kind},
                    {"recipe", preset.json},
                    {"knobs", preset.knobs}});
  return {{"presets", list}};
}

Response registered(Services& services, const std::string& text) {
  Result<JsonBody> body = JsonBody::read(text);
  if (!body) return error_response(400, "bad_json", body.error().path, body.error().message);
  const Json* recipe = body->find("recipe");
  if (Result<void> end = body->end(); !end) return error_response(end.error());
  if (!recipe) return error_response(422, "bad_value", "/recipe", "is missing");
  const Result<std::shared_ptr<const BookEntry>> entry = services.book.add(*recipe);
  if (!entry) return error_response(entry.error());
  // What a plan finds wrong is told now, not by the first tile.
  if ((*entry)->recipe)
    if (const Result<Plan> plan = plan_recipe(*(*entry)->recipe, services.book.terms()); !plan)
      return error_response(plan.error());
  return json_response(Json{{"hash", (*entry)->hash}, {"kind", (*entry)->kind}, {"seed", seed_json((*entry)->seed())}}.dump());
}

/// What each stage touches, in the order in which they run.
Response planned(Services& services, const std::string& text) {
  Result<JsonBody> body = JsonBody::read(text);
  if (!body) return error_response(400, "bad_json", body.error().path, body.error().message);
  const Json* recipe = body->find("recipe");
  if (Result<void> end = body->end(); !end) return error_response(end.error());
  if (!recipe) return error_response(422, "bad_value", "/recipe", "is missing");
  const Result<std::shared_ptr<const BookEntry>> entry = services.book.read(*recipe);
  if (!entry) return error_response(entry.error());
  Json stages = Json::array();
  if ((*entry)->recipe) {
    const Recipe& read = *(*entry)->recipe;
    const Result<Plan> plan = plan_recipe(read, services.book.terms());
    if (!plan) return error_response(plan.error());
    for (const PlannedStage& stage : plan->stages)
      stages.push_back({{"index", stage.index},
                        {"id", read.stages[stage.index].id},
                        {"reads", stage.reads},
                        {"writes", stage.writes},
                        {"tables_read", stage.tables_read},
                        {"tables_written", stage.tables_written}});
  }
  return json_response(dumped({{"stages", stages}}));
}

/// Text that is the same until the program changes: made once, kept by its tag.
Handler fixed(std::function<std::string()> make) {
  return [make = std::move(make)](const Call&) -> Outcome {
    Work work;
    work.keep = Keep::revalidate;
    work.compress = true;
    work.run = [make](const CancelToken&) { return json_response(make()); };
    return work;
  };
}

}  // namespace

void add_info_routes(Router& router, Services& services) {
  router.add({.pattern = "/api/v1/about",
              .summary = "What this server is, and its limits.",
              .handler = [&services](const Call&) -> Outcome { return about(services); }});
  router.add({.pattern = "/api/v1/openapi.json",
              .summary = "This description.",
              .handler = fixed([&router] { return openapi_text(router.routes(), CRATON_VERSION); })});
  router.add({.pattern = "/api/v1/schema", .summary = "JSON Schema of recipes.", .handler = fixed([&services] {
                                                                                   return recipe_schema(services.book.terms());
                                                                                 })});
  router.add({.pattern = "/api/v1/stages",
              .summary = "Every stage, domain and kind of world with its parameters.",
              .handler = fixed([&services] { return stages_json(services.book.terms()).dump(); })});
  router.add({.pattern = "/api/v1/noises", .summary = "Every kind of noise with its parameters.", .handler = fixed([] {
                                                                                                    return noises_json().dump();
                                                                                                  })});
  router.add({.pattern = "/api/v1/presets",
              .summary = "The recipes and noises that come with Craton, with their knobs.",
              .handler = fixed([&services] { return presets_json(services.book).dump(); })});
  router.add({.method = Method::post,
              .pattern = "/api/v1/recipes",
              .summary = "Makes a recipe known, so that addresses can name it by its hash.",
              .body = "{recipe}: a recipe as JSON, or its text.",
              .gives = "{hash, kind, seed}",
              .handler = [&services](const Call& call) -> Outcome {
                Work work;
                work.keep = Keep::never;
                work.run = [&services, text = call.request->body](const CancelToken&) { return registered(services, text); };
                return work;
              }});
  router.add({.method = Method::post,
              .pattern = "/api/v1/plan",
              .summary = "Which layers and tables of objects each stage of a recipe reads and writes.",
              .body = "{recipe}: a recipe as JSON, or its text.",
              .gives = "{stages: [{index, id, reads, writes, tables_read, tables_written}]}: those that are enabled",
              .handler = [&services](const Call& call) -> Outcome {
                Work work;
                work.keep = Keep::never;
                work.run = [&services, text = call.request->body](const CancelToken&) { return planned(services, text); };
                return work;
              }});
}

}  // namespace craton::server
