#include "planet_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include <craton/files/png.h>
#include <craton/picture/globe.h>
#include <craton/picture/layer_picture.h>

#include "map_pictures.h"
#include "planet_textures.h"
#include "show_atlas.h"
#include "show_pictures.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::array<std::string_view, 4> style_names{"natural", "atlas", "globe", "relief"};
constexpr std::array<std::string_view, 2> layout_names{"equirectangular", "cube"};
constexpr std::uint32_t widest = 4096, globe_side = 1200;

std::vector<std::string_view> words_of(std::string_view text) {
  return text.empty() ? std::vector<std::string_view>{} : split(text, ',');
}

GridSize picture_size_of(const CubeSphere& sphere) {
  const std::uint32_t rows = std::min(2 * sphere.resolution(), widest / 2);
  return {2 * rows, rows};
}

Result<Rgb8Image> draw_flat(const World& world, bool natural, const Execution& execution) {
  const GridSize size = picture_size_of(std::get<CubeSphere>(world.surface.domain()));
  if (natural) return planet_colours(world.surface, size.height, {}, execution);
  LayerPictureOptions how{.size = size, .style = MapStyle::relief};
  how.waters = waters_of(world.surface);
  return picture_of_layer(world.surface.domain(), *world.surface.layer(ground_layer), how, execution);
}

/// The side where most land is, seen from a little north of the equator.
LatLon side_with_land(const World& world) {
  const auto& sphere = std::get<CubeSphere>(world.surface.domain());
  const std::span<const float> heights = world.surface.layer(ground_layer)->numbers();
  double best = -1;
  LatLon found{};
  for (int longitude = -180; longitude < 180; longitude += 15)
    for (const int latitude : {-15, 18}) {
      const Vec3d out = direction_of(LatLon{static_cast<double>(latitude), static_cast<double>(longitude)});
      double land = 0;
      const Cell stride = std::max<Cell>(sphere.cell_count() / 20'000, 1);
      for (Cell cell = 0; cell < sphere.cell_count(); cell += stride) {
        const Vec3d at = sphere.direction(cell);
        const double facing = at.x * out.x + at.y * out.y + at.z * out.z;
        // About half of it: a picture of nothing but land shows no coasts.
        if (facing > 0.2 && heights[cell] >= 0) land += facing;
      }
      if (land > best) {
        best = land;
        found = {static_cast<double>(latitude), static_cast<double>(longitude)};
      }
    }
  return found;
}

Result<Rgb8Image> draw_globe(const World& world, bool clouds, const Execution& execution) {
  const auto& sphere = std::get<CubeSphere>(world.surface.domain());
  const std::uint32_t rows = std::clamp(2 * sphere.resolution(), 512U, 2048U);
  const Result<GlobeSkin> skin = globe_skin(world.surface, rows, clouds, world.recipe.seed, execution);
  if (!skin) return skin.error();
  return globe_picture(*skin, {.size = {globe_side, globe_side}, .centre = side_with_land(world)}, execution);
}

Result<void> write_picture(const std::string& folder, const std::string& style, const World& world,
                           const PlanetPictureOptions& options, const Execution& execution) {
  const std::string path = fmt::format("{}/{}.png", folder, style);
  if (style == "atlas") {
    AtlasJob page{.style = style, .output = path, .page = {}, .size = {1800, 1100}, .projection = Projection::robinson};
    page.page.title = options.title;
    return write_atlas(world, page, execution);
  }
  const bool climate = natural_layers_of(world.surface).complete();
  if (style != "relief" && !climate) return {};  // there are no colours without a climate
  const Result<Rgb8Image> image =
      style == "globe" ? draw_globe(world, !options.no_clouds, execution) : draw_flat(world, style == "natural", execution);
  if (!image) return picture_error(image.error());
  return write_png(path, *image, {.threads = execution.threads});
}

}  // namespace

void PlanetPictureOptions::add_to(CLI::App& app) {
  app.add_option("--style", styles, fmt::format("Pictures: {}; \"\" for none.", joined(style_names)))
      ->type_name("NAME[,…]")
      ->capture_default_str();
  app.add_option("--textures", layouts, fmt::format("Textures for other programs: {}; \"\" for none.", joined(layout_names)))
      ->type_name("LAYOUT[,…]")
      ->capture_default_str();
  app.add_option("--texture-size", texture_size,
                 "Texels along a side of each face of the cube; equirectangular ones are four times as wide. Default: as many as "
                 "the planet has regions there, 2048 at most.")
      ->type_name("N");
  app.add_option("--title", title, "Of the atlas page. Default: the recipe's name.")->type_name("TEXT");
  app.add_flag("--no-clouds", no_clouds, "A clear sky over the globe.");
}

Result<void> PlanetPictureOptions::read() {
  for (const std::string_view word : words_of(styles)) {
    if (std::find(style_names.begin(), style_names.end(), word) == style_names.end())
      return invalid("--style",
                     fmt::format("found \"{}\", allowed {}{}", word, joined(style_names), suggestion(word, style_names)));
    wanted.emplace_back(word);
  }
  for (const std::string_view word : words_of(layouts)) {
    const auto* found = std::find(layout_names.begin(), layout_names.end(), word);
    if (found == layout_names.end())
      return invalid("--textures", fmt::format("found \"{}\", allowed {}", word, joined(layout_names)));
    textures.push_back(found == layout_names.begin() ? TextureLayout::equirectangular : TextureLayout::cube);
  }
  if (texture_size.empty()) return {};
  const Result<std::int64_t> side = parse_integer(texture_size, "--texture-size");
  if (!side || *side < 8 || *side > 8192)
    return invalid("--texture-size", fmt::format("found \"{}\", allowed 8 … 8192", texture_size));
  texture_side = static_cast<std::uint32_t>(*side);
  return {};
}

Result<void> write_planet_pictures(const std::string& folder, const World& world, const PlanetPictureOptions& options,
                                   const Execution& execution) {
  if (!world.surface.layer(ground_layer)) return {};
  for (const std::string_view style : style_names)
    if (std::find(options.wanted.begin(), options.wanted.end(), style) == options.wanted.end()) {
      std::error_code error;
      fs::remove(fmt::format("{}/{}.png", folder, style), error);
    }
  for (const std::string& style : options.wanted) CRATON_TRY(write_picture(folder, style, world, options, execution));
  const auto& sphere = std::get<CubeSphere>(world.surface.domain());
  const std::uint32_t side = options.texture_side ? options.texture_side : std::min(sphere.resolution(), 2048U);
  return write_textures(folder + "/textures", world, options.textures, side, execution);
}

}  // namespace craton::cli
