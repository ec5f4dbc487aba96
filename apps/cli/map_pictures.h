#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/picture/image.h>
#include <craton/recipe/make.h>

#include "layer_files.h"

/// What `craton map` writes beside the world.
namespace craton::cli {

/// natural, atlas, parchment, relief
std::span<const std::string_view> picture_styles();
/// "natural,relief"; "" is none.
Result<std::vector<std::string>> read_styles(std::string_view text);

struct MapPicture {
  std::string name;
  Rgb8Image image;
};
struct MapPictureOptions {
  std::vector<std::string> styles;
  std::uint32_t longest = 4096;  ///< no side of a picture is longer
  std::string title{};           ///< of pages; "": the name of the largest land
};
/// A style that wants a climate is left out where there is none.
Result<std::vector<MapPicture>> draw_map_pictures(const World& world, const MapPictureOptions& options,
                                                  const Execution& execution);

/// A file of heights.
struct HeightFormat {
  std::string_view id, file;
  LayerFormat format = LayerFormat::exr;

  friend bool operator==(const HeightFormat&, const HeightFormat&) = default;
};
std::span<const HeightFormat> height_formats();
Result<std::vector<HeightFormat>> read_formats(std::string_view text);
Result<void> write_heights(const std::string& folder, const World& world, std::span<const HeightFormat> formats,
                           const Execution& execution);

/// biome.png and biome.json, where there is a layer `biome`.
Result<void> write_biome_texture(const std::string& folder, const World& world, const Execution& execution);

}  // namespace craton::cli
