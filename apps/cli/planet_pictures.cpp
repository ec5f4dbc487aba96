#include "planet_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/globe.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/usual.h>

#include "map_pictures.h"
#include "show_atlas.h"
#include "show_pictures.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::array<std::string_view, 4> style_names{"natural", "atlas", "globe", "relief"};
constexpr std::array<std::string_view, 2> layout_names{"equirectangular", "cube"};
constexpr std::uint32_t small_rows = 1024, most_rows = 2048, globe_side = 1200;

std::vector<std::string_view> words_of(std::string_view text) {
  return text.empty() ? std::vector<std::string_view>{} : split(text, ',');
}

/// A pixel a cell; small planets get more, since they have more to show than their cells.
std::uint32_t picture_rows_of(const CubeSphere& sphere) {
  const std::uint32_t cells = 2 * sphere.resolution();
  return std::min(std::max(cells, std::min(2 * cells, small_rows)), most_rows);
}

Result<Rgb8Image> draw_relief(const World& world, const Execution& execution) {
  const std::uint32_t rows = picture_rows_of(std::get<CubeSphere>(world.surface.domain()));
  LayerPictureOptions how{.size = {2 * rows, rows}, .style = MapStyle::relief};
  how.waters = waters_of(world.surface);
  return picture_of_layer(world.surface.domain(), *world.surface.layer(ground_layer), how, execution);
}

Result<Rgb8Image> draw_globe(const World& world, const FlatPlanet& flat, NaturalPalette palette, bool clouds,
                             const Execution& execution) {
  const std::span<const float> height = flat.sheet.values(ground_layer).values;
  const GlobeSkin skin{.colour = flat.colours.plain,
                       .height = {height.begin(), height.end()},
                       .slopes = flat.sheet.slopes,
                       .clouds = clouds ? flat.clouds : std::vector<float>{},
                       .cloud_rows = clouds ? flat.cloud_rows : 0,
                       .air = has_air(world.surface),
                       .brightness = skin_brightness(world.surface),
                       .palette = palette};
  return globe_picture(skin, {.size = {globe_side, globe_side}, .centre = usual_side(world.surface)}, execution);
}

using SharedPlanet = std::shared_ptr<const FlatPlanet>;

Result<void> write_picture(const std::string& path, const std::string& style, const World& world, const SharedPlanet& flat,
                           const PlanetPictureOptions& options, NaturalPalette palette, const Execution& execution) {
  if (style == "atlas") {
    AtlasJob page{.style = style, .output = path, .page = {}, .size = {1800, 1100}, .projection = Projection::robinson};
    page.page.title = options.title;
    return write_atlas(world, page, execution);
  }
  if (style == "natural") return write_png(path, flat->colours.lit, {.threads = execution.threads});
  const Result<Rgb8Image> image =
      style == "globe" ? draw_globe(world, *flat, palette, !options.no_clouds, execution) : draw_relief(world, execution);
  if (!image) return picture_error(image.error());
  return write_png(path, *image, {.threads = execution.threads});
}

Result<SharedPlanet> shared_planet(const World& world, const FlatPlanetWants& wants, const Execution& execution) {
  Result<FlatPlanet> made = flat_planet(world, wants, execution);
  if (!made) return picture_error(made.error());
  return std::make_shared<const FlatPlanet>(*std::move(made));
}

}  // namespace

void PlanetPictureOptions::add_to(Arguments& args) {
  const auto keep = [this](Option option, std::string_view name) { given_by.emplace_back(option, name); };
  keep(args.option("--style NAME[,…]", styles, fmt::format("Pictures: {}; \"\" for none.", joined(style_names)))
           .show_default()
           .may_be_empty(),
       "--style");
  keep(args.option("--textures LAYOUT[,…]", layouts,
                   fmt::format("Textures for other programs: {}; \"\" for none.", joined(layout_names)))
           .show_default()
           .may_be_empty(),
       "--textures");
  keep(args.option(
           "--texture-size N", texture_size,
           "Texels along a side of each face of the cube; equirectangular ones are four times as wide. Default: as many as "
           "the planet has regions there, 2048 at most."),
       "--texture-size");
  keep(args.option("--title TEXT", title,
                   "Of the atlas page. Default: the planet's name, which it has by its seed, or by its recipe.")
           .letters(),
       "--title");
  keep(args.option("--palette NAME", palette,
                   fmt::format("What the ground is made of, in natural colours: {}. Default: that of the preset.",
                               joined(natural_palette_names()))),
       "--palette");
  keep(args.flag("--no-clouds", no_clouds, "A clear sky over the globe."), "--no-clouds");
}

Result<void> PlanetPictureOptions::refuse_idle(bool zoomed) const {
  if (zoomed)
    for (const auto& [option, name] : given_by)
      if (option.given())
        return invalid(name, "does nothing with --zoom: a region has natural.png and atlas.png, and no textures");
  const auto draws = [this](std::string_view style) { return std::find(wanted.begin(), wanted.end(), style) != wanted.end(); };
  if (!texture_size.empty() && textures.empty()) return invalid("--texture-size", "does nothing without --textures");
  if (!title.empty() && !draws("atlas")) return invalid("--title", "does nothing without --style atlas");
  if (no_clouds && !draws("globe")) return invalid("--no-clouds", "does nothing without --style globe");
  if (!palette.empty() && !draws("natural") && !draws("globe") && textures.empty())
    return invalid("--palette", "does nothing without --style natural or globe, or --textures");
  return {};
}

Result<void> PlanetPictureOptions::read(bool zoomed) {
  if (!palette.empty())
    if (const Result<NaturalPalette> known = find_natural_palette(palette, "--palette"); !known) return known.error();
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
  CRATON_TRY(refuse_idle(zoomed));
  if (texture_size.empty()) return {};
  const Result<std::int64_t> side = parse_integer(texture_size, "--texture-size");
  if (!side || *side < 8 || *side > 8192)
    return invalid("--texture-size", fmt::format("found \"{}\", allowed 8 … 8192", texture_size));
  texture_side = static_cast<std::uint32_t>(*side);
  return {};
}

Result<NaturalPalette> palette_of(const Recipe& recipe, const std::string& asked) {
  if (!asked.empty()) return find_natural_palette(asked, "--palette");
  return usual_palette(recipe);
}

Result<void> plan_planet_pictures(const std::string& folder, const World& world, const PlanetPictureOptions& options,
                                  const Execution& execution, FileJobs& jobs) {
  const Layer* ground = world.surface.layer(ground_layer);
  if (!ground || ground->type() != LayerType::number) {
    if (!options.wanted.empty() || !options.textures.empty())
      say("no pictures and no textures: this planet has no layer \"{}\" of numbers\n", ground_layer);
    return {};
  }
  const auto wanted = [&](std::string_view style) {
    return std::find(options.wanted.begin(), options.wanted.end(), style) != options.wanted.end();
  };
  remove_old_file(folder + "/report.json");  // it is written last: where it is, all is of one world
  for (const std::string_view style : style_names)
    if (!wanted(style)) remove_old_file(fmt::format("{}/{}.png", folder, style));
  remove_old_textures(folder + "/textures");
  const Result<NaturalPalette> palette = palette_of(world.recipe, options.palette);
  if (!palette) return palette.error();
  const Execution quiet{.threads = execution.threads, .progress = nullptr, .cancel = execution.cancel};
  const auto& sphere = std::get<CubeSphere>(world.surface.domain());
  const bool textures = !options.textures.empty(), pictures = wanted("natural") || wanted("globe");
  const std::uint32_t side = options.texture_side ? options.texture_side : std::min(sphere.resolution(), most_rows);
  const std::uint32_t texture_rows = 2 * side, picture_rows = picture_rows_of(sphere);
  SharedPlanet flat, drawn;
  // The page takes longest and has long parts that only one thread can do: it begins first.
  const auto plan_picture = [&](const std::string& style) {
    jobs.emplace_back(
        [&world, &options, style, flat = drawn, quiet, palette = *palette, path = fmt::format("{}/{}.png", folder, style)] {
          return write_picture(path, style, world, flat, options, palette, quiet);
        });
  };
  if (wanted("atlas")) plan_picture("atlas");
  if (textures) {
    CRATON_TRY(SharedPlanet made, shared_planet(world, {texture_rows, true, true, *palette}, quiet));
    flat = std::move(made);
  }
  if (pictures && texture_rows == picture_rows) drawn = flat;
  if (pictures && !drawn) {
    CRATON_TRY(SharedPlanet made,
               shared_planet(world, {picture_rows, false, wanted("globe") && !options.no_clouds, *palette}, quiet));
    drawn = std::move(made);
  }
  for (const char* style : {"natural", "globe"})
    if (pictures && wanted(style)) plan_picture(style);
  if (wanted("relief")) plan_picture("relief");
  return textures ? plan_textures(folder + "/textures", world, flat, options.textures, quiet, jobs) : Result<void>{};
}

}  // namespace craton::cli
