#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <craton/base/export.h>

/// Whittaker's biomes (Whittaker 1975, "Communities and Ecosystems"): what grows where, by the mean temperature and the rain of a
/// year.
namespace craton {

/// The categories of a layer of biomes, in this order. The nine of the diagram come last.
enum class Biome : std::uint8_t {
  deep_sea,
  shelf_sea,
  ice,
  tundra,
  taiga,
  temperate_grassland,
  temperate_deciduous_forest,
  temperate_rain_forest,
  subtropical_desert,
  savanna,
  tropical_seasonal_forest,
  tropical_rain_forest,
};
inline constexpr std::size_t biome_count = 12, first_diagram_biome = 3, diagram_biome_count = 9;

/// "deep sea", "shelf sea", "ice", "tundra", …
CRATON_API std::span<const std::string_view> biome_names();

/// A corner of an outline in the diagram.
struct DiagramPoint {
  float temperature = 0;  ///< °C, mean of the year
  float rain = 0;         ///< cm a year
};

/// The outline of one of the nine. Together they cover the possible part of the diagram without gaps and overlaps: −10 … 30 °C,
/// and rain from 0 to most_diagram_rain.
CRATON_API std::span<const DiagramPoint> diagram_outline(Biome biome);

/// Colder air holds less water: the most rain that the diagram knows at a temperature.
CRATON_API float most_diagram_rain(float temperature);

/// The biome of a climate. What lies beyond the diagram is moved to its edge: temperature first, then rain.
CRATON_API Biome whittaker_biome(float temperature, float rain);

/// The same of many climates: out[i] is the number of the biome of the i-th.
CRATON_API void whittaker_biomes(std::span<const float> temperature, std::span<const float> rain, std::span<std::uint8_t> out);

/// How much of each of the nine a climate has, for smooth borders; they sum to 1. A biome counts where the climate is within
/// `width` of its outline, in degrees (10 cm of rain count as one); inside it, alone, it is 1.
CRATON_API std::array<float, diagram_biome_count> whittaker_shares(float temperature, float rain, float width);

}  // namespace craton
