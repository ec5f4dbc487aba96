// Files to take away: made by a job, kept until the job is forgotten.
#include <fmt/format.h>

#include <algorithm>

#include <craton/files/float_file.h>
#include <craton/files/geojson.h>
#include <craton/files/height_file.h>
#include <craton/files/png.h>

#include "api_world.h"
#include "services.h"
#include "static_files.h"
#include "zip_file.h"

namespace craton::server {
namespace {

struct ExportOrder {
  WorldRecord record;
  std::string kind, layer, style, format;
  std::uint32_t size = 0;
  Projection projection = Projection::equirectangular;
};

Result<GridSize> size_of(Services& services, const ExportOrder& order) {
  CRATON_TRY(const std::shared_ptr<const World> world, services.worlds.objects(order.record));
  const GridSize natural = natural_size(world->surface.domain(), order.projection);
  return order.projection == Projection::faces ? natural : fitted(natural, order.size);
}

Result<std::string> picture(Services& services, const ExportOrder& order, const std::string& style, const CancelToken& cancel) {
  CRATON_TRY(const GridSize size, size_of(services, order));
  CRATON_TRY(const auto image, services.pictures.picture(order.record, style, size, order.projection, cancel));
  return png_bytes(*image, {.threads = services.threads, .cancel = &cancel});
}

Result<std::string> heights(Services& services, const ExportOrder& order, const std::string& format, const CancelToken& cancel) {
  CRATON_TRY(const GridSize size, size_of(services, order));
  CRATON_TRY(const auto raster, services.pictures.raster(order.record, order.layer, size, order.projection, cancel));
  const FloatView view{raster->values, size.width, size.height};
  if (format == "png") return png_bytes(grey16(view, tone_range_of(view)), {.threads = services.threads});
  const PassingFile file(services.own, format);  // the library writes these by name
  if (format == "exr")
    CRATON_TRY(write_exr(file.path(), view));
  else if (format == "r16")
    CRATON_TRY(write_r16(file.path(), view, tone_range_of(view)));
  else
    CRATON_TRY(write_r32(file.path(), view));
  return file.read();
}

Result<std::string> objects(Services& services, const ExportOrder& order) {
  CRATON_TRY(const std::shared_ptr<const World> world, services.worlds.objects(order.record));
  return geojson_text(*world);
}

/// Pictures, heights, objects and recipe in one archive.
Result<void> bundle(Services& services, const ExportOrder& order, const std::string& path, Job& job) {
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(order.record));
  std::vector<std::string> names;
  for (const StoredLayer& layer : info->layers) names.push_back(layer.info.name);
  const std::vector<std::string> styles = styles_of(names);
  CRATON_TRY(ZipFile zip, ZipFile::create(path));
  CRATON_TRY(zip.add("recipe.json", info->recipe));
  double done = 0;
  for (const std::string style : {"natural", "relief", "atlas"}) {
    job.report(done += 0.2);
    if (std::find(styles.begin(), styles.end(), style) == styles.end()) continue;
    CRATON_TRY(const std::string png, picture(services, order, style, job.cancel));
    CRATON_TRY(zip.add(style + ".png", png));
  }
  if (std::find(names.begin(), names.end(), order.layer) != names.end())
    for (const std::string format : {"png", "exr"}) {
      CRATON_TRY(const std::string bytes, heights(services, order, format, job.cancel));
      CRATON_TRY(zip.add(format == "png" ? order.layer + "16.png" : order.layer + ".exr", bytes));
    }
  CRATON_TRY(const std::string text, objects(services, order));
  CRATON_TRY(zip.add("objects.geojson", text));
  return zip.commit();
}

/// What people call the world and what is in the file: map-7-natural.png.
Result<std::string> name_of(Services& services, const ExportOrder& order, const std::string& ending) {
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(order.record));
  CRATON_TRY(const Recipe recipe, recipe_from_json(info->recipe, services.book.terms()));
  std::string name;
  for (const char letter : recipe.name) {
    const char lower = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    const bool plain = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
    if (plain)
      name += lower;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  const std::string what = order.kind == "picture"   ? "-" + order.style
                           : order.kind == "heights" ? "-" + order.layer
                           : order.kind == "objects" ? "-objects"
                                                     : "";
  return fmt::format("{}-{}{}.{}", name.empty() ? order.record.id : name, info->seed, what, ending);
}

Result<void> run(Services& services, const ExportOrder& order, Job& job) {
  if (order.kind == "world") {
    CRATON_TRY(std::string name, name_of(services, order, "craton"));
    job.set_file(order.record.path, std::move(name), "application/vnd.sqlite3", false);
    return {};
  }
  const std::string ending = order.kind == "bundle"    ? "zip"
                             : order.kind == "picture" ? "png"
                             : order.kind == "objects" ? "geojson"
                                                       : order.format;
  CRATON_TRY(std::string name, name_of(services, order, ending));
  const std::string path = services.own.passing_name(ending);
  if (order.kind == "bundle") {
    CRATON_TRY(bundle(services, order, path, job));
  } else {
    CRATON_TRY(const std::string bytes, order.kind == "picture"   ? picture(services, order, order.style, job.cancel)
                                        : order.kind == "heights" ? heights(services, order, order.format, job.cancel)
                                                                  : objects(services, order));
    CRATON_TRY(write_passing(path, bytes));
  }
  job.set_file(path, std::move(name), content_type_of(path), true);
  return {};
}

Result<ExportOrder> read_order(const WorldRecord& record, const std::string& text) {
  CRATON_TRY(JsonBody body, JsonBody::read(text));
  ExportOrder order{.record = record};
  const Result<std::string> kind = body.text("kind", "bundle"), layer = body.text("layer", "height", 64),
                            style = body.text("style", "natural", 64), format = body.text("format", "exr", 8),
                            projection_name = body.text("projection", "equirectangular", 32);
  for (const Result<std::string>* each : {&kind, &layer, &style, &format, &projection_name})
    if (!*each) return each->error();
  const auto among = [](const std::string& name, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  if (!among(*kind, {"world", "picture", "heights", "objects", "bundle"}))
    return Error{ErrorCode::invalid_value, "/kind",
                 fmt::format("found \"{}\", allowed world | picture | heights | objects | bundle", *kind)};
  if (!among(*format, {"png", "exr", "r16", "r32"}))
    return Error{ErrorCode::invalid_value, "/format", fmt::format("found \"{}\", allowed png | exr | r16 | r32", *format)};
  CRATON_TRY(const Projection projection, projection_of(*projection_name));
  CRATON_TRY(const std::int64_t size, body.integer("size", 0, 0, 8192));
  CRATON_TRY(body.end());
  order.kind = *kind;
  order.layer = *layer;
  order.style = *style;
  order.format = *format;
  order.projection = projection;
  order.size = static_cast<std::uint32_t>(size);
  return order;
}

Outcome start(Services& services, const Call& call) {
  const Result<WorldRecord> record = services.worlds.find(call.text("id"));
  if (!record) return error_response(404, "unknown_world", "id", record.error().message);
  const Result<ExportOrder> order = read_order(*record, call.request->body);
  if (!order && order.error().path == "body") return error_response(400, "bad_json", "body", order.error().message);
  if (!order) return error_response(order.error());
  const std::shared_ptr<Job> job = services.jobs.start(
      call.request->client, [&services, order = *order](Job& running) { return run(services, order, running); });
  if (!job) {
    Response busy = error_response(503, "busy", "", "too many jobs wait; try again later");
    busy.headers.emplace_back("Retry-After", "5");
    return busy;
  }
  return json_response(dumped({{"job", job->json()}}), 202);
}

}  // namespace

void add_export_routes(Router& router, Services& services) {
  router.add({.method = Method::post,
              .pattern = "/api/v1/worlds/{id}/exports",
              .summary = "Makes a file to take away: a job begins, whose `file` is its address.",
              .params = {world_param()},
              .body = "{kind: world | picture | heights | objects | bundle, style?, layer?, format?: png | exr | r16 | r32, "
                      "size?, projection?}",
              .gives = "{job}",
              .handler = [&services](const Call& call) { return start(services, call); }});
}

}  // namespace craton::server
