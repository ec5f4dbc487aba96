#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include <craton/picture/planet_textures.h>
#include <craton/recipe/make.h>

/// What `craton planet` writes beside the world.
namespace craton::cli {

struct PlanetPictureOptions {
  std::string styles = "natural,atlas,globe", layouts = "equirectangular,cube", texture_size, title;
  bool no_clouds = false;

  void add_to(CLI::App& app);
  Result<void> read();

  std::vector<std::string> wanted{};      ///< styles, after read()
  std::vector<TextureLayout> textures{};  ///< after read()
  std::uint32_t texture_side = 0;         ///< of a face; 0: that of the planet
};

/// natural.png, atlas.png, globe.png and textures/…; what is not asked for and was there before goes away.
Result<void> write_planet_pictures(const std::string& folder, const World& world, const PlanetPictureOptions& options,
                                   const Execution& execution);

}  // namespace craton::cli
