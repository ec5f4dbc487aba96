// Overhangs, caves, ravines and ores.
#include <gtest/gtest.h>

#include <cmath>

#include <craton/base/targets.h>

#include "worlds/voxel_test_worlds.h"

namespace craton {
namespace {

using namespace test;

VoxelParams with_space() {
  VoxelParams params;
  params.overhangs = VoxelOverhangs::noise;
  params.overhang_reach = 10;
  params.caves = 0.6;
  params.ravines = 0.5;
  params.ores = true;
  return params;
}

// Overhangs, caves, ravines, ores and the removal of what floats keep the promises of all chunks.
TEST(Voxels, SpaceFits) {
  for (const VoxelOverhangs overhangs : {VoxelOverhangs::noise, VoxelOverhangs::displaced, VoxelOverhangs::constant}) {
    VoxelParams params = with_space();
    params.overhangs = overhangs;
    const VoxelWorld world = world_of(params, 11);
    for (int i = 0; i < 8; ++i) expect_apron_fits(world, i * 3 - 7, i * 5 - 9);
    expect_apron_fits(world, far_chunk, -far_chunk);
    const VoxelChunk expected = chunk_of(world, 2, 9);
    for (const std::string_view target : available_targets()) {
      ASSERT_TRUE(force_target(target));
      EXPECT_TRUE(chunk_of(world, 2, 9) == expected) << target;
    }
    ASSERT_TRUE(force_target("best"));
  }
}

/// How many solid voxels have air right below them, of some chunks.
int hanging(const VoxelParams& params) {
  const VoxelWorld world = world_of(params, 11);
  VoxelContext context;
  int count = 0;
  for (int i = 0; i < 60; ++i) {
    const VoxelChunk chunk = *world.chunk({i % 8 * 3, i / 8 * 3}, context);
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x)
        for (int z = 1; z < 64; ++z) count += chunk.at(x, y, z) != 0 && chunk.at(x, y, z - 1) == 0;
  }
  return count;
}

TEST(Voxels, OverhangsAndCavesHangOver) {
  EXPECT_EQ(hanging({}), 0);
  EXPECT_GT(hanging({.overhangs = VoxelOverhangs::noise, .overhang_reach = 10}), 100);
  EXPECT_GT(hanging({.overhangs = VoxelOverhangs::displaced, .overhang_reach = 10}), 100);
  EXPECT_GT(hanging({.overhangs = VoxelOverhangs::constant, .overhang_reach = 10}), 100);
  EXPECT_GT(hanging({.caves = 0.6}), 500);
}

// Of a constant threshold nothing is taken from the relief, nothing stands higher than the reach above it, and half-way up there
// is about as much ground as right above it; where the threshold rises there is less and less.
TEST(Voxels, ThresholdsOfOverhangsAreConstantOrRise) {
  const VoxelWorld plain = world_of({.beach = 0}, 11);
  const auto ground_above = [&](VoxelOverhangs overhangs, int above) {
    const VoxelWorld world = world_of({.beach = 0, .overhangs = overhangs, .overhang_reach = 12, .floating_reach = 0}, 11);
    int solid = 0;
    VoxelContext context;
    for (int i = 0; i < 60; ++i) {
      const ChunkPlace place{i % 8 * 3, i / 8 * 3};
      const VoxelChunk chunk = *world.chunk(place, context);
      for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x) {
          const VoxelGroundInfo ground = *plain.ground_at(place.x * 16 + x, place.y * 16 + y);
          if (ground.amplification < 0.4F) continue;  // reaches less far
          const int z = static_cast<int>(std::floor(ground.height)) + 16 + above;
          if (z < 64) solid += chunk.at(x, y, z) != 0 && chunk.at(x, y, z) != world.table().water;
        }
    }
    return solid;
  };
  using enum VoxelOverhangs;
  EXPECT_GT(ground_above(constant, 2), 300);
  EXPECT_GT(ground_above(constant, 10), 0.7 * ground_above(constant, 2));
  EXPECT_EQ(ground_above(constant, 13), 0);
  EXPECT_LT(ground_above(noise, 10), 0.2 * ground_above(noise, 2));
  EXPECT_EQ(ground_above(constant, -2), ground_above(none, -2));
  EXPECT_LT(ground_above(noise, -2), ground_above(none, -2));
}

/// Pieces of a field of chunks that do not stand on the floor, as numbers of voxels by their extent; pieces at the border are
/// left out.
int floating_pieces(const VoxelWorld& world, int chunks, int longest) {
  const int n = chunks * 16;
  std::vector<std::uint8_t> solid(static_cast<std::size_t>(n * n * 64)), water(solid.size());
  const auto at = [&](int x, int y, int z) { return static_cast<std::size_t>((y * n + x) * 64 + z); };
  VoxelContext context;
  for (int cy = 0; cy < chunks; ++cy)
    for (int cx = 0; cx < chunks; ++cx) {
      const VoxelChunk chunk = *world.chunk({cx, cy}, context);
      for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x)
          for (int z = 0; z < 64; ++z) {
            const GroundId ground = chunk.at(x, y, z);
            solid[at(cx * 16 + x, cy * 16 + y, z)] = ground != 0 && ground != world.table().water;
            water[at(cx * 16 + x, cy * 16 + y, z)] = ground == world.table().water;
          }
    }
  int found = 0;
  std::vector<std::array<int, 3>> stack;
  const auto walk = [&](int x, int y, int z) {
    std::array<int, 5> box{x, x, y, y, 0};  // the last: whether it swims
    stack.assign(1, {x, y, z});
    solid[at(x, y, z)] = 0;
    while (!stack.empty()) {
      const auto [px, py, pz] = stack.back();
      stack.pop_back();
      box = {std::min(box[0], px), std::max(box[1], px), std::min(box[2], py), std::max(box[3], py), box[4]};
      for (const auto& [dx, dy, dz] : {std::array{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}) {
        const int qx = px + dx, qy = py + dy, qz = pz + dz;
        if (qx < 0 || qy < 0 || qz < 0 || qx >= n || qy >= n || qz >= 64) continue;
        box[4] |= water[at(qx, qy, qz)];
        if (!solid[at(qx, qy, qz)]) continue;
        solid[at(qx, qy, qz)] = 0;
        stack.push_back({qx, qy, qz});
      }
    }
    return box;
  };
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      if (solid[at(x, y, 0)]) walk(x, y, 0);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      for (int z = 0; z < 64; ++z) {
        if (!solid[at(x, y, z)]) continue;
        const auto box = walk(x, y, z);
        const bool inside = box[0] > 0 && box[2] > 0 && box[1] < n - 1 && box[3] < n - 1;
        found += inside && box[4] == 0 && box[1] - box[0] < longest && box[3] - box[2] < longest;
      }
  return found;
}

TEST(Voxels, NothingSmallFloats) {
  VoxelParams params{.overhangs = VoxelOverhangs::noise, .overhang_reach = 14, .overhang_frequency = 1.0 / 12, .caves = 0.7};
  params.floating_reach = 0;
  EXPECT_GT(floating_pieces(world_of(params, 11), 8, 8), 3);
  params.floating_reach = 8;
  const VoxelWorld world = world_of(params, 11);
  EXPECT_EQ(floating_pieces(world, 8, 8), 0);
  for (int i = 0; i < 8; ++i) expect_apron_fits(world, i, i * 3 % 8);
}

// Caves keep away from the sea: no water stands beside air below its level.
TEST(Voxels, CavesDoNotDrainTheSea) {
  const VoxelWorld world = world_of(with_space(), 11);
  VoxelContext context;
  int waters = 0, drained = 0;
  for (int i = 0; i < 300; ++i) {
    const VoxelChunk chunk = *world.chunk({i % 20 * 2, i / 20 * 2}, context, 1);
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x)
        for (int z = 0; z < 16; ++z) {
          if (chunk.at(x, y, z) != world.table().water) continue;
          ++waters;
          for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) drained += chunk.at(x + dx, y + dy, z) == 0;
          drained += z > 0 && chunk.at(x, y, z - 1) == 0;
        }
  }
  EXPECT_GT(waters, 1000);
  EXPECT_EQ(drained, 0);
}

TEST(Voxels, OresLieInRockAtTheirHeights) {
  const VoxelWorld world = world_of({.ores = true}), plain = world_of();
  const VoxelTable& table = world.table();
  std::vector<double> found(table.ores.size()), rock(table.ores.size());
  for (int i = 0; i < 200; ++i) {
    const VoxelChunk chunk = chunk_of(world, i % 15 * 2, i / 15 * 2), before = chunk_of(plain, i % 15 * 2, i / 15 * 2);
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x)
        for (int z = 0; z < 64; ++z) {
          const GroundId ground = chunk.at(x, y, z), was = before.at(x, y, z);
          const bool is_rock =
              std::any_of(table.strata.begin(), table.strata.end(), [&](const auto& layer) { return layer.ground == was; });
          for (std::size_t k = 0; k < table.ores.size(); ++k) {
            rock[k] += is_rock && z - 16 >= table.ores[k].from && z - 16 <= table.ores[k].to;
            found[k] += ground == table.ores[k].ground;
            EXPECT_TRUE(ground != table.ores[k].ground ||
                        (is_rock && z - 16 >= table.ores[k].from - 3 && z - 16 <= table.ores[k].to + 3));
          }
        }
  }
  EXPECT_NEAR(found[0] / rock[0], table.ores[0].share, 0.5 * table.ores[0].share);
  EXPECT_NEAR(found[1] / rock[1], table.ores[1].share, 0.5 * table.ores[1].share);
}

}  // namespace
}  // namespace craton
