#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include <craton/worlds/voxels.h>

#include "worlds/voxel_make.h"

namespace craton::test {

inline VoxelWorld world_of(const VoxelParams& params = {}, std::uint64_t seed = 7) {
  Result<VoxelWorld> world = VoxelWorld::make(params, Seed{seed});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

inline VoxelChunk chunk_of(const VoxelWorld& world, std::int64_t x, std::int64_t y, int apron = 0) {
  Result<VoxelChunk> chunk = world.chunk({x, y}, apron);
  EXPECT_TRUE(chunk) << chunk.error().to_string();
  return *std::move(chunk);
}

inline std::shared_ptr<const voxels::Model> model_of(const VoxelParams& params = {}, std::uint64_t seed = 7) {
  return *voxels::make_model(params, Seed{seed}, default_voxel_table());
}

inline constexpr std::int64_t far_chunk = std::int64_t{1} << 46;  // 2^50 m

/// What a chunk says of its neighbours' columns is what they are.
inline void expect_apron_fits(const VoxelWorld& world, std::int64_t cx, std::int64_t cy) {
  const int side = world.params().chunk_side, height = world.params().chunk_height;
  const VoxelChunk wide = chunk_of(world, cx, cy, 1);
  const VoxelChunk neighbours[3][3] = {
      {chunk_of(world, cx - 1, cy - 1), chunk_of(world, cx, cy - 1), chunk_of(world, cx + 1, cy - 1)},
      {chunk_of(world, cx - 1, cy), chunk_of(world, cx, cy), chunk_of(world, cx + 1, cy)},
      {chunk_of(world, cx - 1, cy + 1), chunk_of(world, cx, cy + 1), chunk_of(world, cx + 1, cy + 1)}};
  int wrong = 0;
  for (int y = -1; y <= side; ++y)
    for (int x = -1; x <= side; ++x)
      for (int z = 0; z < height; ++z) {
        const VoxelChunk& there = neighbours[(y + side) / side][(x + side) / side];
        wrong += wide.at(x, y, z) != there.at((x + side) % side, (y + side) % side, z);
      }
  EXPECT_EQ(wrong, 0) << cx << "," << cy;
  EXPECT_TRUE(
      std::equal(wide.plants().begin(), wide.plants().end(), neighbours[1][1].plants().begin(), neighbours[1][1].plants().end()));
}

}  // namespace craton::test
