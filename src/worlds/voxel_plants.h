#pragma once

#include "worlds/voxel_columns.h"

namespace craton::voxels {

struct PlantScratch {
  std::vector<std::vector<float>> fields;  ///< values of each plant field near by; empty: not asked for
  std::vector<std::uint8_t> candidates;
};

/// The plants of the inner columns of a frame, `margin` ≥ 1 columns away from its borders, ordered row by row.
void find_plants(const Model& model, const Columns& columns, int margin, PlantScratch& scratch, std::vector<VoxelPlant>& plants);

}  // namespace craton::voxels
