#include <craton/recipe/voxel_recipe.h>

#include "recipe/json_value.h"
#include "recipe/json_writer.h"
#include "recipe/noise_reader.h"

namespace craton {
namespace {

using namespace recipe;

std::string colour_text(std::array<std::uint8_t, 3> colour) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t level : colour) {
    text += digits[level >> 4];
    text += digits[level & 15];
  }
  return json_text(text);
}

/// Writes a table's parts by the names of its grounds.
class TableWriter {
 public:
  explicit TableWriter(const VoxelTable& table) : table_(table) {}

  std::string text() const {
    std::vector<JsonText> items;
    if (!table_.name.empty()) items.push_back({"name", json_text(table_.name)});
    items.push_back({"grounds", grounds()});
    items.push_back(
        {"sea", object_text({{"water", ground(table_.water)}, {"bed", ground(table_.bed)}, {"beach", ground(table_.beach)}}, 4)});
    items.push_back({"bedrock", ground(table_.bedrock)});
    if (table_.overhang != 0) items.push_back({"overhang", ground(table_.overhang)});
    std::vector<std::string> strata, ores, biomes;
    for (const VoxelTable::Stratum& each : table_.strata)
      strata.push_back(object_text({{"ground", ground(each.ground)}, {"thickness", json_number(each.thickness)}}, 6));
    for (const VoxelTable::Ore& each : table_.ores)
      ores.push_back(object_text({{"ground", ground(each.ground)},
                                  {"from", json_number(each.from)},
                                  {"to", json_number(each.to)},
                                  {"share", json_number(each.share)},
                                  {"radius", json_number(each.radius)}},
                                 6));
    for (const VoxelTable::Biome& each : table_.biomes) biomes.push_back(biome(each));
    items.push_back({"strata", list_text(strata, 4)});
    if (!ores.empty()) items.push_back({"ores", list_text(ores, 4)});
    items.push_back({"biomes", list_text(biomes, 4)});
    return object_text(items, 2);
  }

 private:
  std::string ground(std::uint8_t id) const { return json_text(table_.grounds[id].name); }

  std::string grounds() const {
    std::vector<JsonText> items;
    for (std::size_t i = 1; i < table_.grounds.size(); ++i) {
      std::vector<JsonText> look{{"colour", colour_text(table_.grounds[i].colour)}};
      if (table_.grounds[i].liquid) look.push_back({"liquid", "true"});
      items.push_back({table_.grounds[i].name, object_text(look, 6)});
    }
    return object_text(items, 4);
  }

  std::string biome(const VoxelTable::Biome& biome) const {
    const auto range = [](const std::array<double, 2>& r) { return list_text({json_number(r[0]), json_number(r[1])}, 8); };
    std::vector<JsonText> items{
        {"name", json_text(biome.name)},    {"rain", range(biome.rain)},  {"temperature", range(biome.temperature)},
        {"surface", ground(biome.surface)}, {"soil", ground(biome.soil)}, {"soil_depth", json_number(biome.soil_depth)}};
    if (biome.cap != 0) items.push_back({"cap", ground(biome.cap)});
    if (biome.beach != 0) items.push_back({"beach", ground(biome.beach)});
    items.push_back({"cap_above", json_number(biome.cap_above)});
    items.push_back({"base", json_number(biome.base)});
    items.push_back({"amplification", json_number(biome.amplification)});
    items.push_back({"blending", json_number(biome.blending)});
    items.push_back({"plant_frequency", json_number(biome.plant_frequency)});
    if (biome.plant_spacing > 0) items.push_back({"plant_spacing", json_number(biome.plant_spacing)});
    std::vector<JsonText> species;
    for (const VoxelTable::Species& each : biome.species) species.push_back({each.name, json_number(each.share)});
    if (!species.empty()) items.push_back({"species", object_text(species, 8)});
    return object_text(items, 6);
  }

  const VoxelTable& table_;
};

}  // namespace

std::string voxel_recipe_to_json(const VoxelRecipe& recipe) {
  constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;  // that every reader of JSON keeps
  std::vector<JsonText> items{{"craton", "1"}, {"world", json_text("voxels")}};
  if (!recipe.name.empty()) items.push_back({"name", json_text(recipe.name)});
  if (!recipe.doc.empty()) items.push_back({"doc", json_text(recipe.doc)});
  items.push_back({"seed", recipe.seed <= largest_exact ? std::to_string(recipe.seed) : json_text(std::to_string(recipe.seed))});
  std::vector<JsonText> params;
  for (const auto& [name, value] : recipe.params.items()) params.push_back({name, json_of(value)});
  if (!params.empty()) items.push_back({"voxels", object_text(params, 2)});
  std::vector<JsonText> noises;
  for (const auto& [name, spec] : recipe.noises) noises.push_back({name, noise_spec_text(spec, 4)});
  if (!noises.empty()) items.push_back({"noises", object_text(noises, 2)});
  if (recipe.table) items.push_back({"table", TableWriter(*recipe.table).text()});
  return object_text(items, 0) + "\n";
}

}  // namespace craton
