#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What covers the ground, as people speak of it: many biomes of any scheme are one forest or one desert.
namespace craton {

enum class Cover : std::uint8_t { none, forest, jungle, savanna, plain, desert, tundra, ice, swamp };
inline constexpr std::size_t cover_count = 9;

/// "none", "forest", "jungle", …
std::span<const std::string_view> cover_names();

/// By the name of a biome: those of Whittaker, Holdridge and Köppen, of sub-biomes, and whatever users call "… forest".
Cover cover_of(std::string_view biome);

/// Of each category of a layer.
std::array<Cover, 256> covers_of(const std::vector<std::string>& categories);

}  // namespace craton
