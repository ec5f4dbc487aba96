// Height maps that people bring along: the ground of a planet, or of a map.
#include <fmt/format.h>

#include "services.h"

namespace craton::server {
namespace {

Json upload_json(const HeightUpload& upload, bool whole) {
  Json json = {{"file", upload.file}, {"bytes", upload.bytes}};
  if (!whole) return json;
  json["width"] = upload.width;
  json["height"] = upload.height;
  json["min"] = upload.min;
  json["max"] = upload.max;
  json["metres"] = upload.metres;
  return json;
}

Outcome add(Services& services, const Call& call) {
  if (call.request->body.empty()) return error_response(400, "bad_request", "body", "is empty; send the file");
  const RawLayout layout{static_cast<std::uint32_t>(call.integer("width")), static_cast<std::uint32_t>(call.integer("height"))};
  Work work;
  work.keep = Keep::never;
  work.run = [&services, layout, format = call.text("format"), bytes = call.request->body](const CancelToken&) {
    const Result<HeightUpload> upload = services.heights.add(bytes, format, layout);
    if (upload) return json_response(dumped(upload_json(*upload, true)), 201);
    if (upload.error().path == "full") return error_response(409, "full", "", upload.error().message);
    return error_response(upload.error());
  };
  return work;
}

Work at_work(std::function<Response()> run) {
  Work work;
  work.keep = Keep::never;
  work.run = [run = std::move(run)](const CancelToken&) { return run(); };
  return work;
}

}  // namespace

void add_height_routes(Router& router, Services& services) {
  const auto side = [](std::string_view name) {
    return RouteParam{.name = name,
                      .kind = ParamKind::integer,
                      .doc = "Of raw floats: samples; 0: the file is square.",
                      .standard = "0",
                      .min = 0,
                      .max = 32768};
  };
  router.add({.method = Method::post,
              .pattern = "/api/v1/heightmaps",
              .summary = "Takes a height map, up to 64 MiB; recipes then name its `file` in the stage import_height.",
              .params = {{.name = "format",
                          .kind = ParamKind::choice,
                          .doc = "PNG of 8 or 16 bit, OpenEXR, or raw floats (little endian, row by row).",
                          .standard = "png",
                          .choices = {"png", "exr", "r32"}},
                         side("width"),
                         side("height")},
              .body = "The file as application/octet-stream.",
              .gives = "{file, bytes, width, height, min, max, metres}",
              .most_body = HeightUploads::most_upload,
              .raw_body = true,
              .handler = [&services](const Call& call) { return add(services, call); }});
  router.add({.pattern = "/api/v1/heightmaps",
              .summary = "All height maps that were sent.",
              .gives = "{heightmaps: [{file, bytes}]}",
              .handler = [&services](const Call&) -> Outcome {
                return at_work([&services] {
                  Json list = Json::array();
                  for (const HeightUpload& each : services.heights.list()) list.push_back(upload_json(each, false));
                  return json_response(dumped({{"heightmaps", list}}));
                });
              }});
  router.add({.method = Method::del,
              .pattern = "/api/v1/heightmaps/{file}",
              .summary = "Deletes one.",
              .params = {{.name = "file", .kind = ParamKind::text, .doc = "Its name.", .max = 64}},
              .handler = [&services](const Call& call) -> Outcome {
                return at_work([&services, file = call.text("file")] {
                  if (!services.heights.remove(file))
                    return error_response(404, "not_found", "file", "there is no such height map");
                  return json_response(Json{{"deleted", file}}.dump());
                });
              }});
}

}  // namespace craton::server
