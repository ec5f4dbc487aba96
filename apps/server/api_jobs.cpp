// Worlds are made by jobs, which tell of their progress.
#include <fmt/format.h>

#include "services.h"
#include "world_making.h"

namespace craton::server {
namespace {

Response bad_body(const Error& error) {
  if (error.path == "body") return error_response(400, "bad_json", "body", error.message);
  return error_response(error);
}

Response full() {
  Response response = error_response(503, "busy", "", "too many worlds wait to be made; try again later");
  response.headers.emplace_back("Retry-After", "5");
  return response;
}

Response create(Services& services, const std::string& client, const std::string& text) {
  Result<JsonBody> body = JsonBody::read(text);
  if (!body) return bad_body(body.error());
  const Result<bool> steps = body->flag("steps", true);
  if (!steps) return error_response(steps.error());
  const Result<bool> history = body->flag("history", false);
  if (!history) return error_response(history.error());
  Result<MakeOrder> order = read_world_order(services, *body);
  if (!order) return error_response(order.error());
  if (Result<void> end = body->end(); !end) return error_response(end.error());
  order->steps = *steps;
  order->history = *history;
  const std::string& name = order->recipe.name.empty() ? order->recipe.world : order->recipe.name;
  // Given back also where the job is given up before it begins.
  const std::shared_ptr<const std::string> id(new std::string(services.worlds.reserve(name)),
                                              [&services](const std::string* held) {
                                                services.worlds.release(*held);
                                                delete held;
                                              });
  const std::shared_ptr<Job> job = services.jobs.start(
      client, [&services, order = *std::move(order), id](Job& running) { return make_and_keep(services, order, *id, running); });
  if (!job) return full();
  Response response = json_response(Json{{"job", job->json()}}.dump(), 202);
  response.headers.emplace_back("Location", "/api/v1/jobs/" + job->id());
  return response;
}

Response no_job() { return error_response(404, "unknown_job", "id", "there is no such job (any more)"); }

using JobAnswer = Response (*)(const Call&, Job&);

Handler of_job(Services& services, JobAnswer answer) {
  return [&services, answer](const Call& call) -> Outcome {
    const std::shared_ptr<Job> job = services.jobs.find(call.text("id"));
    return job ? answer(call, *job) : no_job();
  };
}

Response show(const Call&, Job& job) { return json_response(dumped(job.json())); }

Response cancel(const Call&, Job& job) {
  job.cancel.cancel();
  return json_response(dumped(job.json()), 202);
}

Response events(const Call&, Job& job) {
  Response response;
  response.type = "text/event-stream";
  response.events = job.events();
  return response;
}

Response picture_response(Bytes picture) {
  Response response;
  response.type = "image/png";
  response.body = std::move(picture);
  if (!response.body) return error_response(404, "not_found", "index", "there is no such picture");
  return response;
}

Response step(const Call& call, Job& job) {
  return picture_response(job.picture(static_cast<std::size_t>(call.integer("index"))));
}

Response iteration(const Call& call, Job& job) {
  return picture_response(
      job.picture(static_cast<std::size_t>(call.integer("index")), static_cast<std::uint32_t>(call.integer("iteration"))));
}

Response changed(Job& job, bool done, std::string_view why_not) {
  return done ? json_response(dumped(job.json()), 202) : error_response(409, "not_now", "id", why_not);
}

Handler pause(Services& services) {
  return [&services](const Call& call) -> Outcome {
    const std::shared_ptr<Job> job = services.jobs.find(call.text("id"));
    if (!job) return no_job();
    return changed(*job, services.jobs.pause(*job), "the job does not run, or as many rest as may");
  };
}
Response one_step(const Call&, Job& job) { return changed(job, job.step(), "the job is not paused"); }
Response resume(const Call&, Job& job) { return changed(job, job.resume(), "the job is not paused"); }
Response finish(const Call&, Job& job) { return changed(job, job.finish(), "the job does not run"); }

Response file(const Call&, Job& job) {
  const std::optional<Job::File> made = job.file();
  if (!made) return error_response(404, "not_found", "id", "the job has no file (yet)");
  Response response;
  response.type = made->type;
  response.file = made->path;
  if (made->type.starts_with("text/html"))  // a report, to be looked at: it may draw, and nothing else
    response.headers.emplace_back("Content-Security-Policy",
                                  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
  else
    response.headers.emplace_back("Content-Disposition", fmt::format("attachment; filename=\"{}\"", made->name));
  return response;
}

}  // namespace

void add_job_routes(Router& router, Services& services) {
  const RouteParam id{.name = "id", .kind = ParamKind::text, .doc = "Of a job.", .max = 64};
  router.add({.method = Method::post,
              .pattern = "/api/v1/worlds",
              .summary = "Makes a world: a job begins.",
              .body = "{recipe | preset, name?, seed?, size?: longer side of maps, four faces' sides of planets, steps?: "
                      "pictures of every stage, history?: and of up to 48 iterations of each, heightmap?, low?, high?: a planet "
                      "over these heights}, or {zoom: {world, lat, lon, span_km?}, size?, name?, …}: a region of a planet",
              .gives = "{job}",
              .handler = [&services](const Call& call) -> Outcome {
                // Reading and planning a large recipe takes a while: not on a thread that serves.
                Work work;
                work.keep = Keep::never;
                work.run = [&services, client = call.request->client, body = call.request->body](const CancelToken&) {
                  return create(services, client, body);
                };
                return work;
              }});
  router.add(
      {.pattern = "/api/v1/jobs", .summary = "All jobs that are remembered.", .handler = [&services](const Call&) -> Outcome {
         Json list = Json::array();
         for (const auto& job : services.jobs.list()) list.push_back(job->json());
         return json_response(dumped({{"jobs", list}}));
       }});
  router.add({.pattern = "/api/v1/jobs/{id}",
              .summary = "How far a job is.",
              .params = {id},
              .gives = "{id, state, progress, stage?, world?, file?, error?}",
              .handler = of_job(services, show)});
  router.add({.method = Method::del,
              .pattern = "/api/v1/jobs/{id}",
              .summary = "Cancels a job.",
              .params = {id},
              .handler = of_job(services, cancel)});
  router.add({.pattern = "/api/v1/jobs/{id}/events",
              .summary = "Follows a job: server-sent events progress, stage, done, error.",
              .params = {id},
              .gives = "Events whose data are the job, or {index, count, id, picture?} of a stage.",
              .types = {"text/event-stream"},
              .handler = of_job(services, events)});
  router.add(
      {.pattern = "/api/v1/jobs/{id}/steps/{index}.png",
       .summary = "What the world looked like after a stage.",
       .params = {id, {.name = "index", .kind = ParamKind::integer, .doc = "Of the stage, from 0.", .min = 0, .max = 1000}},
       .gives = "A PNG.",
       .types = {"image/png"},
       .handler = of_job(services, step)});
  router.add({.pattern = "/api/v1/jobs/{id}/steps/{index}/{iteration}.png",
              .summary = "What the world looked like after an iteration of a stage.",
              .params = {id,
                         {.name = "index", .kind = ParamKind::integer, .doc = "Of the stage, from 0.", .min = 0, .max = 1000},
                         {.name = "iteration", .kind = ParamKind::integer, .doc = "From 1.", .min = 1, .max = 1e6}},
              .gives = "A PNG.",
              .types = {"image/png"},
              .handler = of_job(services, iteration)});
  router.add({.method = Method::post,
              .pattern = "/api/v1/jobs/{id}/pause",
              .summary = "Lets a job rest between two iterations or stages.",
              .params = {id},
              .handler = pause(services)});
  router.add({.method = Method::post,
              .pattern = "/api/v1/jobs/{id}/resume",
              .summary = "Lets it go on.",
              .params = {id},
              .handler = of_job(services, resume)});
  router.add({.method = Method::post,
              .pattern = "/api/v1/jobs/{id}/step",
              .summary = "Lets a job that rests go on by one iteration or stage; then it rests again.",
              .params = {id},
              .handler = of_job(services, one_step)});
  router.add({.method = Method::post,
              .pattern = "/api/v1/jobs/{id}/finish",
              .summary = "Ends the iterations of the stage that runs: the world is the one whose recipe says so many.",
              .params = {id},
              .handler = of_job(services, finish)});
  router.add({.pattern = "/api/v1/jobs/{id}/file",
              .summary = "The file that an export wrote.",
              .params = {id},
              .gives = "The file.",
              .types = {"application/octet-stream"},
              .handler = of_job(services, file)});
}

}  // namespace craton::server
