#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace craton {

/// What a biome becomes where ground and water are out of the ordinary.
enum class SubBiome : std::uint8_t {
  none,
  fresh_swamp,  ///< trees in water
  fresh_marsh,  ///< reeds in water
  salt_swamp,
  salt_marsh,
  mangrove,
  coral_reef,
  estuary,
  wetland,  ///< bogs and fens of cold lands
  prairie,
  steppe,
  alpine_tundra,
  glacier,
  dunes,
  oasis,
};

/// "none", "fresh swamp", …
std::span<const std::string_view> sub_biome_names();

/// What the rules know of a cell.
struct SubBiomePlace {
  float height = 0, slope = 0;  ///< m, m/m
  float mean = 0, warmest = 0, coldest = 0, rain = 0;
  float moisture = 0;  ///< 0 … 1
  bool lake = false, river = false;
  bool at_coast = false;  ///< land near the sea, or sea near land
  bool sandy = false;     ///< whether dunes may lie here
};

struct SubBiomeLimits {
  float flat = 0.01F, low = 30, wet = 0.5F;
};

SubBiome sub_biome_of(const SubBiomePlace& place, const SubBiomeLimits& limits);

}  // namespace craton
