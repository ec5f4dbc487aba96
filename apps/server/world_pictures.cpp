#include "world_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <craton/base/floor_div.h>
#include <craton/files/png.h>
#include <craton/picture/atlas.h>
#include <craton/picture/category_colours.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/planet_textures.h>
#include <craton/picture/projection_names.h>
#include <craton/picture/usual.h>

namespace craton::server {
namespace {

constexpr std::string_view height_layer = "height";
constexpr std::array<std::string_view, 6> ground_styles = {"natural", "relief", "tints", "contours", "slope", "curvature"};
// "equal_earth": as pages of earlier versions ask for it.
constexpr std::array<std::string_view, 7> projections = {"equirectangular", "faces",       "mollweide", "robinson",
                                                         "equal-earth",     "equal_earth", "mercator"};
// What may be drawn over heights.
constexpr std::array<std::string_view, 7> ground_layers = {"height",      "lake_depth",          "lake", "discharge",
                                                           "temperature", "temperature_warmest", "rain"};

// Worlds are drawn finer than their cells, with smooth coasts and rivers: so far as the whole is quickly drawn.
constexpr std::uint32_t finest = 4096;
constexpr std::uint32_t least_page = 200;  // pixels; smaller pages are made as large as can be read

template <class List>
bool holds(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::vector<std::string> names_of(const WorldFileInfo& info) {
  std::vector<std::string> names;
  for (const StoredLayer& layer : info.layers) names.push_back(layer.info.name);
  return names;
}

std::string base_layer(std::string_view style) {
  if (holds(ground_styles, style) || style == "atlas" || style == "parchment" || style == "plates")
    return std::string(height_layer);
  return std::string(style);
}

Error no_layer(std::string_view name, const std::vector<std::string>& there) {
  return {ErrorCode::unknown_name, "layer",
          fmt::format("nothing is called \"{}\"; there are {}", name.substr(0, 64), fmt::join(there, ", "))};
}

Result<Rgb8Image> draw_page(const World& world, const std::string& style, GridSize size, Projection projection,
                            const Execution& execution) {
  AtlasOptions how;
  how.style = style == "parchment" ? AtlasStyle::parchment : AtlasStyle::atlas;
  how.size = std::min(size.width, size.height) < least_page ? GridSize{} : size;
  how.projection = projection;
  how.title = usual_title(world);
  how.subtitle = usual_subtitle(world);
  CRATON_TRY(const AtlasPage page, atlas_page(world.surface, how, execution));
  return page.picture();
}

/// Planets from all around: where pixels are finer than cells, coasts and borders have the bends that regions of the planet have.
Result<PlanetSheet> sheet_of(const World& world, GridSize size, std::vector<std::string> layers, bool by_cell,
                             const Execution& execution) {
  PlanetSheetOptions wants{.layers = std::move(layers), .cells = by_cell, .slopes = false, .bends = world.recipe.seed};
  return planet_sheet(world.surface, {TextureLayout::equirectangular, size.height}, wants, execution);
}

Result<Rgb8Image> draw_planet(const World& world, GridSize size, const Execution& execution) {
  std::vector<std::string> layers;
  for (const std::string_view layer : planet_colour_layers()) layers.emplace_back(layer);
  CRATON_TRY(const PlanetSheet sheet, sheet_of(world, size, std::move(layers), false, execution));
  CRATON_TRY(NaturalPictures pictures, planet_colours(world.surface, sheet, usual_palette(world.recipe), execution));
  return std::move(pictures.lit);
}

Result<Rgb8Image> draw_planet_cells(const World& world, const Layer& layer, GridSize size, const Execution& execution) {
  CRATON_TRY(const PlanetSheet sheet, sheet_of(world, size, {}, true, execution));
  Rgb8Image image(size.width, size.height);
  const std::vector<Rgb8> colours = category_colours(layer.info().categories);
  for (std::size_t i = 0; i < sheet.cells.size(); ++i) {
    const Cell cell = sheet.cells[i];
    image.pixels[i] =
        layer.type() == LayerType::category ? colours[layer.categories()[cell]] : integer_colour(layer.integers()[cell]);
  }
  return image;
}

}  // namespace

Result<Response> png_response(const Rgb8Image& image) {
  CRATON_TRY(std::string png, png_bytes(image, {.threads = 1}));
  return bytes_response(std::move(png), "image/png");
}

std::vector<std::string> layers_for(std::string_view style, const std::vector<std::string>& there) {
  std::vector<std::string> wanted;
  const auto want = [&](std::string_view name) {
    if (holds(there, name) && !holds(wanted, name)) wanted.emplace_back(name);
  };
  want(base_layer(style));
  if (base_layer(style) == height_layer)
    for (const std::string_view name : ground_layers) want(name);
  if (style == "atlas" || style == "parchment")
    for (const std::string_view name : atlas_layers()) want(name);
  if (style == "plates") want("plate");
  return wanted;
}

std::span<const std::string_view> drawn_tables() {
  static constexpr std::array<std::string_view, 6> tables = {"rivers", "distributaries", "lakes", "oxbows", "braids", "plates"};
  return tables;
}

LevelSizes LevelSizes::of(GridSize natural, bool wraps_x, bool wraps_y) {
  LevelSizes levels{.wraps_x = wraps_x, .wraps_y = wraps_y};
  const auto tiles_for = [](std::uint32_t side, std::uint32_t other) {
    return std::max(1U, (side + other / 2) / std::max(1U, other));
  };
  // Very long maps have a first level that shows them coarsely.
  const std::uint32_t wide = std::min(tiles_for(natural.width, natural.height), 64U);
  const std::uint32_t high = std::min(tiles_for(natural.height, natural.width), 64U);
  for (GridSize size{tile * wide, tile * high};; size = {size.width * 2, size.height * 2}) {
    levels.sizes.push_back(size);
    if (size.width >= natural.width && size.height >= natural.height) break;
  }
  for (int i = 0; i < 2 && std::max(levels.sizes.back().width, levels.sizes.back().height) < finest; ++i)
    levels.sizes.push_back({levels.sizes.back().width * 2, levels.sizes.back().height * 2});
  return levels;
}

Result<LevelSizes> levels_of(const DomainSpec& domain) {
  const auto side = [](int length) { return static_cast<std::uint32_t>(length); };
  if (domain.kind == "torus") {
    CRATON_TRY(const Torus::Params params, params_from<Torus::Params>(domain.params, "/domain"));
    const bool x = params.wrap == Torus::Wrap::both || params.wrap == Torus::Wrap::x;
    const bool y = params.wrap == Torus::Wrap::both || params.wrap == Torus::Wrap::y;
    return LevelSizes::of({side(params.width), side(params.height)}, x, y);
  }
  if (domain.kind == "plane") {
    CRATON_TRY(const PlaneTile::Params params, params_from<PlaneTile::Params>(domain.params, "/domain"));
    return LevelSizes::of({side(params.width), side(params.height)}, false, false);
  }
  CRATON_TRY(const CubeSphere::Params params, params_from<CubeSphere::Params>(domain.params, "/domain"));
  return LevelSizes::of({4 * side(params.resolution), 2 * side(params.resolution)}, true, false);
}

Result<TileWindow> window_of(const LevelSizes& levels, std::int64_t z, std::int64_t x, std::int64_t y) {
  if (z < 0 || z > levels.deepest())
    return Error{ErrorCode::unknown_name, "z", fmt::format("found {}, there are 0 … {}", z, levels.deepest())};
  const GridSize size = levels.sizes[static_cast<std::size_t>(z)];
  const auto placed = [](std::int64_t place, std::uint32_t count, bool wraps) -> std::int64_t {
    return wraps ? wrapped(place, std::int64_t{count}) : place;
  };
  const std::uint32_t columns = LevelSizes::tiles(size.width), rows = LevelSizes::tiles(size.height);
  const std::int64_t column = placed(x, columns, levels.wraps_x), row = placed(y, rows, levels.wraps_y);
  if (column < 0 || column >= columns)
    return Error{ErrorCode::unknown_name, "x", fmt::format("found {}, there are 0 … {}", x, columns - 1)};
  if (row < 0 || row >= rows) return Error{ErrorCode::unknown_name, "y", fmt::format("found {}, there are 0 … {}", y, rows - 1)};
  TileWindow window;
  window.x = static_cast<std::uint32_t>(column) * LevelSizes::tile;
  window.y = static_cast<std::uint32_t>(row) * LevelSizes::tile;
  window.width = std::min(LevelSizes::tile, size.width - window.x);
  window.height = std::min(LevelSizes::tile, size.height - window.y);
  return window;
}

GridSize fitted(GridSize natural, std::uint32_t longest) {
  const std::uint32_t long_side = std::max(natural.width, natural.height);
  if (longest == 0 || long_side == 0) return natural;
  const auto scaled = [&](std::uint32_t side) {
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>((std::uint64_t{side} * longest + long_side / 2) / long_side));
  };
  return {scaled(natural.width), scaled(natural.height)};
}

std::vector<std::string_view> projection_names() { return {projections.begin(), projections.end()}; }

Result<Projection> projection_of(std::string_view name) {
  if (holds(projections, name)) return find_projection(name, "projection");
  return Error{ErrorCode::unknown_name, "projection",
               fmt::format("found \"{}\", allowed {}", name.substr(0, 64), fmt::join(projections, " | "))};
}

std::vector<std::string> styles_of(const std::vector<std::string>& layers) {
  std::vector<std::string> styles;
  if (holds(layers, height_layer)) {
    const bool climate = holds(layers, "temperature") && holds(layers, "rain");
    for (const std::string_view style : ground_styles)
      if (style != "natural" || climate) styles.emplace_back(style);
    if (holds(layers, "plate")) styles.emplace_back("plates");
    styles.emplace_back("atlas");
    styles.emplace_back("parchment");
  }
  return styles;
}

Result<Rgb8Image> draw_world(const World& world, const std::string& style, GridSize size, Projection projection,
                             const Execution& execution) {
  if (style == "atlas" || style == "parchment") return draw_page(world, style, size, projection, execution);
  const Layer* layer = world.surface.layer(base_layer(style));
  if (!layer) {
    std::vector<std::string> there;
    for (const auto& each : world.surface.layers()) there.push_back(each->name());
    return no_layer(style, there);
  }
  LayerPictureOptions how;
  how.size = size;
  how.projection = projection;
  how.natural = natural_layers_of(world.surface);
  if (const auto* sphere = std::get_if<CubeSphere>(&world.surface.domain());
      sphere && projection == Projection::equirectangular) {
    const GridSize drawn = size == GridSize{} ? natural_size(*sphere) : size;
    if (drawn.width == 2 * drawn.height && style == "natural" && how.natural.complete())
      return draw_planet(world, drawn, execution);
    if (drawn.width == 2 * drawn.height && layer->type() != LayerType::number)
      return draw_planet_cells(world, *layer, drawn, execution);
  }
  if (base_layer(style) == height_layer) {
    how.waters = waters_of(world.surface);
    const bool climate = how.natural.complete();
    if (holds(ground_styles, style)) {
      CRATON_TRY(const MapStyle wanted, find_map_style(style, "style"));
      how.style = wanted == MapStyle::natural && !climate ? MapStyle::relief : wanted;
    }
    if (style == "plates") {
      how.style = MapStyle::relief;
      how.plates = plates_of(world.surface);
    }
  }
  return picture_of_layer(world.surface.domain(), *layer, how, execution);
}

WorldPictures::WorldPictures(WorldStore& worlds, std::uint64_t most_bytes, unsigned threads)
    : worlds_(worlds), threads_(threads), rasters_(most_bytes / 2), pictures_(most_bytes / 2) {}

void WorldPictures::forget(const std::string& id) {
  rasters_.forget(id + "\n");
  pictures_.forget(id + "\n");
}

Result<std::shared_ptr<const Raster>> WorldPictures::raster(const WorldRecord& record, const std::string& layer, GridSize size,
                                                            Projection projection, const CancelToken& cancel) {
  const std::string key =
      fmt::format("{}\n{}\n{} {}x{} {}", record.id, record.stamp, layer, size.width, size.height, static_cast<int>(projection));
  return rasters_.get(key, [&]() -> Result<SharedStore<Raster>::Made> {
    CRATON_TRY(const std::shared_ptr<const World> world, worlds_.world(record, {layer}));
    const Surface& surface = world->surface;
    const Layer* values = surface.layer(layer);
    const Execution execution{.threads = threads_, .cancel = &cancel};
    Raster raster{.size = size};
    if (values->type() == LayerType::number) {
      CRATON_TRY(std::vector<float> numbers, raster_of_numbers(surface.domain(), values->numbers(), size, projection, execution));
      raster.values = std::move(numbers);
    } else {
      CRATON_TRY(const std::vector<Cell> cells, raster_of_cells(surface.domain(), size, projection, execution));
      for (const Cell cell : cells) raster.values.push_back(static_cast<float>(values->value(cell)));
    }
    const std::uint64_t bytes = raster.values.size() * sizeof(float);
    return SharedStore<Raster>::Made{std::make_shared<const Raster>(std::move(raster)), bytes};
  });
}

Result<std::shared_ptr<const Rgb8Image>> WorldPictures::picture(const WorldRecord& record, const std::string& style,
                                                                GridSize size, Projection projection, const CancelToken& cancel) {
  const std::string key =
      fmt::format("{}\n{}\n{} {}x{} {}", record.id, record.stamp, style, size.width, size.height, static_cast<int>(projection));
  return pictures_.get(key, [&]() -> Result<SharedStore<Rgb8Image>::Made> {
    CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, worlds_.info(record));
    const std::vector<std::string> there = names_of(*info);
    if (!holds(there, base_layer(style))) return no_layer(style, there);
    CRATON_TRY(const std::shared_ptr<const World> world, worlds_.world(record, layers_for(style, there)));
    CRATON_TRY(Rgb8Image image, draw_world(*world, style, size, projection, {.threads = threads_, .cancel = &cancel}));
    const std::uint64_t bytes = image.pixels.size() * sizeof(Rgb8);
    return SharedStore<Rgb8Image>::Made{std::make_shared<const Rgb8Image>(std::move(image)), bytes};
  });
}

}  // namespace craton::server
