// What the default world promises to the eye: regions, no snow beside hot sand, gentle shores.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <craton/worlds/voxels.h>

namespace craton {
namespace {

VoxelWorld lands(std::uint64_t seed) {
  VoxelRecipe recipe = default_voxel_recipe();
  recipe.seed = seed;
  Result<VoxelWorld> world = VoxelWorld::make(recipe);
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

/// Columns of a square, some metres apart.
struct Map {
  std::uint32_t side;
  std::vector<VoxelGroundInfo> columns;

  Map(const VoxelWorld& world, std::int64_t x, std::int64_t y, std::int64_t step, std::uint32_t size)
      : side(size), columns(*world.grounds({.x = x, .y = y, .step = step, .width = size, .height = size})) {}
  const VoxelGroundInfo& at(std::uint32_t x, std::uint32_t y) const { return columns[std::size_t{y} * side + x]; }
};

/// How long the runs of one biome are along rows, of the columns of a map: the run that every column lies in.
std::vector<int> runs_of(const Map& map, int step) {
  std::vector<int> runs;
  for (std::uint32_t y = 0; y < map.side; y += 4)
    for (std::uint32_t x = 0, end = 0; x < map.side; x = end) {
      for (end = x; end < map.side && map.at(end, y).biome == map.at(x, y).biome;) ++end;
      runs.insert(runs.end(), end - x, static_cast<int>(end - x) * step);
    }
  return runs;
}

int median(std::vector<int> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

// Half of all columns lie in a run of their biome longer than 150 m; in the world of small cells it is a fraction of that.
TEST(VoxelLands, BiomesAreRegions) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) EXPECT_GT(median(runs_of(Map(lands(seed), 0, 0, 4, 512), 4)), 150) << seed;
  EXPECT_LT(median(runs_of(Map(*VoxelWorld::make({}, Seed{1}), 0, 0, 4, 512), 4)), 80);
}

TEST(VoxelLands, NoSnowLiesBesideHotSand) {
  std::map<std::string, int> columns;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const VoxelWorld world = lands(seed);
    const VoxelTable& table = world.table();
    const Map map(world, -2000, 3000, 8, 512);
    const auto snowy = [&](const VoxelGroundInfo& column) {
      const VoxelTable::Biome& biome = table.biomes[column.biome];
      const auto is_snow = [&](GroundId ground) { return table.grounds[ground].name == "snow"; };
      return is_snow(biome.surface) || (is_snow(biome.cap) && column.height >= static_cast<float>(biome.cap_above));
    };
    const auto hot = [&](const VoxelGroundInfo& column) { return table.biomes[column.biome].name == "hot desert"; };
    int beside = 0;
    for (std::uint32_t y = 0; y + 1 < map.side; ++y)
      for (std::uint32_t x = 0; x + 1 < map.side; ++x) {
        ++columns[table.biomes[map.at(x, y).biome].name];
        for (const VoxelGroundInfo& other : {map.at(x + 1, y), map.at(x, y + 1)})
          beside += (snowy(map.at(x, y)) && hot(other)) || (hot(map.at(x, y)) && snowy(other));
      }
    EXPECT_EQ(beside, 0) << seed;
  }
  // All nine biomes are there, each with two of a hundred columns at least.
  EXPECT_EQ(columns.size(), 9U);
  for (const auto& [name, count] : columns) EXPECT_GT(count, 10 * 511 * 511 / 50) << name;
}

/// The largest step between columns side by side, where one of them is land and the other one sea.
float largest_step_at_shores(const VoxelWorld& world, int& shores) {
  float largest = 0;
  for (std::int64_t place = 0; place < 40; ++place) {
    const Map map(world, place % 8 * 512, place / 8 * 512, 1, 96);
    for (std::uint32_t y = 0; y + 1 < map.side; ++y)
      for (std::uint32_t x = 0; x + 1 < map.side; ++x)
        for (const VoxelGroundInfo& other : {map.at(x + 1, y), map.at(x, y + 1)}) {
          if ((map.at(x, y).height < 0) == (other.height < 0)) continue;
          ++shores;
          largest = std::max(largest, std::abs(map.at(x, y).height - other.height));
        }
  }
  return largest;
}

TEST(VoxelLands, ShoresAreGentle) {
  int shores = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) EXPECT_LT(largest_step_at_shores(lands(seed), shores), 1) << seed;
  EXPECT_GT(shores, 1000);
  EXPECT_GT(largest_step_at_shores(*VoxelWorld::make({}, Seed{1}), shores), 3);
}

TEST(VoxelLands, ThereAreLandAndSeaPlainsAndMountains) {
  int sea = 0, high = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Map map(lands(seed), 9984, -4000, 32, 256);
    for (const VoxelGroundInfo& column : map.columns) {
      ++all;
      sea += column.height < 0;
      high += column.height > 50;
    }
  }
  EXPECT_GT(sea, all / 5);
  EXPECT_LT(sea, all / 2);
  EXPECT_GT(high, all / 50);
}

}  // namespace
}  // namespace craton
