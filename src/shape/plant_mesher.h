#pragma once

#include <craton/shape/plant_models.h>

namespace craton::shape {

/// Adds the faces of voxels to a model: rectangles of one colour, none at the foot. The corner of the voxels at their least x and
/// y lies at (corner, corner), in voxels from the foot.
void add_voxels(const PlantVoxels& voxels, float corner, PlantModel& model);

/// A box from `low` to `high`, metres from the foot of the plant; without a bottom where it stands on the ground.
struct PlantBox {
  std::array<float, 3> low, high;
  std::array<std::uint8_t, 3> colour;
};
void add_box(const PlantBox& box, PlantModel& model);

/// A plant as chunks of a coarser level show it: `level` > 0.
PlantModel coarser_plant(const PlantModel& plant, int level);

}  // namespace craton::shape
