// How much of the ground plants cover, and which. The table says what a biome carries; ground and climate take from it: nothing
// stands on walls, little in shade of drought. Species grow in stands, cells of cellular noise, each drawn by the shares of its
// biome, so that a stand goes on across borders of tiles and shares hold over many of them.
#include <algorithm>
#include <array>

#include <craton/base/tables.h>

#include "base/smooth_step.h"
#include "stages/each_cell.h"
#include "stages/life/life_stages.h"
#include "stages/life/slope.h"
#include "stages/name_categories.h"
#include "stages/noise_on.h"
#include "stages/table_file.h"

namespace craton {
namespace {

struct VegetationParams {
  std::string table;
  Read<std::uint8_t> biome = "biome";
  Read<float> height = "height";
  Write<float> vegetation = "vegetation";
  Write<std::uint8_t> species = "species";
  Field strength = 1.0;
  double stand = 400;
};

/// The table that comes with Craton, by Whittaker's biomes; recipes/biomes/plants.json is the same with more species.
PlantTable usual_plants() {
  return {.name = "usual",
          .entries = {{"tundra", 0.25, {{"moss", 5}, {"sedge", 3}, {"dwarf birch", 2}}},
                      {"taiga", 0.8, {{"spruce", 5}, {"pine", 3}, {"larch", 2}}},
                      {"temperate grassland", 0.4, {{"feather grass", 7}, {"wormwood", 3}}},
                      {"temperate deciduous forest", 0.85, {{"oak", 4}, {"beech", 4}, {"maple", 2}}},
                      {"temperate rain forest", 0.95, {{"douglas fir", 5}, {"hemlock", 3}, {"fern", 2}}},
                      {"subtropical desert", 0.04, {{"creosote bush", 7}, {"cactus", 3}}},
                      {"savanna", 0.45, {{"elephant grass", 7}, {"acacia", 3}}},
                      {"tropical seasonal forest", 0.8, {{"teak", 4}, {"sal", 4}, {"bamboo", 2}}},
                      {"tropical rain forest", 1, {{"kapok", 3}, {"mahogany", 4}, {"palm", 3}}}}};
}

/// A table made ready for the categories of a layer.
struct Plants {
  std::vector<std::string> species{"none"};  ///< names of the categories
  struct OfBiome {
    float density = 0;
    std::vector<std::pair<float, std::uint8_t>> up_to;  ///< shares summed up to 1, and the species
  };
  std::array<OfBiome, 256> biomes{};

  std::uint8_t drawn(const OfBiome& biome, float lot) const {
    for (const auto& [share, index] : biome.up_to)
      if (lot < share) return index;
    return biome.up_to.empty() ? std::uint8_t{0} : biome.up_to.back().second;
  }
};

Result<Plants> plants_of(const PlantTable& table, const std::vector<std::string>& biomes, const std::string& path) {
  Plants plants;
  bool any = false;
  for (const PlantTable::Entry& entry : table.entries) {
    Plants::OfBiome of_biome{.density = static_cast<float>(entry.density)};
    double sum = 0, so_far = 0;
    for (const PlantTable::Species& each : entry.species) sum += each.share;
    for (const PlantTable::Species& each : entry.species) {
      const auto found = std::find(plants.species.begin(), plants.species.end(), each.name);
      const auto index = static_cast<std::size_t>(found - plants.species.begin());
      if (found == plants.species.end()) plants.species.push_back(each.name);
      if (plants.species.size() > 256) return Error{ErrorCode::invalid_value, path, "more than 255 species"};
      so_far += each.share;
      of_biome.up_to.emplace_back(static_cast<float>(so_far / sum), static_cast<std::uint8_t>(index));
    }
    const auto biome = std::find(biomes.begin(), biomes.end(), entry.biome);
    if (biome == biomes.end()) continue;
    plants.biomes[static_cast<std::size_t>(biome - biomes.begin())] = std::move(of_biome);
    any = true;
  }
  if (!any) return Error{ErrorCode::invalid_value, path, "names no biome of the layer: nothing would grow"};
  return plants;
}

Result<PlantTable> table_of(const VegetationParams& params, const StageContext& context) {
  if (params.table.empty()) return usual_plants();
  return read_table<&TableSource::plant_table>(params.table, context);
}

NoiseSpec stands(double length) {
  NoiseSpec cells{.kind = "cellular"};
  cells.params.set("frequency", 1 / length);
  cells.params.set("output", std::string("id"));
  return cells;
}

Result<void> run(const VegetationParams& params, StageContext& context) {
  CRATON_TRY(const PlantTable table, table_of(params, context));
  CRATON_TRY(const Plants plants, plants_of(table, params.biome->info().categories, context.path_of("table")));
  CRATON_TRY(const Noise noise,
             make_noise_on(context.domain(), stands(params.stand), context.seed.child("stands"), context.path_of("stand")));
  name_categories(*params.species, plants.species);
  const std::span<const std::uint8_t> biomes = params.biome;
  const std::span<const float> heights = params.height;
  const std::span<float> covered = params.vegetation;
  const std::span<std::uint8_t> kinds = params.species;
  Layer lots({.name = "lots"}, covered.size());
  const std::span<float> lot = lots.numbers();
  CRATON_TRY(fill_with_noise(context.domain(), noise, lot, context.execution));
  return std::visit(
      [&](const auto& topology) {
        return each_cell(covered.size(), context.execution, [&](Cell c) {
          const Plants::OfBiome& here = plants.biomes[biomes[c]];
          const float slope = steepest_slope(topology, heights, c);
          const float part = heights[c] < 0 ? 0 : here.density * (1 - smooth_step(0.6F, 1.4F, slope)) * params.strength[c];
          covered[c] = part;
          kinds[c] = part > 0 ? plants.drawn(here, lot[c] * 0x1p-24F) : std::uint8_t{0};
        });
      },
      context.domain());
}

Reach reach(const VegetationParams&, double) { return Reach::stencil(1); }

Result<void> check(const VegetationParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_noise_on(domain, stands(params.stand), path + "/stand");
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<VegetationParams>() {
  using P = VegetationParams;
  static const ParamInfo list[] = {
      asset_param<&P::table>(
          "table",
          "What grows in each biome: a file beside the recipe, as docs/climate.md tells it; \"\": plants of the "
          "Earth for Whittaker's biomes."),
      layer_param<&P::biome>("biome", "The biomes, by the stage `biomes`."),
      layer_param<&P::height>("height", "The ground: nothing grows below 0 m, and little on walls."),
      result_param<&P::vegetation>("vegetation", "How much of the ground plants cover, 0 to 1.", ""),
      result_param<&P::species>("species", "Which plant stands here; others may grow among it.", ""),
      field_param<&P::strength>("strength", 0, 1, "", "Times the density: 0 leaves a cell bare."),
      number_param<&P::stand>("stand", 1, 1e7, "m", "How large the stands of one species are."),
  };
  return list;
}

const StageEntry& vegetation_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "vegetation",
      .title = "Vegetation",
      .doc = "How densely plants grow, and which: by biome, from a table that can be replaced.",
      .reach_doc = "stencil: 1 cell",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
