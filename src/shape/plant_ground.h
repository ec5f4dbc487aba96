#pragma once

#include <vector>

#include <craton/shape/voxel_faces.h>

namespace craton::shape {

/// What lies under a plant in a mesh.
struct PlantGround {
  float z = 0;           ///< of the ground that is nearest to where the plant stands, in voxels
  bool found = false;    ///< whether there is any
  bool drowned = false;  ///< whether a liquid lies above it
};

/// Under each plant of a chunk, by a mesh of that chunk of any kind and level.
std::vector<PlantGround> grounds_of(const VoxelChunk& chunk, const VoxelMesh& mesh, const VoxelTable& table);

}  // namespace craton::shape
