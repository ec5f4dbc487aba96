#pragma once

#include <memory>

#include "worlds/voxel_columns.h"
#include "worlds/voxel_plants.h"
#include "worlds/voxel_space.h"
#include "worlds/voxel_standing.h"

namespace craton {

/// Makes chunks from the inside.
struct VoxelChunkMaker {
  /// A chunk of these grounds (a bit each), whose voxels are all air.
  static VoxelChunk start(const VoxelWorld::Model& model, ChunkPlace place, int apron, std::uint64_t grounds);
  /// Packs the columns that are `margin` away from the borders.
  static VoxelChunk pack(const VoxelWorld::Model& model, ChunkPlace place, int apron, const voxels::Columns& columns, int margin);
  /// From voxels column by column.
  static VoxelChunk from_cells(ChunkPlace place, std::array<int, 3> side_height_apron, std::span<const GroundId> cells);
  static std::vector<VoxelPlant>& plants(VoxelChunk& chunk) { return chunk.plants_; }
  static std::uint64_t* bits(VoxelChunk& chunk) { return chunk.bits_.data(); }

 private:
  static void fill_palette(VoxelChunk& chunk, std::uint64_t grounds);
};

namespace voxels {

/// Noises instead of those that parameters describe, by voxel_noise_names().
using VoxelNoises = decltype(VoxelRecipe::noises);

/// Of chunks whose columns are solid up to their heights.
struct SimpleScratch {
  ColumnGround ground;
  AlignedVector<std::int32_t> tops, waves;
  AlignedVector<std::uint64_t> top, rock_end, entries;
  AlignedVector<std::int64_t> wave;
  std::vector<int> most_rock;  ///< of every wave
  Words rock_planes;
};

}  // namespace voxels

/// Columns and what is needed to hollow them out.
struct VoxelContext::Window {
  voxels::Columns columns;
  voxels::SpaceScratch space;
};

struct VoxelContext::State {
  std::shared_ptr<const VoxelWorld::Model> model;  ///< whose cells are cached; kept alive, so that no other can take its place
  voxels::ColumnScratch scratch;
  Window own;
  Window slopes, caves;  ///< around pieces that may hang in the air
  voxels::StandingScratch standing;
  voxels::Words before_caves;
  voxels::PlantScratch plants;
  voxels::SimpleScratch simple;
};

namespace voxels {

/// Errors name parameters below `path`.
Result<std::shared_ptr<const Model>> make_model(const VoxelParams& params, Seed seed, const VoxelTable& table,
                                                std::string_view path = "", const VoxelNoises& noises = {});

/// Where nothing is three-dimensional.
VoxelChunk make_simple_chunk(const Model& model, ChunkPlace place, int apron, VoxelContext::State& state);

/// Solid voxels of a frame and their grounds, but for `margin` columns at its borders.
void make_columns(const Model& model, const Frame& frame, int margin, VoxelContext::State& state);

/// A voxel that somebody set, counted from the chunk's first column.
struct VoxelChange {
  int x = 0, y = 0, z = 0;
  GroundId ground = 0;
};

VoxelChunk make_chunk(const Model& model, ChunkPlace place, int apron, VoxelContext::State& state,
                      std::span<const VoxelChange> changes = {});

}  // namespace voxels
}  // namespace craton
