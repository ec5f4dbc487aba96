#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <craton/base/tables.h>
#include <craton/surface/coords.h>

/// Ways to tell classes of life from a climate.
namespace craton {

/// Layers that a scheme may look at; empty where the recipe names none.
struct ClimateLayers {
  std::span<const float> height, mean, warmest, coldest, rain, rain_summer, rain_winter, drainage;
};

/// How a cell's climate is moved before it is read, so that borders get rough.
struct ClimateNudge {
  float warmer = 0, wetter = 1;
};

/// The classes of one scheme, and how cells get theirs: those of out.size() cells from `first` on. No nudges: none is moved.
struct BiomeScheme {
  std::vector<std::string> names;
  std::function<void(Cell first, std::span<const ClimateNudge> nudges, std::span<std::uint8_t> out)> classify;
  /// For soft borders: which class is next to a cell's own, and its share, 0 … ½. Null where a scheme knows no distances.
  std::function<void(Cell first, std::span<const ClimateNudge> nudges, std::span<const std::uint8_t> own,
                     std::span<std::uint8_t> second, std::span<float> share)>
      blend{};
};

/// Height, mean and rain must be there; without the warmest month there is no ice. Seas deeper than `shelf` metres are deep.
/// Borders are `blend` °C wide on either side.
BiomeScheme whittaker_scheme(const ClimateLayers& layers, double shelf, double blend);
/// All but `rain` and drainage must be there.
BiomeScheme koppen_scheme(const ClimateLayers& layers, double snow_limit);
/// All but the halves of rain and drainage must be there.
BiomeScheme holdridge_scheme(const ClimateLayers& layers);
/// Those that the table asks for must be there; without heights there is no sea but that of the table.
Result<BiomeScheme> table_scheme(const ClimateLayers& layers, const BiomeTable& table, const std::string& path);

}  // namespace craton
