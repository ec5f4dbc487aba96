#pragma once

#include <span>
#include <string>

#include <craton/picture/planet_textures.h>
#include <craton/recipe/make.h>

namespace craton::cli {

/// Sets of textures in folder/equirectangular and folder/cube, each file with its sidecar; `side` is that of a face. Layers that
/// the planet lacks are left out.
Result<void> write_textures(const std::string& folder, const World& world, std::span<const TextureLayout> layouts,
                            std::uint32_t side, const Execution& execution);

}  // namespace craton::cli
