#include "map_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include <craton/files/png.h>
#include <craton/picture/category_colours.h>
#include <craton/picture/layer_picture.h>
#include <craton/surface/surface.h>

#include "make_output.h"
#include "show_pictures.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr std::string_view biome_layer = "biome", natural_style = "natural", relief_style = "relief";
constexpr std::array<std::string_view, 2> styles{natural_style, relief_style};
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

Result<std::vector<MapPicture>> draw_map_pictures(const World& world, std::span<const std::string> wanted, std::uint32_t longest,
                                                  const Execution& execution) {
  std::vector<MapPicture> pictures;
  const Layer* height = world.surface.layer(ground_layer);
  if (!height) return pictures;
  for (const std::string& style : wanted) {
    LayerPictureOptions how{.size = picture_size(world.surface.domain(), longest), .style = MapStyle::relief};
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
  const Result<Rgb8Image> image = picture_of_layer(world.surface.domain(), *biome, {}, execution);
  if (!image) return image.error();
  CRATON_TRY(write_png(folder + "/biome.png", *image, {.threads = execution.threads}));
  const std::vector<Rgb8> colours = category_colours(biome->info().categories);
  std::string json = "{\n  \"layer\": \"biome\",\n  \"file\": \"biome.png\",\n  \"colours\": {";
  for (std::size_t i = 0; i < biome->info().categories.size(); ++i)
    json += fmt::format("{}\n    {}: \"#{:02x}{:02x}{:02x}\"", i ? "," : "", json_string(biome->info().categories[i]),
                        colours[i].r, colours[i].g, colours[i].b);
  return write_text(folder + "/biome.json", json + "\n  }\n}\n");
}

}  // namespace craton::cli
