#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/base/hash.h>
#include <craton/noise/noise.h>
#include <craton/worlds/voxels.h>

#include "stages/life/table_grid.h"

namespace craton {

/// A voxel world made ready: noises, thresholds, lengths in voxels.
struct VoxelWorld::Model {
  struct BiomeData {
    float amplification = 0, base = 0, blending = 1;
    GroundId surface = 0, soil_ground = 0, cap = 0, beach = 0;
    int soil = 1;            ///< voxels, the surface included
    int cap_from = 1 << 20;  ///< voxels from the floor
    int plant_field = -1;    ///< of `plant_fields`; −1: bare
    std::uint16_t first_species = 0;
    std::vector<std::uint32_t> species_until;  ///< of a hash: cumulative shares in 2^32
  };

  VoxelParams params;
  VoxelTable table;
  Seed seed;
  std::int64_t step = 1024;       ///< units
  std::int64_t cell = 32 * 1024;  ///< units
  int sea = 16;                   ///< voxels below sea level
  int beach = 1;                  ///< voxels above it
  float floor = -16, voxel = 1;   ///< metres

  std::optional<TableGrid> climates;
  std::vector<std::uint8_t> biome_of_class;
  std::vector<BiomeData> biomes;
  std::vector<std::string> species;

  std::optional<Noise> relief, rain, temperature, strata, land, rugged;
  std::optional<Noise> overhang[2], caves[2], ravines[2];
  std::vector<Noise> rough;  ///< two
  std::vector<Noise> plant_fields;
  std::vector<int> plant_spacing;  ///< of each field, in voxels; 1: plants do not touch

  int most_wave = 0;
  /// Layers of rock for every wave from −most_wave on: a mask for each word of each stratum's ground.
  std::vector<GroundId> rock_grounds;
  std::vector<std::uint64_t> rock_masks;  ///< [wave][ground][word]

  std::uint64_t cell_seed = 0, plant_seed = 0, cap_seed = 0, ore_seed = 0;

  bool has_land() const { return params.land_height > 0 || params.sea_depth > 0; }
  int words() const { return (params.chunk_height + 63) / 64; }
  const std::uint64_t* rock_mask(int wave, std::size_t ground) const {
    const auto w = static_cast<std::size_t>(words());
    return &rock_masks[(static_cast<std::size_t>(wave + most_wave) * rock_grounds.size() + ground) * w];
  }
};

namespace voxels {

using Model = VoxelWorld::Model;

/// Columns of the world: the first one's numbers, and how many along x and y.
struct Frame {
  std::int64_t x = 0, y = 0;
  int width = 0, height = 0;

  int count() const { return width * height; }
  Frame grown(int by) const { return {x - by, y - by, width + 2 * by, height + 2 * by}; }
};

inline std::uint64_t hash_of(std::uint64_t seed, std::int64_t x, std::int64_t y) {
  return mix64(mix64(seed ^ static_cast<std::uint64_t>(x)) + 0x9e3779b97f4a7c15U * static_cast<std::uint64_t>(y));
}
inline std::uint64_t hash_of(std::uint64_t seed, std::int64_t x, std::int64_t y, std::int64_t z) {
  return mix64(hash_of(seed, x, y) ^ (0xd1b54a32d192ed03U * static_cast<std::uint64_t>(z)));
}

inline Grid2 grid_of(const Model& model, const Frame& frame) {
  return {.origin = {frame.x * model.step, frame.y * model.step},
          .step = {model.step, model.step},
          .width = static_cast<std::uint32_t>(frame.width),
          .height = static_cast<std::uint32_t>(frame.height)};
}

/// The bits below `count`.
inline std::uint64_t low_bits(int count) {
  return count <= 0 ? 0 : count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}
/// Voxels from `begin` to before `end`, in word `word` of a column.
inline std::uint64_t range_bits(int begin, int end, int word) { return low_bits(end - 64 * word) & ~low_bits(begin - 64 * word); }

}  // namespace voxels
}  // namespace craton
