// Whatever the library declares as a request: its route is made of the declaration.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include <craton/requests/request.h>

#include "services.h"

namespace craton::server {
namespace {

/// Files of this machine are nobody's business over HTTP.
bool is_served(const ParamInfo& param) { return !param.asset; }
bool is_served(const RequestInfo& request) { return is_served(request.params.front()); }

Json declarations() {
  Json list = Json::array();
  for (const RequestInfo& request : all_requests()) {
    if (!is_served(request)) continue;
    std::vector<ParamInfo> params;
    std::copy_if(request.params.begin(), request.params.end(), std::back_inserter(params),
                 [](const ParamInfo& each) { return is_served(each); });
    list.push_back({{"id", request.id}, {"doc", request.doc}, {"gives", request.gives}, {"params", params_json(params)}});
  }
  return {{"requests", list}};
}

struct Order {
  const RequestInfo* request = nullptr;
  ParamValues values;
  std::string key, part, name;
};

Result<std::shared_ptr<const Answer>> answered(Services& services, const Order& order, const CancelToken& cancel) {
  return services.answers.get(order.key, [&]() -> Result<SharedStore<Answer>::Made> {
    CRATON_TRY(Answer answer, order.request->run(order.values, {.execution = {.threads = services.threads, .cancel = &cancel},
                                                                .memory_limit = services.options.making_bytes,
                                                                .files = false}));
    const std::uint64_t bytes = answer.bytes();
    return SharedStore<Answer>::Made{std::make_shared<const Answer>(std::move(answer)), bytes};
  });
}

Result<Response> array_response(const Answer& answer, const std::string& name) {
  const AnswerArray* array = answer.array(name);
  if (!array) {
    std::vector<std::string_view> names;
    for (const AnswerArray& each : answer.arrays()) names.push_back(each.layer->name());
    return Error{ErrorCode::unknown_name, "name",
                 fmt::format("no array is called \"{}\"; there are {}", name, fmt::join(names, ", "))};
  }
  constexpr std::string_view types[] = {"float32", "int32", "uint8"};
  const Layer& layer = *array->layer;
  Json shape = Json::array();
  for (const AnswerAxis& axis : array->axes) shape.push_back(axis.size);
  const std::span<const std::byte> bytes = layer.bytes();
  return numbers_response(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                          {{"name", layer.name()},
                           {"type", types[static_cast<std::size_t>(layer.type())]},
                           {"unit", layer.info().unit},
                           {"shape", shape},
                           {"hash", fmt::format("{:016x}", layer.hash())}});
}

/// The file of this name; the first one where none is named.
Result<Response> file_response(const Answer& answer, const std::string& name) {
  for (const AnswerFile& file : answer.files())
    if (name.empty() || file.name == name) return bytes_response(file.bytes, file.type);
  std::vector<std::string_view> names;
  for (const AnswerFile& file : answer.files()) names.push_back(file.name);
  return Error{ErrorCode::unknown_name, "name",
               fmt::format("no file is called \"{}\"; there are {}", name, fmt::join(names, ", "))};
}

Result<Response> part_of(const Answer& answer, const Order& order, const Execution& execution) {
  if (order.part == "array") return array_response(answer, order.name);
  if (order.part == "file") return file_response(answer, order.name);
  if (order.part == "picture") {
    CRATON_TRY(std::string png, picture_of(answer, Json{{"layer", order.name}}.dump(), execution));
    return bytes_response(std::move(png), "image/png");
  }
  if (order.part == "table") {
    CRATON_TRY(std::string text, answer.table_text(order.name));
    return json_response(std::move(text));
  }
  if (order.part == "geojson") {
    CRATON_TRY(std::string text, answer.geojson(order.name));
    return bytes_response(std::move(text), "application/geo+json");
  }
  return json_response(answer.description());
}

Outcome outcome_of(Services& services, const RequestInfo& request, const Call& call) {
  const Result<JsonBody> body = JsonBody::read(call.request->body);
  if (!body) return error_response(400, "bad_json", body.error().path, body.error().message);
  Result<ParamValues> values = values_from_json(request.params, call.request->body);
  if (!values) return error_response(values.error());
  Order order{&request, *std::move(values), fmt::format("{} {}", request.id, body->key()), call.text("part"), call.text("name")};
  Work work = work_of([&services, order = std::move(order)](const CancelToken& cancel) -> Result<Response> {
    CRATON_TRY(const std::shared_ptr<const Answer> answer, answered(services, order, cancel));
    return part_of(*answer, order, {.threads = services.threads, .cancel = &cancel});
  });
  work.body_key = body->key();
  work.compress = services.remote;
  return work;
}

}  // namespace

void add_request_routes(Router& router, Services& services) {
  router.add({.pattern = "/api/v1/requests",
              .summary = "What can be asked for, as the library declares it.",
              .gives = "{requests: [{id, doc, gives, params}]}",
              .handler = [](const Call&) -> Outcome { return json_response(dumped(declarations())); }});
  // Routes show them for as long as there is a server.
  static const std::vector<std::string> schemas = [] {
    std::vector<std::string> all;
    for (const RequestInfo& request : all_requests()) all.push_back(params_schema(request.params, false));
    return all;
  }();
  for (std::size_t i = 0; i < all_requests().size(); ++i) {
    const RequestInfo& request = all_requests()[i];
    if (!is_served(request)) continue;
    router.add(
        {.method = Method::post,
         .pattern = fmt::format("/api/v1/requests/{}", request.id),
         .summary = request.doc,
         .params =
             {{.name = "part",
               .kind = ParamKind::choice,
               .doc = "What of it is sent: its description, an array as raw numbers, a table, GeoJSON, a picture, a file.",
               .standard = "description",
               .choices = {"description", "array", "table", "geojson", "picture", "file"}},
              {.name = "name", .kind = ParamKind::text, .doc = "Of the array, the table, the layer or the file.", .max = 64}},
         .body = "A JSON object; what is not given is at its default.",
         .schema = schemas[i],
         .gives = request.gives,
         .types = {"application/json", "application/octet-stream", "application/geo+json", "image/png", "image/svg+xml",
                   "model/gltf-binary"},
         .handler = [&services, &request](const Call& call) { return outcome_of(services, request, call); }});
  }
}

}  // namespace craton::server
