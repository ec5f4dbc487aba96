#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// What voxel worlds are made of: kinds of ground, biomes by climate, rock in layers, ores.
///
///     {
///       "name": "Seven biomes",
///       "grounds": {"grass": {"colour": "#6f9e3f"}, "water": {"colour": "#3d7fb5", "liquid": true}, …},
///       "sea": {"water": "water", "bed": "gravel", "beach": "sand"},
///       "bedrock": "bedrock",
///       "strata": [{"ground": "granite", "thickness": 12}, …],
///       "ores": [{"ground": "coal", "from": -12, "to": 30, "share": 0.01, "radius": 1.5}, …],
///       "biomes": [
///         {"name": "forest", "rain": [0.5, 1], "temperature": [0.5, 1], "surface": "grass", "soil": "dirt",
///          "amplification": 0.5, "blending": 1, "plant_frequency": 0.19, "species": {"oak": 5, "birch": 2}},
///         …
///       ]
///     }
///
/// Grounds are named before they are used. Biomes cover rain and temperature from 0 to 1, each place once: gaps and overlaps are
/// errors that say where. All lengths are metres.
struct VoxelTable {
  struct Ground {
    std::string name;
    std::array<std::uint8_t, 3> colour{};  ///< sRGB
    bool liquid = false;                   ///< seen through, not stood upon
  };
  /// Rock from the floor upwards; the list repeats.
  struct Stratum {
    std::uint8_t ground = 0;
    double thickness = 8;
  };
  struct Ore {
    std::uint8_t ground = 0;
    double from = 0, to = 0;  ///< heights that it lies at
    double share = 0;         ///< of the rock there
    double radius = 1.5;      ///< of a deposit
  };
  struct Species {
    std::string name;
    double share = 1;  ///< beside the others of the biome
  };
  struct Biome {
    std::string name;
    std::array<double, 2> rain{0, 1}, temperature{0, 1};  ///< the low ends belong to it
    std::uint8_t surface = 0, soil = 0, cap = 0;          ///< the surface may be a liquid; cap: that of high places; 0: none
    std::uint8_t beach = 0;                               ///< of its shores; 0: that of the table
    double soil_depth = 3, cap_above = 0;
    double base = 5;             ///< height of its lowest land, before the shelf is taken off; below 0 it is sea
    double amplification = 0.5;  ///< of the relief
    double blending = 1;         ///< how strongly it pulls its neighbours towards itself
    double plant_frequency = 0;  ///< per metre; 0: bare
    double plant_spacing = 0;    ///< metres: biomes of one frequency keep the greatest among them
    std::vector<Species> species{};
  };
  std::string name{};
  std::vector<Ground> grounds{{"air"}};  ///< the first is air
  std::uint8_t water = 0, bed = 0, beach = 0, bedrock = 0;
  std::uint8_t overhang = 0;  ///< of what a noise in space adds above the relief; 0: as the relief has it
  std::vector<Stratum> strata{};
  std::vector<Ore> ores{};
  std::vector<Biome> biomes{};
};

inline constexpr std::size_t most_voxel_grounds = 64, most_voxel_biomes = 32, most_voxel_ores = 16;

/// JSON with // and /* */ comments, at most 64 KiB.
CRATON_API Result<VoxelTable> voxel_table_from_json(std::string_view text);

/// Grounds that exist, numbers in their ranges, climates covered once; `path` is that of the table.
CRATON_API Result<void> check_voxel_table(const VoxelTable& table, const std::string& path);

/// The table that voxel worlds have where none is given: recipes/voxels/tables/seven-biomes.json.
CRATON_API const VoxelTable& default_voxel_table();

/// Tables that recipes can name instead of holding one: those of recipes/voxels/tables. Null: there is none of that name.
CRATON_API const VoxelTable* voxel_table_named(std::string_view name);
CRATON_API std::vector<std::string_view> voxel_table_names();

}  // namespace craton
