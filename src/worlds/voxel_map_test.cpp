#include <craton/worlds/voxel_map.h>

#include <cmath>
#include <limits>
#include <set>

#include <craton/base/floor_div.h>

#include "worlds/voxel_test_worlds.h"

namespace craton {
namespace {

using namespace test;

Surface map_of(const VoxelWorld& world, const VoxelGrid& grid, unsigned threads = 1) {
  Result<Surface> map = voxel_map(world, grid, {.climate = true, .voxels = true}, {.threads = threads});
  EXPECT_TRUE(map) << map.error().to_string();
  return *std::move(map);
}

// A map is what chunks say: tops, grounds and plants; and of plain worlds the heights that columns are filled to.
TEST(VoxelMap, IsTheWorldSeenFromAbove) {
  const VoxelWorld plain = world_of(), caves = world_of({.overhangs = VoxelOverhangs::noise, .caves = 0.5});
  for (const VoxelWorld* world : {&plain, &caves})
    for (const std::int64_t base : {std::int64_t{0}, far_chunk * 16}) {
      const VoxelGrid grid{.x = base - 24, .y = -32, .step = 8, .width = 20, .height = 9};
      const Surface map = map_of(*world, grid, 2);
      std::size_t wrong = 0, off = 0;
      for (std::uint32_t y = 0; y < grid.height; ++y)
        for (std::uint32_t x = 0; x < grid.width; ++x) {
          const std::int64_t column = grid.x + x * grid.step, row = grid.y + y * grid.step;
          const VoxelChunk chunk = chunk_of(*world, floor_div(column, 16), floor_div(row, 16));
          const int cx = static_cast<int>(wrapped(column, 16)), cy = static_cast<int>(wrapped(row, 16));
          int z = 63;
          while (z > 0 && chunk.at(cx, cy, z) == 0) --z;
          const std::size_t i = y * grid.width + x;
          wrong += map.layer("ground")->categories()[i] != chunk.at(cx, cy, z);
          wrong += map.layer("top")->numbers()[i] != static_cast<float>(z + 1 - 16);
          bool plant = false;
          for (const VoxelPlant& each : chunk.plants()) plant |= each.x == cx && each.y == cy;
          wrong += plant != (map.layer("plant")->categories()[i] != 0);
          const float height = map.layer("height")->numbers()[i];
          off += height >= 0 && std::abs(std::floor(height) - map.layer("top")->numbers()[i]) > 0;
        }
      EXPECT_EQ(wrong, 0U);
      EXPECT_TRUE(world != &plain || off == 0) << off;
    }
}

// The climate of a column is that of its biome in the table, a cell has one, and its columns are near it.
TEST(VoxelMap, KnowsClimatesAndCells) {
  const VoxelWorld world = world_of({}, 3);
  const VoxelGrid grid{.x = 320, .y = -640, .width = 300, .height = 200};
  const Result<std::vector<VoxelGroundInfo>> columns = world.grounds(grid);
  ASSERT_TRUE(columns);
  std::set<std::pair<std::int64_t, std::int64_t>> cells;
  for (std::size_t i = 0; i < columns->size(); ++i) {
    const VoxelGroundInfo& at = (*columns)[i];
    const VoxelTable::Biome& biome = world.table().biomes[at.biome];
    const double rain{at.rain}, warm{at.temperature};
    EXPECT_TRUE(rain >= biome.rain[0] - 1e-6 && rain <= biome.rain[1] + 1e-6) << biome.name << " " << rain;
    EXPECT_TRUE(warm >= biome.temperature[0] - 1e-6 && warm <= biome.temperature[1] + 1e-6) << biome.name << " " << warm;
    const double x =
        static_cast<double>(grid.x + static_cast<std::int64_t>(i % grid.width)) - static_cast<double>(at.cell.x) / 1024;
    const double y =
        static_cast<double>(grid.y + static_cast<std::int64_t>(i / grid.width)) - static_cast<double>(at.cell.y) / 1024;
    EXPECT_LT(std::hypot(x, y), 32 * 1.42 + 2 * 5);
    cells.insert({at.cell.x, at.cell.y});
  }
  EXPECT_GT(cells.size(), 300U * 200 / (32 * 32));
  EXPECT_LT(cells.size(), (300U + 64) * (200 + 64) / (32 * 32));
  // One column asked for alone is the same one.
  const Result<VoxelGroundInfo> one = world.ground_at(320 + 77, -640 + 50);
  ASSERT_TRUE(one);
  const VoxelGroundInfo& there = (*columns)[50 * 300 + 77];
  EXPECT_EQ(one->height, there.height);
  EXPECT_EQ(one->biome, there.biome);
  EXPECT_TRUE(one->cell.x == there.cell.x && one->cell.y == there.cell.y);
}

TEST(VoxelMap, RefusesWhatCannotBe) {
  const VoxelWorld world = world_of();
  const auto path = [&](const VoxelGrid& grid) {
    const Result<Surface> map = voxel_map(world, grid);
    return map ? std::string("made") : map.error().path;
  };
  EXPECT_EQ(path({.step = 0}), "step");
  EXPECT_EQ(path({.x = 3, .step = 2}), "step");
  EXPECT_EQ(path({.width = 0}), "size");
  EXPECT_EQ(path({.width = 1 << 15, .height = 1 << 15}), "size");
  EXPECT_EQ(path({.x = std::int64_t{1} << 53}), "chunk");
  EXPECT_EQ(path({.x = std::numeric_limits<std::int64_t>::min(), .step = 2}), "chunk");
}

}  // namespace
}  // namespace craton
