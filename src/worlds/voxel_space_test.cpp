// Overhangs, caves, ravines and ores.
#include <gtest/gtest.h>

#include <cmath>

#include <craton/base/targets.h>
#include <craton/noise/noise.h>

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

// Sepp 2016, figures 48 and 49: all empty space up to the ceiling, by a constant threshold or by 1 − z / h; noises are sampled at
// every fourth voxel, where they are asked for here. What is added has a ground of its own.
TEST(Voxels, OverhangsUpToTheCeilingFollowTheSource) {
  VoxelTable table = default_voxel_table();
  table.overhang = static_cast<std::uint8_t>(table.water - 1);
  NoiseSpec simplex{.kind = "simplex"};
  simplex.params.set("frequency", 1.0 / 24);
  const Noise noise = *Noise::make(simplex, Seed{11}.child("overhang 1"));
  for (const VoxelOverhangs overhangs : {VoxelOverhangs::rising, VoxelOverhangs::everywhere}) {
    const VoxelWorld world = *VoxelWorld::make({.overhangs = overhangs, .floating_reach = 0}, Seed{11}, table);
    int added = 0, wrong = 0, highest = 0;
    for (std::int64_t c = 0; c < 24; ++c) {
      const VoxelChunk chunk = chunk_of(world, c % 6 * 3, c / 6 * 5);
      for (int y = 0; y < 16; y += 4)
        for (int x = 0; x < 16; x += 4)
          for (int z = 0; z < 64; z += 4) {
            const std::int64_t gx = c % 6 * 48 + x, gy = c / 6 * 80 + y;
            const VoxelGroundInfo ground = *world.ground_at(gx, gy);
            if (ground.amplification == 0) continue;  // the flat sea
            const double n = noise.at(Point3{gx * 1024, gy * 1024, (z - 16) * 1024}), middle = z + 0.5;
            const double over = overhangs == VoxelOverhangs::rising ? 1 - middle / 64 - (0.5 + 0.5 * n) : n - 0.3;
            if (std::abs(over) < 1e-5) continue;
            const bool below = static_cast<float>(z) - 15.5F < ground.height;
            const GroundId found = chunk.at(x, y, z);
            const bool solid = found != 0 && found != table.water;
            wrong += solid != (below || over > 0);
            if (below || !solid) continue;
            ++added;
            highest = std::max(highest, z);
            wrong += found != table.overhang;
          }
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(added, 100);
    EXPECT_GT(highest, overhangs == VoxelOverhangs::everywhere ? 55 : 40);
  }
}

/// A square of chunks as voxels.
struct Field {
  int side = 0;
  std::vector<std::uint8_t> solid;

  Field(const VoxelWorld& world, int chunks) : side(chunks * 16), solid(static_cast<std::size_t>(side * side * 64)) {
    VoxelContext context;
    for (int cy = 0; cy < chunks; ++cy)
      for (int cx = 0; cx < chunks; ++cx) {
        const VoxelChunk chunk = *world.chunk({cx, cy}, context);
        for (int y = 0; y < 16; ++y)
          for (int x = 0; x < 16; ++x)
            for (int z = 0; z < 64; ++z) {
              const GroundId ground = chunk.at(x, y, z);
              solid[at(cx * 16 + x, cy * 16 + y, z)] = ground != 0 && ground != world.table().water;
            }
      }
  }
  std::size_t at(int x, int y, int z) const { return static_cast<std::size_t>((y * side + x) * 64 + z); }
  bool holds(int x, int y, int z) const { return x >= 0 && y >= 0 && z >= 0 && x < side && y < side && z < 64; }
};

/// How many columns every voxel is from ground that is solid from the floor up, through solid voxels; 99: no way.
std::vector<int> distances(const Field& field) {
  std::vector<int> distance(field.solid.size(), 99);
  std::vector<std::array<int, 3>> now, next;
  const auto reach = [&](int x, int y, int z, int d, std::vector<std::array<int, 3>>& into) {
    if (!field.holds(x, y, z) || !field.solid[field.at(x, y, z)] || distance[field.at(x, y, z)] <= d) return;
    distance[field.at(x, y, z)] = d;
    into.push_back({x, y, z});
  };
  for (int y = 0; y < field.side; ++y)
    for (int x = 0; x < field.side; ++x)
      for (int z = 0; z < 64 && field.solid[field.at(x, y, z)]; ++z) reach(x, y, z, 0, now);
  for (int d = 0; !now.empty(); ++d) {
    for (std::size_t i = 0; i < now.size(); ++i) {  // grows while it is read: steps up and down are free
      const auto [x, y, z] = now[i];
      reach(x, y, z - 1, d, now);
      reach(x, y, z + 1, d, now);
      for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) reach(x + dx, y + dy, z, d + 1, next);
    }
    now.swap(next);
    next.clear();
  }
  return distance;
}

/// Voxels that hang in the air, whether they touch water or not; those near the borders may be held from outside.
int hanging_voxels(const Field& field, int margin) {
  const std::vector<int> distance = distances(field);
  int found = 0;
  for (int y = margin; y < field.side - margin; ++y)
    for (int x = margin; x < field.side - margin; ++x)
      for (int z = 0; z < 64; ++z) found += field.solid[field.at(x, y, z)] && distance[field.at(x, y, z)] == 99;
  return found;
}

TEST(Voxels, NothingHangsInTheAir) {
  for (const VoxelOverhangs overhangs : {VoxelOverhangs::none, VoxelOverhangs::displaced, VoxelOverhangs::noise,
                                         VoxelOverhangs::constant, VoxelOverhangs::rising, VoxelOverhangs::everywhere})
    for (const double caves : {0.0, 0.6})
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        VoxelParams params{.overhangs = overhangs, .caves = caves};
        if (seed > 5) params.overhang_reach = 13, params.overhang_frequency = 1.0 / 12, params.ravines = 0.5;
        EXPECT_EQ(hanging_voxels(Field(world_of(params, seed), 6), 18), 0)
            << "seed " << seed << ", overhangs " << static_cast<int>(overhangs) << ", caves " << caves;
      }
  const VoxelParams kept{.overhangs = VoxelOverhangs::constant, .floating_reach = 0};
  EXPECT_GT(hanging_voxels(Field(world_of(kept, 1), 6), 10), 100);
}

// What goes is what its definition says, no more: compared with a search over a large field, from chunks far and near alike.
TEST(Voxels, WhatStandsNearEnoughStays) {
  for (const VoxelOverhangs overhangs : {VoxelOverhangs::noise, VoxelOverhangs::constant}) {
    VoxelParams params{.overhangs = overhangs, .overhang_reach = 13, .overhang_frequency = 1.0 / 12, .floating_reach = 0};
    const Field before(world_of(params, 11), 6);
    const std::vector<int> distance = distances(before);
    params.floating_reach = 5;
    const Field after(world_of(params, 11), 6);
    int gone = 0, far_but_held = 0, wrong = 0;
    for (int y = 6; y < before.side - 6; ++y)
      for (int x = 6; x < before.side - 6; ++x)
        for (int z = 0; z < 64; ++z) {
          const std::size_t at = before.at(x, y, z);
          wrong += after.solid[at] != (before.solid[at] && distance[at] <= 5);
          gone += before.solid[at] && !after.solid[at];
          far_but_held += before.solid[at] && distance[at] > 5 && distance[at] < 99;
        }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(gone, 100);
    EXPECT_GT(far_but_held, 0);
    for (int i = 0; i < 4; ++i) expect_apron_fits(world_of(params, 11), i, i * 3 % 8);
  }
}

// Caves keep away from the sea: no water stands beside air below its level.
TEST(Voxels, CavesDoNotDrainTheSea) {
  VoxelParams params = with_space();
  for (const VoxelOverhangs overhangs : {VoxelOverhangs::noise, VoxelOverhangs::constant, VoxelOverhangs::displaced}) {
    params.overhangs = overhangs;
    const VoxelWorld world = world_of(params, 11);
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
