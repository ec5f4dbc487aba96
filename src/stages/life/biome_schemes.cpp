#include "stages/life/biome_schemes.h"

#include <algorithm>
#include <utility>

#include <craton/stages/whittaker.h>

#include "base/text.h"
#include "stages/life/holdridge.h"
#include "stages/life/koppen.h"
#include "stages/life/table_grid.h"

namespace craton {
namespace {

std::vector<std::string> copied(std::span<const std::string_view> names) { return {names.begin(), names.end()}; }

/// A scheme from a function of one cell and its nudge.
template <class OfCell>
BiomeScheme scheme_of(std::vector<std::string> names, OfCell of_cell) {
  BiomeScheme scheme;
  scheme.names = std::move(names);
  scheme.classify = [of_cell](Cell first, std::span<const ClimateNudge> nudges, std::span<std::uint8_t> out) {
    if (nudges.empty())
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = of_cell(first + i, ClimateNudge{});
    else
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = of_cell(first + i, nudges[i]);
  };
  return scheme;
}

/// The biome beside a cell's own in the diagram, and its share of the two; the own one and 0 far from borders.
struct Neighbour {
  std::uint8_t biome;
  float share;
};
Neighbour next_biome(std::uint8_t own, float temperature, float rain, float width) {
  const auto shares = whittaker_shares(temperature, rain, width);
  const std::size_t here = own - first_diagram_biome;
  std::size_t next = here == 0 ? 1 : 0;
  for (std::size_t k = 0; k < shares.size(); ++k)
    if (k != here && shares[k] > shares[next]) next = k;
  if (!(shares[next] > 0)) return {own, 0};
  const float share = shares[next] / (shares[here] + shares[next]);
  return {static_cast<std::uint8_t>(first_diagram_biome + next), std::min(share, 0.5F)};
}

SeasonalClimate season_temperatures(const ClimateLayers& layers, std::size_t c, ClimateNudge nudge) {
  return {.mean = layers.mean[c] + nudge.warmer,
          .warmest = layers.warmest[c] + nudge.warmer,
          .coldest = layers.coldest[c] + nudge.warmer};
}

}  // namespace

BiomeScheme whittaker_scheme(const ClimateLayers& layers, double shelf, double blend) {
  const bool ice = !layers.warmest.empty();
  BiomeScheme scheme{.names = copied(biome_names()), .classify = {}};
  scheme.classify = [=, deep = static_cast<float>(-shelf)](Cell first, std::span<const ClimateNudge> nudges,
                                                           std::span<std::uint8_t> out) {
    if (nudges.empty())
      whittaker_biomes(layers.mean.subspan(first, out.size()), layers.rain.subspan(first, out.size()), out);
    else
      for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::uint8_t>(
            whittaker_biome(layers.mean[first + i] + nudges[i].warmer, layers.rain[first + i] * nudges[i].wetter));
    for (std::size_t i = 0; i < out.size(); ++i) {
      const float height = layers.height[first + i];
      const bool frozen = ice && layers.warmest[first + i] + (nudges.empty() ? 0 : nudges[i].warmer) < 0;
      const Biome sea = height < deep ? Biome::deep_sea : Biome::shelf_sea;
      out[i] = height < 0 ? static_cast<std::uint8_t>(sea) : frozen ? static_cast<std::uint8_t>(Biome::ice) : out[i];
    }
  };
  scheme.blend = [=, width = static_cast<float>(blend)](Cell first, std::span<const ClimateNudge> nudges,
                                                        std::span<const std::uint8_t> own, std::span<std::uint8_t> second,
                                                        std::span<float> share) {
    for (std::size_t i = 0; i < own.size(); ++i) {
      const std::size_t c = first + i;
      const ClimateNudge nudge = nudges.empty() ? ClimateNudge{} : nudges[i];
      const Neighbour next = own[i] < first_diagram_biome
                                 ? Neighbour{own[i], 0}
                                 : next_biome(own[i], layers.mean[c] + nudge.warmer, layers.rain[c] * nudge.wetter, width);
      second[i] = next.biome;
      share[i] = next.share;
    }
  };
  return scheme;
}

BiomeScheme koppen_scheme(const ClimateLayers& layers, double snow_limit) {
  return scheme_of(copied(koppen_names()), [=, snow = static_cast<float>(snow_limit)](std::size_t c, ClimateNudge nudge) {
    if (layers.height[c] < 0) return static_cast<std::uint8_t>(Koppen::sea);
    SeasonalClimate climate = season_temperatures(layers, c, nudge);
    climate.rain_summer = layers.rain_summer[c] * nudge.wetter;
    climate.rain_winter = layers.rain_winter[c] * nudge.wetter;
    return static_cast<std::uint8_t>(koppen_of(koppen_year(climate), snow));
  });
}

BiomeScheme holdridge_scheme(const ClimateLayers& layers) {
  return scheme_of(copied(holdridge_names()), [=](std::size_t c, ClimateNudge nudge) {
    if (layers.height[c] < 0) return holdridge_sea;
    const SeasonalClimate climate = season_temperatures(layers, c, nudge);
    if (climate.warmest < 0) return holdridge_ice;
    return holdridge_zone(biotemperature(climate), layers.rain[c] * nudge.wetter);
  });
}

Result<BiomeScheme> table_scheme(const ClimateLayers& layers, const BiomeTable& table, const std::string& path) {
  Result<TableGrid> grid = TableGrid::make(table, path);
  if (!grid) return grid.error();
  /// One axis: its layer, and how much nudges move it.
  struct Quantity {
    std::span<const float> values;
    float degrees = 0, share = 0;

    float at(std::size_t c, ClimateNudge nudge) const {
      return values[c] * (1 + share * (nudge.wetter - 1)) + degrees * nudge.warmer;
    }
  };
  const auto quantity_of = [&](const BiomeTable::Axis& axis) -> Result<Quantity> {
    Quantity quantity;
    if (axis.quantity == "rain") quantity = {layers.rain, 0, 1};
    if (axis.quantity == "temperature") quantity = {layers.mean, 1, 0};
    if (axis.quantity == "drainage") quantity = {layers.drainage, 0, 0};
    if (!quantity.values.empty()) return quantity;
    return Error{ErrorCode::invalid_value, concat({path, "/", axis.quantity}), "missing: the table asks for this layer"};
  };
  const Result<Quantity> x = quantity_of(table.x), y = quantity_of(table.y);
  if (!x) return x.error();
  if (!y) return y.error();
  std::vector<std::string> names = grid->names();
  return scheme_of(
      std::move(names),
      [grid = *std::move(grid), x = *x, y = *y, height = layers.height](std::size_t c, ClimateNudge nudge) -> std::uint8_t {
        if (!height.empty() && height[c] < 0) return 0;
        return grid.at(x.at(c, nudge), y.at(c, nudge));
      });
}

}  // namespace craton
