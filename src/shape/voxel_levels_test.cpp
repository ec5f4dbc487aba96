// Coarser levels of chunks: they fit among themselves, are closed where levels meet, and look like the finer ones.
#include <craton/worlds/voxel_levels.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include <craton/shape/voxel_faces.h>

namespace craton {
namespace {

VoxelWorld world_with_caves() { return *VoxelWorld::make({.overhangs = VoxelOverhangs::noise, .caves = 0.5}, Seed{5}); }

VoxelChunk at_level(const VoxelWorld& world, std::int64_t x, std::int64_t y, int level) {
  return *coarser(*world.chunk({x, y}, apron_for_level(level)), level);
}

int top_of(const VoxelChunk& chunk, int x, int y) {
  for (int z = chunk.height(); z > 0; --z)
    if (chunk.at(x, y, z - 1) != 0) return z;
  return 0;
}

TEST(VoxelLevels, FitAmongThemselves) {
  const VoxelWorld world = world_with_caves();
  for (const int level : {1, 2, 3}) {
    const VoxelChunk here = at_level(world, 0, 0, level), east = at_level(world, 1, 0, level),
                     south = at_level(world, 0, 1, level);
    const int side = here.side();
    EXPECT_EQ(side, 16 >> level);
    int wrong = 0;
    for (int i = 0; i < side; ++i)
      for (int z = 0; z < here.height(); ++z)
        wrong += (here.at(side, i, z) != east.at(0, i, z)) + (here.at(i, side, z) != south.at(i, 0, z)) +
                 (east.at(-1, i, z) != here.at(side - 1, i, z));
    EXPECT_EQ(wrong, 0) << level;
  }
}

TEST(VoxelLevels, AreLikeTheFinerOnes) {
  const VoxelWorld world = *VoxelWorld::make({}, Seed{5});
  for (const int level : {1, 2}) {
    double apart = 0, other = 0;
    int columns = 0;
    for (std::int64_t i = 0; i < 30; ++i) {
      const VoxelChunk fine = *world.chunk({i, -i}, apron_for_level(level)), coarse = *coarser(fine, level);
      const int size = 1 << level;
      for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x, ++columns) {
          const int fine_top = top_of(fine, x, y), coarse_top = top_of(coarse, x / size, y / size);
          apart += std::abs(fine_top - coarse_top * size);
          other += fine.at(x, y, fine_top - 1) != coarse.at(x / size, y / size, coarse_top - 1);
        }
    }
    EXPECT_LT(apart / columns, 0.75 * (1 << level)) << level;
    EXPECT_LT(other / columns, 0.15) << level;
  }
}

// Where levels meet both sides are closed: every edge of the faces is met as often in one direction as in the other.
TEST(VoxelLevels, AreClosedWhereLevelsMeet) {
  const VoxelWorld world = world_with_caves();
  for (const int level : {0, 1, 2}) {
    const VoxelChunk chunk = at_level(world, 2, 3, level);
    VoxelFaces faces;
    VoxelMesh mesh;
    // Water is seen through: what lies below it is closed by itself.
    VoxelTable table = world.table();
    for (VoxelTable::Ground& ground : table.grounds) ground.liquid = false;
    add_quads(*faces.find(chunk, table, {.greedy = false, .floor = true, .open_sides = 0b1111}), mesh, level);
    std::map<std::pair<std::array<float, 3>, std::array<float, 3>>, int> edges;
    const auto place = [&](std::size_t i) {
      const VoxelVertex& v = mesh.vertices[mesh.triangles[i]];
      return std::array<float, 3>{v.x, v.y, v.z};
    };
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
      for (std::size_t k = 0; k < 3; ++k) {
        ++edges[{place(t + k), place(t + (k + 1) % 3)}];
        --edges[{place(t + (k + 1) % 3), place(t + k)}];
      }
    for (const auto& [edge, balance] : edges) ASSERT_EQ(balance, 0) << level;
    float widest = 0;
    for (const VoxelVertex& v : mesh.vertices) widest = std::max({widest, v.x, v.y});
    EXPECT_EQ(widest, 16.0F);
  }
}

TEST(VoxelLevels, AreChosenByDistance) {
  EXPECT_EQ(voxel_level_at(0, 8), 0);
  EXPECT_EQ(voxel_level_at(7.9, 8), 0);
  EXPECT_EQ(voxel_level_at(8, 8), 1);
  EXPECT_EQ(voxel_level_at(17, 8), 2);
  EXPECT_EQ(voxel_level_at(1e9, 8), 4);
  EXPECT_EQ(voxel_level_at(1e9, 8, 2), 2);
}

TEST(VoxelLevels, RefuseWhatCannotBe) {
  const VoxelWorld world = world_with_caves();
  EXPECT_EQ(coarser(*world.chunk({0, 0}, 1), 1).error().path, "chunk");
  EXPECT_EQ(coarser(*world.chunk({0, 0}), 5).error().path, "level");
  EXPECT_EQ(coarser(*world.chunk({0, 0}), -1).error().path, "level");
}

}  // namespace
}  // namespace craton
