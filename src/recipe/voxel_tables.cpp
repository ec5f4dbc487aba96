// The tables of recipes/voxels/tables, which recipes can name; a test holds them equal to the files.
#include <craton/recipe/voxel_table.h>

#include <algorithm>
#include <array>

namespace craton {
namespace {

constexpr std::string_view lands =
    R"json(// Nine biomes from snow to rain forest, for land whose sea is told by the height and not by a biome. Snow and hot sand lie far apart in
// it: where climates change slowly they never meet.
{
  "name": "Lands",
  "grounds": {
    "bedrock": {"colour": "#3b3a3e"},
    "granite": {"colour": "#7d7678"},
    "limestone": {"colour": "#b3ab98"},
    "shale": {"colour": "#6d7480"},
    "sandstone": {"colour": "#c29a66"},
    "dirt": {"colour": "#7a5a3c"},
    "gravel": {"colour": "#8f8b84"},
    "sand": {"colour": "#e3cf98"},
    "grass": {"colour": "#639a3f"},
    "meadow": {"colour": "#86ae4a"},
    "deep grass": {"colour": "#4f8a3a"},
    "moss": {"colour": "#6c8a52"},
    "dry grass": {"colour": "#b3a75a"},
    "yellow grass": {"colour": "#c0b154"},
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
    {"ground": "granite", "thickness": 17},
    {"ground": "shale", "thickness": 7},
    {"ground": "limestone", "thickness": 12},
    {"ground": "sandstone", "thickness": 5},
    {"ground": "shale", "thickness": 6}
  ],
  "ores": [
    {"ground": "coal", "from": -12, "to": 70, "share": 0.012, "radius": 2},
    {"ground": "iron", "from": -16, "to": 30, "share": 0.006, "radius": 1.5},
    {"ground": "gold", "from": -16, "to": -4, "share": 0.002, "radius": 1.2}
  ],
  "biomes": [
    {"name": "snowfield", "rain": [0, 1], "temperature": [0, 0.22], "surface": "snow", "soil": "dirt", "beach": "gravel", "base": 0,
     "amplification": 0.5, "plant_frequency": 0.1, "plant_spacing": 8, "species": {"snowy spruce": 3, "dead bush": 2}},
    {"name": "tundra", "rain": [0, 0.45], "temperature": [0.22, 0.42], "surface": "brown grass", "soil": "dirt", "soil_depth": 2,
     "beach": "gravel", "cap": "snow", "cap_above": 46, "base": 0, "amplification": 0.7, "plant_frequency": 0.16,
     "species": {"dwarf pine": 2, "dry grass": 5, "shrub": 1}},
    {"name": "taiga", "rain": [0.45, 1], "temperature": [0.22, 0.42], "surface": "moss", "soil": "dirt", "beach": "gravel",
     "cap": "snow", "cap_above": 54, "base": 0, "amplification": 0.65, "plant_frequency": 0.1, "plant_spacing": 8,
     "species": {"spruce": 7, "pine": 2, "larch": 1}},
    {"name": "steppe", "rain": [0, 0.32], "temperature": [0.42, 0.68], "surface": "dry grass", "soil": "dirt", "cap": "snow",
     "cap_above": 66, "base": 0, "amplification": 0.35, "plant_frequency": 0.4,
     "species": {"dry grass": 14, "shrub": 1, "dead bush": 0.5}},
    {"name": "grassland", "rain": [0.32, 0.58], "temperature": [0.42, 0.68], "surface": "meadow", "soil": "dirt", "cap": "snow",
     "cap_above": 64, "base": 0, "amplification": 0.4, "plant_frequency": 0.5,
     "species": {"grass": 12, "red flower": 1, "yellow flower": 1, "blue flower": 1, "shrub": 0.4}},
    {"name": "forest", "rain": [0.58, 1], "temperature": [0.42, 0.68], "surface": "grass", "soil": "dirt", "soil_depth": 4,
     "cap": "snow", "cap_above": 62, "base": 0, "amplification": 0.5, "plant_frequency": 0.1, "plant_spacing": 8,
     "species": {"oak": 5, "beech": 3, "birch": 3, "maple": 0.5, "pine": 1}},
    {"name": "hot desert", "rain": [0, 0.32], "temperature": [0.68, 1], "surface": "sand", "soil": "sand", "soil_depth": 4,
     "base": 0, "amplification": 0.3, "plant_frequency": 0.03, "species": {"cactus": 3, "dead bush": 2}},
    {"name": "savanna", "rain": [0.32, 0.6], "temperature": [0.68, 1], "surface": "yellow grass", "soil": "dirt", "base": 0,
     "amplification": 0.35, "plant_frequency": 0.07, "plant_spacing": 12,
     "species": {"acacia": 4, "baobab": 0.5, "shrub": 2, "dry grass": 2}},
    {"name": "rain forest", "rain": [0.6, 1], "temperature": [0.68, 1], "surface": "deep grass", "soil": "dirt", "soil_depth": 5,
     "base": 0, "amplification": 0.5, "plant_frequency": 0.1, "plant_spacing": 8,
     "species": {"rain tree": 6, "palm": 3, "tree fern": 1}}
  ]
}
)json";

constexpr std::string_view seven_biomes =
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

struct Named {
  std::string_view name, text;
};
constexpr std::array<Named, 2> texts{{{"lands", lands}, {"seven-biomes", seven_biomes}}};

const std::array<VoxelTable, texts.size()>& tables() {
  static const std::array<VoxelTable, texts.size()> read = [] {
    std::array<VoxelTable, texts.size()> made;
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (Result<VoxelTable> table = voxel_table_from_json(texts[i].text)) made[i] = *std::move(table);
    return made;
  }();
  return read;
}

}  // namespace

const VoxelTable& default_voxel_table() { return *voxel_table_named("seven-biomes"); }

const VoxelTable* voxel_table_named(std::string_view name) {
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].name == name) return &tables()[i];
  return nullptr;
}

std::vector<std::string_view> voxel_table_names() {
  std::vector<std::string_view> names;
  for (const Named& each : texts) names.push_back(each.name);
  return names;
}

}  // namespace craton
