#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/picture/planet_textures.h>
#include <craton/recipe/make.h>

#include "arguments.h"
#include "planet_textures.h"

/// What `craton planet` writes beside the world.
namespace craton::cli {

struct PlanetPictureOptions {
  std::string styles = "natural,atlas,globe", layouts = "equirectangular,cube", texture_size, title, palette;
  bool no_clouds = false;
  std::vector<std::pair<Option, std::string_view>> given_by{};

  void add_to(Arguments& args);
  /// Of a region (`zoomed`) other pictures are drawn: all these are refused.
  Result<void> read(bool zoomed);

  std::vector<std::string> wanted{};      ///< styles, after read()
  std::vector<TextureLayout> textures{};  ///< after read()
  std::uint32_t texture_side = 0;         ///< of a face; 0: that of the planet

 private:
  Result<void> refuse_idle(bool zoomed) const;
};

/// The palette that was asked for, or that of the planet's kind.
Result<NaturalPalette> palette_of(const Recipe& recipe, const std::string& asked);

/// natural.png, atlas.png, globe.png and textures/… as jobs that hold on to the world; what is not asked for and was there before
/// goes away.
Result<void> plan_planet_pictures(const std::string& folder, const World& world, const PlanetPictureOptions& options,
                                  const Execution& execution, FileJobs& jobs);

}  // namespace craton::cli
