#pragma once

#include <memory>

#include "worlds/voxel_columns.h"
#include "worlds/voxel_plants.h"
#include "worlds/voxel_space.h"

namespace craton {

struct VoxelContext::State {
  std::shared_ptr<const VoxelWorld::Model> model;  ///< whose cells are cached; kept alive, so that no other can take its place
  voxels::ColumnScratch scratch;
  voxels::Columns columns;
  voxels::PlantScratch plants;
  voxels::SpaceScratch space;
  voxels::Columns window;  ///< around the chunk, where pieces may float
  voxels::Words stands, floating;
};

namespace voxels {

Result<std::shared_ptr<const Model>> make_model(const VoxelParams& params, Seed seed, const VoxelTable& table);

VoxelChunk make_chunk(const Model& model, ChunkPlace place, int apron, VoxelContext::State& state);

}  // namespace voxels
}  // namespace craton
