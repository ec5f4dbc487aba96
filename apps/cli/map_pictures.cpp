#include "map_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include <craton/files/png.h>
#include <craton/picture/atlas.h>
#include <craton/picture/category_colours.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/usual.h>
#include <craton/surface/surface.h>

#include "make_output.h"
#include "show_atlas.h"
#include "show_pictures.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr std::string_view biome_layer = "biome", natural_style = "natural";
constexpr std::array<std::string_view, 4> styles{natural_style, "atlas", "parchment", "relief"};
constexpr std::array<HeightFormat, 4> formats{{{"png", "height16.png", LayerFormat::png16},
                                               {"r16", "height.r16", LayerFormat::r16},
                                               {"exr", "height.exr", LayerFormat::exr},
                                               {"r32", "height.r32", LayerFormat::f32}}};

/// Words between commas, each once.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  if (text.empty()) return words;
  for (const std::string_view word : split(text, ','))
    if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
  return words;
}

}  // namespace

std::span<const std::string_view> picture_styles() { return styles; }

Result<std::vector<std::string>> read_styles(std::string_view text) {
  std::vector<std::string> words = words_of(text);
  for (const std::string& word : words)
    if (std::find(styles.begin(), styles.end(), word) == styles.end())
      return invalid("--style", fmt::format("found \"{}\", allowed {}{}", word, joined(styles), suggestion(word, styles)));
  return words;
}

namespace {

/// A page with names, frame and legend.
Result<Rgb8Image> draw_page(const World& world, const std::string& style, const MapPictureOptions& options,
                            const Execution& execution) {
  AtlasOptions how;
  how.style = style == "parchment" ? AtlasStyle::parchment : AtlasStyle::atlas;
  const GridSize natural = natural_size(world.surface.domain());
  if (std::max(natural.width, natural.height) > options.longest) how.size = picture_size(world.surface.domain(), options.longest);
  how.title = options.title.empty() ? usual_title(world) : options.title;
  how.subtitle = usual_subtitle(world);
  CRATON_TRY(const AtlasPage page, atlas_page(world.surface, how, execution));
  return page.picture();
}

}  // namespace

Result<std::vector<MapPicture>> draw_map_pictures(const World& world, const MapPictureOptions& options,
                                                  const Execution& execution) {
  std::vector<MapPicture> pictures;
  const Layer* height = world.surface.layer(ground_layer);
  if (!height) return pictures;
  for (const std::string& style : options.styles) {
    if (is_page_style(style)) {
      CRATON_TRY(Rgb8Image page, draw_page(world, style, options, execution));
      pictures.push_back({style, std::move(page)});
      continue;
    }
    LayerPictureOptions how{.size = picture_size(world.surface.domain(), options.longest), .style = MapStyle::relief};
    how.waters = waters_of(world.surface);
    if (style == natural_style) {
      how.style = MapStyle::natural;
      how.natural = natural_layers_of(world.surface);
      if (!how.natural.complete()) continue;
    }
    Result<Rgb8Image> image = picture_of_layer(world.surface.domain(), *height, how, execution);
    if (!image) return picture_error(image.error());
    pictures.push_back({style, *std::move(image)});
  }
  return pictures;
}

std::span<const HeightFormat> height_formats() { return formats; }

Result<std::vector<HeightFormat>> read_formats(std::string_view text) {
  std::vector<HeightFormat> all;
  for (const std::string& word : words_of(text)) {
    const auto found = std::find_if(formats.begin(), formats.end(), [&](const HeightFormat& each) { return each.id == word; });
    if (found == formats.end()) return invalid("--heights", fmt::format("found \"{}\", allowed png, r16, exr, r32", word));
    all.push_back(*found);
  }
  return all;
}

Result<void> write_heights(const std::string& folder, const World& world, std::span<const HeightFormat> wanted,
                           const Execution& execution) {
  const Layer* height = world.surface.layer(ground_layer);
  if (!height) return {};
  for (const HeightFormat& each : wanted) {
    LayerFile file{.path = fmt::format("{}/{}", folder, each.file), .format = each.format};
    CRATON_TRY(write_layer_file(world, *height, file, execution));
  }
  return {};
}

Result<void> write_biome_texture(const std::string& folder, const World& world, const Execution& execution) {
  const Layer* biome = world.surface.layer(biome_layer);
  if (!biome || biome->type() != LayerType::category) return {};
  CRATON_TRY(const Rgb8Image image, picture_of_layer(world.surface.domain(), *biome, {}, execution));
  CRATON_TRY(write_png(folder + "/biome.png", image, {.threads = execution.threads}));
  const std::vector<Rgb8> colours = category_colours(biome->info().categories);
  std::string json = "{\n  \"layer\": \"biome\",\n  \"file\": \"biome.png\",\n  \"colours\": {";
  for (std::size_t i = 0; i < biome->info().categories.size(); ++i)
    json += fmt::format("{}\n    {}: \"#{:02x}{:02x}{:02x}\"", i ? "," : "", json_string(biome->info().categories[i]),
                        colours[i].r, colours[i].g, colours[i].b);
  return write_text(folder + "/biome.json", json + "\n  }\n}\n");
}

}  // namespace craton::cli
