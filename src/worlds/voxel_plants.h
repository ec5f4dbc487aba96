#pragma once

#include "base/function_ref.h"
#include "worlds/voxel_columns.h"

namespace craton::voxels {

struct PlantScratch {
  std::vector<AlignedVector<float>> fields;  ///< values of each plant field near by, where asked for
  AlignedVector<std::int32_t> peaks;
  std::vector<std::uint8_t> candidates;
  std::vector<std::uint32_t> places;  ///< of candidates
  std::vector<VoxelPlant> plants;
};

/// Where plants are looked for: the columns that lie `margin` ≥ 1 away from the borders of a frame.
struct PlantGround {
  Frame frame;
  const ColumnGround& climate;
  int margin = 1;
};

/// The level on which a plant of the biome would stand at an inner column, 0 where its ground is not the surface of the biome.
using PlantStand = FunctionRef<int(int x, int y, const Model::BiomeData& biome)>;

/// The plants of the inner columns, ordered row by row.
void find_plants(const Model& model, const PlantGround& ground, PlantStand stand, PlantScratch& scratch,
                 std::vector<VoxelPlant>& plants);

}  // namespace craton::voxels
