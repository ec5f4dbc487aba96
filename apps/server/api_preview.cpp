// Small worlds at once: previews while somebody turns knobs, and thumbnails of presets.
#include <fmt/format.h>

#include <algorithm>

#include <craton/files/png.h>
#include <craton/picture/ramp.h>
#include <craton/picture/voxel_view.h>

#include "preview_recipe.h"
#include "services.h"
#include "world_making.h"
#include "world_pictures.h"

namespace craton::server {
namespace {

constexpr std::uint32_t largest_preview = 256, thumbnail_side = 256;

/// The land as from above where the climate is known, else by its relief; else the first layer.
std::string usual_style(const std::vector<std::string>& layers) {
  const auto there = [&](std::string_view name) { return std::find(layers.begin(), layers.end(), name) != layers.end(); };
  if (there("height")) return there("temperature") && there("rain") ? "natural" : "relief";
  return layers.empty() ? "height" : layers.front();
}

std::vector<std::string> layer_names_of(const Surface& surface) {
  std::vector<std::string> names;
  for (const auto& layer : surface.layers()) names.push_back(layer->name());
  return names;
}

struct PreviewOrder {
  Recipe recipe;
  std::string style, layer;
  bool floats = false, glimpse = false;
  Projection projection = Projection::equirectangular;

  const std::string& what() const { return style.empty() ? layer : style; }
};

/// What the picture is made of; pages show names and all else, too.
std::optional<Wanted> wanted_of(const PreviewOrder& order, const RecipeTerms& terms) {
  const Result<Plan> plan = plan_recipe(order.recipe, terms);
  if (!plan || order.style == "atlas" || order.style == "parchment") return {};
  const std::vector<std::string> there = layers_in_the_end(order.recipe, *plan);
  const std::string what = order.floats && order.what().empty() ? "height"
                           : order.what().empty()               ? usual_style(there)
                                                                : order.what();
  Wanted wanted{.layers = layers_for(what, there)};
  // Planets in natural colours have their water in their heights.
  if (order.recipe.domain.kind != "sphere" && !order.floats && what == "natural")
    for (const std::string_view table : drawn_tables()) wanted.tables.emplace_back(table);
  if (what == "plates") wanted.tables.emplace_back("plates");
  return wanted;
}

/// Only stages that what is wanted depends on; those that some earlier preview ran alike are taken from there.
Result<World> small_world(Services& services, const PreviewOrder& order, const CancelToken& cancel) {
  Recipe once = order.recipe;
  once.require.clear();  // a preview shows this seed, whatever it is like
  const std::optional<Wanted> wanted = wanted_of(order, services.book.terms());
  if (wanted) once = without_unneeded(once, services.book.terms(), *wanted);
  if (order.glimpse) once = without_unseen(once, services.book.terms());
  return make_world(once, services.book.terms(),
                    {.execution = {.threads = services.threads, .cancel = &cancel},
                     .assets = &services.heights,
                     .cache = &services.previews,
                     .memory_limit = std::uint64_t{256} << 20});
}

Result<Response> preview(Services& services, const PreviewOrder& order, const CancelToken& cancel) {
  CRATON_TRY(const World world, small_world(services, order, cancel));
  const Surface& surface = world.surface;
  if (!order.floats) {
    const std::string style = !order.style.empty()   ? order.style
                              : !order.layer.empty() ? order.layer
                                                     : usual_style(layer_names_of(surface));
    CRATON_TRY(const Rgb8Image image,
               draw_world(world, style, {}, order.projection, {.threads = services.threads, .cancel = &cancel}));
    return png_response(image);
  }
  const std::string name = order.layer.empty() ? "height" : order.layer;
  const Layer* layer = surface.layer(name);
  if (!layer || layer->type() != LayerType::number)
    return Error{ErrorCode::unknown_name, "/layer", "there is no such layer of numbers"};
  const GridSize size = natural_size(surface.domain(), order.projection);
  CRATON_TRY(const std::vector<float> values,
             raster_of_numbers(surface.domain(), layer->numbers(), size, order.projection, {.threads = 1}));
  std::string bytes;
  append_floats(bytes, values);
  const LayerRange range = layer->range({.threads = 1});
  const Json facts = {{"name", name}, {"unit", layer->info().unit}, {"type", "number"}, {"min", range.min}, {"max", range.max}};
  return numbers_response(std::move(bytes), {{"width", size.width}, {"height", size.height}, {"layers", {facts}}});
}

Result<PreviewOrder> read_preview(Services& services, JsonBody& body) {
  CRATON_TRY(MakeOrder order, read_make_order(services, body, largest_preview, largest_preview));
  const Result<std::string> style = body.text("style", "", 64), layer = body.text("layer", "", 64),
                            format = body.text("format", "png", 8),
                            projection_name = body.text("projection", "equirectangular", 32);
  for (const Result<std::string>* each : {&style, &layer, &format, &projection_name})
    if (!*each) return each->error();
  if (*format != "png" && *format != "f32")
    return Error{ErrorCode::invalid_value, "/format", fmt::format("found \"{}\", allowed png | f32", *format)};
  CRATON_TRY(const Projection projection, projection_of(*projection_name));
  CRATON_TRY(const bool glimpse, body.flag("glimpse", false));
  CRATON_TRY(body.end());
  return PreviewOrder{order.recipe, *style, *layer, *format == "f32", glimpse, projection};
}

Outcome preview_outcome(Services& services, const Call& call) {
  Result<JsonBody> body = JsonBody::read(call.request->body);
  if (!body) return error_response(400, "bad_json", body.error().path, body.error().message);
  Work work;
  work.body_key = body->key();
  // Checking a recipe is work too.
  work.run = [&services, body = *std::move(body)](const CancelToken& cancel) mutable {
    const Result<PreviewOrder> order = read_preview(services, body);
    return order ? response_of(preview(services, *order, cancel)) : error_response(order.error());
  };
  return work;
}

// ---- thumbnails

Result<Response> noise_thumbnail(const NoiseSpec& spec) {
  CRATON_TRY(const Noise noise, Noise::make(spec, Seed{7}));
  const Grid2 grid{.width = thumbnail_side, .height = thumbnail_side};
  std::vector<float> values(grid.sample_count());
  CRATON_TRY(noise.grid(grid, values, {.threads = 1}));
  const FloatView view{values, grid.width, grid.height};
  CRATON_TRY(std::string png, png_bytes(grey8(view, tone_range_of(view)), {.threads = 1}));
  return bytes_response(std::move(png), "image/png");
}

Result<Response> voxel_thumbnail(const VoxelRecipe& recipe, unsigned threads, const CancelToken& cancel) {
  CRATON_TRY(const VoxelWorld world, VoxelWorld::make(recipe));
  CRATON_TRY(const Rgb8Image image, draw_voxels(world, {.width = 320, .height = 200, .samples = 2, .radius = 4},
                                                {.threads = threads, .cancel = &cancel}));
  return png_response(image);
}

Result<Response> thumbnail(Services& services, const Preset& preset, const CancelToken& cancel) {
  if (preset.noise) return noise_thumbnail(*preset.noise);
  if (preset.entry->voxels) return voxel_thumbnail(*preset.entry->voxels, services.threads, cancel);
  Recipe recipe = *preset.entry->recipe;
  CRATON_TRY(resize_world(recipe, thumbnail_side, services.book.terms()));
  return preview(services, {.recipe = std::move(recipe)}, cancel);
}

Outcome thumbnail_outcome(Services& services, const Call& call) {
  const Preset* preset = services.book.preset(call.text("id"));
  if (!preset) return error_response(404, "unknown_preset", "id", "there is no such preset");
  Work work = work_of([&services, preset](const CancelToken& cancel) { return thumbnail(services, *preset, cancel); });
  work.stamp = preset->entry ? preset->entry->hash : dumped(preset->json);
  return work;
}

}  // namespace

void add_preview_routes(Router& router, Services& services) {
  router.add({.method = Method::post,
              .pattern = "/api/v1/preview",
              .summary = "A small world at once, as a picture or as numbers.",
              .body = "{recipe | preset, seed?, size? (16 … 256), style? | layer?, format?: png | f32, projection?, glimpse?: "
                      "sooner, without what so few cells hardly show}",
              .gives = "A PNG, or numbers.",
              .types = {"image/png", "application/octet-stream"},
              .handler = [&services](const Call& call) { return preview_outcome(services, call); }});
  router.add({.pattern = "/api/v1/presets/{id}/thumbnail.png",
              .summary = "A small picture of a preset.",
              .params = {{.name = "id", .kind = ParamKind::text, .doc = "Of a preset.", .max = 64}},
              .gives = "A PNG.",
              .types = {"image/png"},
              .handler = [&services](const Call& call) { return thumbnail_outcome(services, call); }});
}

}  // namespace craton::server
