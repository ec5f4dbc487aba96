// Layers and pictures of worlds, whole and in tiles.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include <craton/files/height_file.h>

#include "api_world.h"
#include "face_tiles.h"
#include "services.h"

namespace craton::server {
namespace {

constexpr std::uint32_t largest_picture = 8192;

Result<Recipe> recipe_of(Services& services, const WorldRecord& record) {
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(record));
  return recipe_from_json(info->recipe, services.book.terms());
}

Result<StoredLayer> layer_of(Services& services, const WorldRecord& record, const std::string& name) {
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(record));
  std::vector<std::string> names;
  for (const StoredLayer& layer : info->layers) {
    if (layer.info.name == name) return layer;
    names.push_back(layer.info.name);
  }
  return Error{ErrorCode::unknown_name, "layer",
               fmt::format("no layer is called \"{}\"; there are {}", name.substr(0, 64), fmt::join(names, ", "))};
}

Response not_there(const Error& error) { return error_response(404, "not_found", error.path, error.message); }

Rgb8Image cut(const Rgb8Image& image, const TileWindow& window) {
  Rgb8Image part(window.width, window.height);
  for (std::uint32_t row = 0; row < window.height; ++row)
    std::copy_n(&image.at(window.x, window.y + row), window.width, &part.at(0, row));
  return part;
}

std::vector<float> cut(const Raster& raster, const TileWindow& window) {
  std::vector<float> part(std::size_t{window.width} * window.height);
  for (std::uint32_t row = 0; row < window.height; ++row)
    std::copy_n(raster.values.begin() + static_cast<std::ptrdiff_t>(std::size_t{window.y + row} * raster.size.width + window.x),
                window.width, part.begin() + static_cast<std::ptrdiff_t>(std::size_t{row} * window.width));
  return part;
}

Response numbers(std::span<const float> values, GridSize size, const StoredLayer& layer, bool levels16) {
  std::string bytes;
  if (levels16)
    append_levels(bytes, values, layer.min, layer.max);
  else
    append_floats(bytes, values);
  Json facts = stored_layer_json(layer);
  facts.erase("categories");  // a world's info tells of them; header fields are short
  facts.erase("help");
  return numbers_response(std::move(bytes), {{"width", size.width}, {"height", size.height}, {"layers", {facts}}});
}

struct LayerTileOrder {
  std::string what, format;
  std::int64_t z = 0, x = 0, y = 0;
  std::int64_t face = -1;  ///< none
};

/// A tile of a face of a planet's cube.
Result<Response> face_tile(Services& services, const WorldRecord& record, const Recipe& recipe, const LayerTileOrder& order,
                           const CancelToken& cancel) {
  if (recipe.domain.kind != "sphere") return Error{ErrorCode::unsupported, "face", "is for planets; this world is a map"};
  CRATON_TRY(const CubeSphere::Params params, params_from<CubeSphere::Params>(recipe.domain.params, "/domain"));
  const FaceLevels levels(static_cast<std::uint32_t>(params.resolution));
  const Result<FaceWindow> window = face_window(levels, order.face, order.z, order.x, order.y);
  if (!window) return not_there(window.error());
  const GridSize size{levels.side, 6 * levels.side};
  if (order.format == "png") {
    const auto picture = services.pictures.picture(record, order.what, size, Projection::faces, cancel);
    if (!picture)
      return picture.error().code == ErrorCode::unknown_name ? not_there(picture.error()) : Result<Response>(picture.error());
    return png_response(cut_face(**picture, *window));
  }
  const Result<StoredLayer> layer = layer_of(services, record, order.what);
  if (!layer) return not_there(layer.error());
  CRATON_TRY(const auto raster, services.pictures.raster(record, order.what, size, Projection::faces, cancel));
  return numbers(cut_face(*raster, *window, layer->info.type == LayerType::number), {window->width, window->height}, *layer,
                 order.format == "u16");
}

Result<Response> layer_tile(Services& services, const WorldRecord& record, const LayerTileOrder& order,
                            const CancelToken& cancel) {
  CRATON_TRY(const Recipe recipe, recipe_of(services, record));
  if (order.face >= 0) return face_tile(services, record, recipe, order, cancel);
  CRATON_TRY(const LevelSizes levels, levels_of(recipe.domain));
  const Result<TileWindow> window = window_of(levels, order.z, order.x, order.y);
  if (!window) return not_there(window.error());
  const GridSize size = levels.sizes[static_cast<std::size_t>(order.z)];
  if (order.format == "png") {
    const auto picture = services.pictures.picture(record, order.what, size, Projection::equirectangular, cancel);
    if (!picture)
      return picture.error().code == ErrorCode::unknown_name ? not_there(picture.error()) : Result<Response>(picture.error());
    return png_response(cut(**picture, *window));
  }
  const Result<StoredLayer> layer = layer_of(services, record, order.what);
  if (!layer) return not_there(layer.error());
  CRATON_TRY(const auto raster, services.pictures.raster(record, order.what, size, Projection::equirectangular, cancel));
  return numbers(cut(*raster, *window), {window->width, window->height}, *layer, order.format == "u16");
}

/// The library writes EXR files by name: a file of the moment.
Result<Response> exr_response(const Services& services, const FloatView& view) {
  const PassingFile file(services.own, "exr");
  CRATON_TRY(write_exr(file.path(), view));
  CRATON_TRY(std::string bytes, file.read());
  return bytes_response(std::move(bytes), "image/x-exr");
}

struct WholeOrder {
  std::string what, format;
  GridSize size{};  ///< 0 × 0: natural; height 0: the longer side
  Projection projection = Projection::equirectangular;
};

Result<Response> whole(Services& services, const WorldRecord& record, const WholeOrder& order, const CancelToken& cancel) {
  CRATON_TRY(const std::shared_ptr<const World> world, services.worlds.objects(record));
  const GridSize natural = natural_size(world->surface.domain(), order.projection);
  const GridSize size = order.projection == Projection::faces ? natural
                        : order.size.height > 0               ? order.size
                                                              : fitted(natural, order.size.width);
  if (std::max(size.width, size.height) > std::max(largest_picture, std::max(natural.width, natural.height)))
    return Error{ErrorCode::invalid_value, "size", fmt::format("allowed are up to {} pixels", largest_picture)};
  if (order.format == "png") {
    const auto picture = services.pictures.picture(record, order.what, size, order.projection, cancel);
    if (!picture)
      return picture.error().code == ErrorCode::unknown_name ? not_there(picture.error()) : Result<Response>(picture.error());
    return png_response(**picture);
  }
  const Result<StoredLayer> layer = layer_of(services, record, order.what);
  if (!layer) return not_there(layer.error());
  CRATON_TRY(const auto raster, services.pictures.raster(record, order.what, size, order.projection, cancel));
  if (order.format == "exr") return exr_response(services, {raster->values, size.width, size.height});
  return numbers(raster->values, size, *layer, order.format == "u16");
}

RouteParam format_param() {
  return {.name = "format",
          .kind = ParamKind::choice,
          .doc = "A picture, floats, or 16-bit levels from the layer's least to its greatest value.",
          .standard = "png",
          .choices = {"png", "f32", "u16"}};
}
RouteParam size_param() {
  return {.name = "size",
          .kind = ParamKind::text,
          .doc = "Pixels: WxH, or the longer side; 0: a sample a pixel.",
          .standard = "0",
          .max = 16};
}
RouteParam projection_param() {
  return {.name = "projection",
          .kind = ParamKind::choice,
          .doc = "Of planets.",
          .standard = "equirectangular",
          .choices = projection_names()};
}
RouteParam face_param() {
  return {.name = "face",
          .kind = ParamKind::integer,
          .doc =
              "Of planets: 0 … 5, a tile of that face of the cube (front, right, back, left, top, bottom); its levels are in "
              "`faces` of the world.",
          .standard = "-1",
          .min = -1,
          .max = 5};
}
RouteParam level_param() { return {.name = "z", .kind = ParamKind::integer, .doc = "Level: 0 … deepest.", .min = 0, .max = 32}; }

/// "1024" or "1024x512".
std::optional<GridSize> size_of(std::string_view text) {
  const std::size_t cross = text.find('x');
  const auto side = [](std::string_view digits) -> std::optional<std::uint32_t> {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value > largest_picture) return {};
    return value;
  };
  const std::optional<std::uint32_t> width = side(text.substr(0, cross));
  if (!width) return {};
  if (cross == std::string_view::npos) return GridSize{*width, 0};
  const std::optional<std::uint32_t> height = side(text.substr(cross + 1));
  if (!height || *height == 0 || *width == 0) return {};
  return GridSize{*width, *height};
}

Outcome tile_outcome(Services& services, const Call& call, LayerTileOrder order) {
  order.z = call.integer("z");
  order.x = call.integer("x");
  order.y = call.integer("y");
  order.face = call.integer("face");
  return of_world(services, call, services.remote && order.format != "png",
                  [&services, order](const WorldRecord& record, const CancelToken& cancel) {
                    return layer_tile(services, record, order, cancel);
                  });
}

Outcome whole_outcome(Services& services, const Call& call, WholeOrder order) {
  const Result<Projection> projection = projection_of(call.text("projection"));
  if (!projection) return error_response(projection.error());
  order.projection = *projection;
  const std::optional<GridSize> size = size_of(call.text("size"));
  if (!size)
    return error_response(400, "bad_parameter", "size",
                          fmt::format("found \"{}\", allowed 0 … {}, or WxH", call.text("size"), largest_picture));
  order.size = *size;
  Outcome outcome = of_world(services, call, services.remote && order.format != "png",
                             [&services, order](const WorldRecord& record, const CancelToken& cancel) {
                               return whole(services, record, order, cancel);
                             });
  if (Work* work = std::get_if<Work>(&outcome)) work->load = Load::heavy;
  return outcome;
}

}  // namespace

void add_tile_routes(Router& router, Services& services) {
  const RouteParam id = world_param();
  const RouteParam layer{.name = "layer", .kind = ParamKind::text, .doc = "Name of a layer.", .max = 64};
  const RouteParam style{
      .name = "style", .kind = ParamKind::text, .doc = "One of the world's styles, or the name of a layer.", .max = 64};
  router.add({.pattern = "/api/v1/worlds/{id}/layers/{layer}/tile/{z}/{x}/{y}",
              .summary = "A tile of a layer, up to 256 × 256.",
              .params = {id, layer, level_param(), place_param("x", "Tiles from the west."),
                         place_param("y", "Tiles from the north."), format_param(), face_param()},
              .gives = "A PNG, or numbers (X-Craton-Tile says what they are).",
              .types = {"image/png", "application/octet-stream"},
              .handler = [&services](const Call& call) {
                return tile_outcome(services, call, {.what = call.text("layer"), .format = call.text("format")});
              }});
  router.add({.pattern = "/api/v1/worlds/{id}/pictures/{style}/{z}/{x}/{y}.png",
              .summary = "A tile of a picture, up to 256 × 256.",
              .params = {id, style, level_param(), place_param("x", "Tiles from the west."),
                         place_param("y", "Tiles from the north."), face_param()},
              .gives = "A PNG.",
              .types = {"image/png"},
              .handler = [&services](const Call& call) {
                return tile_outcome(services, call, {.what = call.text("style"), .format = "png"});
              }});
  router.add({.pattern = "/api/v1/worlds/{id}/layers/{layer}.{format}",
              .summary = "A whole layer.",
              .params = {id,
                         layer,
                         {.name = "format",
                          .kind = ParamKind::choice,
                          .doc = "A picture, floats or 16-bit levels.",
                          .choices = {"png", "f32", "u16", "exr"}},
                         size_param(),
                         projection_param()},
              .gives = "A PNG, or numbers.",
              .types = {"image/png", "application/octet-stream"},
              .handler = [&services](const Call& call) {
                return whole_outcome(services, call, {.what = call.text("layer"), .format = call.text("format")});
              }});
  router.add({.pattern = "/api/v1/worlds/{id}/pictures/{style}.png",
              .summary = "A whole picture: natural, relief, atlas, …, or a layer.",
              .params = {id, style, size_param(), projection_param()},
              .gives = "A PNG.",
              .types = {"image/png"},
              .handler = [&services](const Call& call) {
                return whole_outcome(services, call, {.what = call.text("style"), .format = "png"});
              }});
}

}  // namespace craton::server
