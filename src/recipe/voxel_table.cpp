// What a table of a voxel world must hold, however it was made; and the one that comes with Craton.
#include <craton/recipe/voxel_table.h>

#include <cmath>
#include <set>

#include "base/text.h"
#include "stages/life/table_grid.h"

namespace craton {
namespace {

Error refuse(const std::string& path, std::string message) { return {ErrorCode::invalid_value, path, std::move(message)}; }

bool within(double value, double low, double high) { return value >= low && value <= high; }

/// The climates, as the tables of other worlds check them.
Result<void> check_climates(const VoxelTable& table, const std::string& path) {
  BiomeTable rectangles{.x = {"rain", 0, 1}, .y = {"temperature", 0, 1}};
  for (const VoxelTable::Biome& biome : table.biomes)
    rectangles.entries.push_back({biome.name, biome.rain[0], biome.rain[1], biome.temperature[0], biome.temperature[1]});
  const Result<TableGrid> grid = TableGrid::make(rectangles, path);
  if (!grid) return grid.error();
  return {};
}

class Checker {
 public:
  Checker(const VoxelTable& table, const std::string& path) : table_(table), path_(path) {}

  Result<void> check() const {
    if (table_.grounds.size() < 2 || table_.grounds.size() > most_voxel_grounds)
      return refuse(concat({path_, "/grounds"}), "1 … 63 grounds are allowed beside air");
    CRATON_TRY(ground(table_.water, "/sea/water"));
    CRATON_TRY(ground(table_.bed, "/sea/bed"));
    CRATON_TRY(ground(table_.beach, "/sea/beach"));
    CRATON_TRY(ground(table_.bedrock, "/bedrock"));
    if (!table_.grounds[table_.water].liquid)
      return refuse(concat({path_, "/sea/water"}), "is not liquid; give its ground \"liquid\": true");
    CRATON_TRY(solids());
    if (table_.strata.empty()) return refuse(concat({path_, "/strata"}), "there must be rock: at least one layer");
    if (table_.biomes.empty() || table_.biomes.size() > most_voxel_biomes)
      return refuse(concat({path_, "/biomes"}), "1 … 32 biomes are allowed");
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < table_.biomes.size(); ++i) {
      const std::string place = concat({path_, "/biomes/", std::to_string(i)});
      CRATON_TRY(biome(table_.biomes[i], place));
      if (!names.insert(table_.biomes[i].name).second)
        return refuse(concat({place, "/name"}), concat({"\"", table_.biomes[i].name, "\" is there already"}));
    }
    return check_climates(table_, concat({path_, "/biomes"}));
  }

 private:
  Result<void> ground(std::uint8_t id, std::string_view where) const {
    if (id != 0 && id < table_.grounds.size()) return {};
    return refuse(concat({path_, where}), "names no ground of the table");
  }
  Result<void> solid(std::uint8_t id, const std::string& where) const {
    CRATON_TRY(ground(id, where));
    if (table_.grounds[id].liquid) return refuse(concat({path_, where}), "is liquid; solid ground is needed here");
    return {};
  }
  Result<void> solids() const {
    CRATON_TRY(solid(table_.bed, "/sea/bed"));
    CRATON_TRY(solid(table_.beach, "/sea/beach"));
    CRATON_TRY(solid(table_.bedrock, "/bedrock"));
    for (std::size_t i = 0; i < table_.strata.size(); ++i) {
      const std::string place = concat({"/strata/", std::to_string(i)});
      CRATON_TRY(solid(table_.strata[i].ground, place));
      if (!within(table_.strata[i].thickness, 0.01, 1e5))
        return refuse(concat({path_, place, "/thickness"}), "allowed 0.01 … 100000 m");
    }
    if (table_.ores.size() > most_voxel_ores) return refuse(concat({path_, "/ores"}), "up to 16 ores are allowed");
    for (std::size_t i = 0; i < table_.ores.size(); ++i) {
      const std::string place = concat({"/ores/", std::to_string(i)});
      const VoxelTable::Ore& ore = table_.ores[i];
      CRATON_TRY(solid(ore.ground, place));
      if (!within(ore.from, -1e5, ore.to) || !within(ore.to, ore.from, 1e5))
        return refuse(concat({path_, place}), "\"from\" must not lie above \"to\"");
      if (!within(ore.share, 0, 0.2)) return refuse(concat({path_, place, "/share"}), "allowed 0 … 0.2");
      if (!within(ore.radius, 0.5, 3)) return refuse(concat({path_, place, "/radius"}), "allowed 0.5 … 3 m");
    }
    return {};
  }
  Result<void> biome(const VoxelTable::Biome& b, const std::string& place) const {
    const std::string below = place.substr(path_.size());
    CRATON_TRY(ground(b.surface, concat({below, "/surface"})));
    CRATON_TRY(solid(b.soil, concat({below, "/soil"})));
    if (b.cap != 0) CRATON_TRY(solid(b.cap, concat({below, "/cap"})));
    const bool good = within(b.soil_depth, 0, 16) && within(b.base, -1e5, 1e5) && within(b.amplification, 0, 4) &&
                      within(b.blending, 0.001, 1e6) && within(b.plant_frequency, 0, 0.5) && std::isfinite(b.cap_above);
    if (!good) return refuse(place, "a number is out of range");
    for (const VoxelTable::Species& species : b.species)
      if (!within(species.share, 1e-9, 1e6))
        return refuse(concat({place, "/species/", species.name}), "a share above 0 is allowed");
    if (b.plant_frequency > 0 && b.species.empty())
      return refuse(concat({place, "/species"}), "missing: which plants there are, with their shares");
    return {};
  }

  const VoxelTable& table_;
  const std::string& path_;
};

// The text of recipes/voxels/tables/seven-biomes.json; a test holds them equal.
constexpr std::string_view default_text =
    R"json(// The seven biomes of Sepp's voxel world (2016, table 1): climates, amplification, blending and frequencies of plants are his;
// the sea has a bed, and the land rock in layers.
{
  "name": "Seven biomes",
  "grounds": {
    "bedrock": {"colour": "#3b3a3e"},
    "granite": {"colour": "#7d7678"},
    "limestone": {"colour": "#b3ab98"},
    "shale": {"colour": "#6d7480"},
    "sandstone": {"colour": "#c29a66"},
    "dirt": {"colour": "#7a5a3c"},
    "gravel": {"colour": "#8f8b84"},
    "sand": {"colour": "#e3cf98"},
    "grass": {"colour": "#6da544"},
    "meadow": {"colour": "#8db94e"},
    "yellow grass": {"colour": "#c4b454"},
    "brown grass": {"colour": "#8f8458"},
    "snow": {"colour": "#f2f5f8"},
    "water": {"colour": "#3b86c4", "liquid": true},
    "coal": {"colour": "#2a2a2d"},
    "iron": {"colour": "#a0583a"},
    "gold": {"colour": "#e8c33c"}
  },
  "sea": {"water": "water", "bed": "gravel", "beach": "sand"},
  "bedrock": "bedrock",
  "strata": [
    {"ground": "granite", "thickness": 11},
    {"ground": "shale", "thickness": 5},
    {"ground": "limestone", "thickness": 8},
    {"ground": "sandstone", "thickness": 3},
    {"ground": "shale", "thickness": 4}
  ],
  "ores": [
    {"ground": "coal", "from": -12, "to": 40, "share": 0.012, "radius": 2},
    {"ground": "iron", "from": -16, "to": 12, "share": 0.006, "radius": 1.5},
    {"ground": "gold", "from": -16, "to": -6, "share": 0.002, "radius": 1.2}
  ],
  "biomes": [
    {"name": "hot desert", "rain": [0, 0.3], "temperature": [0.7, 1], "surface": "sand", "soil": "sand", "soil_depth": 4,
     "amplification": 0.3, "blending": 10, "plant_frequency": 0.018, "species": {"cactus": 3, "dead bush": 1}},
    {"name": "cold desert", "rain": [0, 0.3], "temperature": [0.4, 0.7], "surface": "snow", "soil": "dirt",
     "amplification": 0.1, "blending": 1, "plant_frequency": 0.018, "species": {"dead bush": 2, "dwarf pine": 1}},
    {"name": "tundra", "rain": [0, 0.3], "temperature": [0, 0.4], "surface": "brown grass", "soil": "dirt", "soil_depth": 2,
     "amplification": 0.8, "blending": 1, "cap": "snow", "cap_above": 19},
    {"name": "savanna", "rain": [0.3, 0.5], "temperature": [0.5, 1], "surface": "yellow grass", "soil": "dirt",
     "amplification": 0.4, "blending": 1, "plant_frequency": 0.05, "species": {"acacia": 3, "shrub": 2, "baobab": 0.5}},
    {"name": "grassland", "rain": [0.3, 0.6], "temperature": [0, 0.5], "surface": "meadow", "soil": "dirt",
     "amplification": 0.4, "blending": 1, "plant_frequency": 0.5,
     "species": {"grass": 12, "red flower": 1, "yellow flower": 1, "blue flower": 1, "shrub": 0.4}},
    {"name": "forest", "rain": [0.5, 1], "temperature": [0.5, 1], "surface": "grass", "soil": "dirt", "soil_depth": 4,
     "amplification": 0.5, "blending": 1, "plant_frequency": 0.19, "species": {"oak": 5, "birch": 3, "spruce": 3, "shrub": 1}},
    {"name": "sea", "rain": [0.6, 1], "temperature": [0, 0.5], "surface": "gravel", "soil": "sand", "base": -9,
     "amplification": 0, "blending": 1000}
  ]
}
)json";

}  // namespace

Result<void> check_voxel_table(const VoxelTable& table, const std::string& path) { return Checker(table, path).check(); }

const VoxelTable& default_voxel_table() {
  static const VoxelTable table = [] {
    Result<VoxelTable> read = voxel_table_from_json(default_text);
    return read ? *std::move(read) : VoxelTable{};
  }();
  return table;
}

}  // namespace craton
