#pragma once

#include <string>

#include <craton/shape/plant_models.h>
#include <craton/shape/voxel_faces.h>
#include <craton/worlds/voxels.h>

/// Chunks and plants of voxel worlds as bytes to send (docs/server.md tells the layout).
namespace craton::server {

struct ChunkMesh {
  VoxelMesh mesh;
  std::size_t solid = 0;  ///< indices of what is not liquid; the others follow
};

/// The chunk needs an apron of 2. `mesher`: greedy, faces, cubes, tetrahedra, nets.
Result<ChunkMesh> chunk_mesh(const VoxelChunk& chunk, const VoxelTable& table, const std::string& mesher);

std::string chunk_bytes(const ChunkMesh& made, const VoxelChunk& chunk, const VoxelTable& table);
/// The same layout without plants; the foot stands in the middle of the box. `step`: metres of a voxel of the world.
std::string plant_bytes(const PlantModel& plant, double step);
/// A scene: ground, liquids and plants, from the chunk's corner at the floor of the world.
Result<std::string> chunk_scene(const ChunkMesh& made, const VoxelChunk& chunk, const VoxelWorld& world,
                                const PlantModels& plants);

}  // namespace craton::server
