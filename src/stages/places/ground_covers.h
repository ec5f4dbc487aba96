#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/stages/bound.h>

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

/// What covers each cell: what its sub-biome tells (swamps, dunes, glaciers), else its biome.
class CoverLayers {
 public:
  CoverLayers() = default;
  /// Either layer may be missing.
  CoverLayers(const Read<std::uint8_t>& biome, const Read<std::uint8_t>& sub_biome);

  bool empty() const { return biomes_.empty() && sub_biomes_.empty(); }
  Cover operator[](Cell cell) const {
    const Cover sub = sub_biomes_.empty() ? Cover::none : of_sub_biomes_[sub_biomes_[cell]];
    return sub != Cover::none || biomes_.empty() ? sub : of_biomes_[biomes_[cell]];
  }

 private:
  std::span<const std::uint8_t> biomes_, sub_biomes_;
  std::array<Cover, 256> of_biomes_{}, of_sub_biomes_{};
};

}  // namespace craton
