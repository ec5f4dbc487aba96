// What the errata of source 000 ask for: cells, borders, the sea, plants.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "worlds/voxel_test_worlds.h"

namespace craton {
namespace {

using namespace test;

// The nearest centre is the nearest of all, not of four squares (erratum): against brute force over a window that is far too
// large.
TEST(Voxels, NearestCentreIsThatOfBruteForce) {
  for (const double roughness : {0.0, 6.0}) {
    const auto model = model_of({.cell_size = 24, .roughness = roughness, .blend_width = 0});
    voxels::ColumnScratch scratch;
    voxels::Columns columns;
    const voxels::Frame frame{-400, 700, 24, 24};
    voxels::find_heights(*model, frame, scratch, columns);
    int wrong = 0, beyond_four = 0;
    for (int i = 0; i < frame.count(); ++i) {
      const std::int64_t x = (frame.x + i % 24) * 1024, y = (frame.y + i / 24) * 1024;
      const std::int64_t sx = floor_div(x, model->cell), sy = floor_div(y, model->cell);
      float rough[2];
      for (int k = 0; k < 2; ++k) rough[k] = model->rough[static_cast<std::size_t>(k)].at(Point2{x, y});
      const voxels::BiomeCell own = voxels::cell_of_square(*model, sx, sy);
      double least = 1e30;
      voxels::BiomeCell nearest;
      for (std::int64_t dy = -5; dy <= 5; ++dy)
        for (std::int64_t dx = -5; dx <= 5; ++dx) {
          const voxels::BiomeCell cell = voxels::cell_of_square(*model, sx + dx, sy + dy);
          const auto ax = static_cast<double>(cell.x - x) / 1024, ay = static_cast<double>(cell.y - y) / 1024;
          double distance = std::sqrt(ax * ax + ay * ay);
          for (std::size_t k = 0; k < 2; ++k) distance += static_cast<double>(cell.mix[k]) * static_cast<double>(rough[k]);
          if (distance >= least) continue;
          least = distance;
          nearest = cell;
        }
      wrong += nearest.biome != columns.ground.biome[static_cast<std::size_t>(i)];
      // Four squares by the side of the own centre on which the column lies.
      const bool right = x > own.x, down = y > own.y;
      const std::int64_t dx = nearest.square_x - sx, dy = nearest.square_y - sy;
      beyond_four += !((dx == 0 || dx == (right ? 1 : -1)) && (dy == 0 || dy == (down ? 1 : -1)));
    }
    EXPECT_EQ(wrong, 0) << roughness;
    if (roughness == 0) { EXPECT_GT(beyond_four, 0) << "the erratum does not show here"; }
  }
}

// Roughness moves borders: the same noise for all candidates would not.
TEST(Voxels, RoughnessMovesBorders) {
  const VoxelWorld straight = world_of({.roughness = 0}), rough = world_of({.roughness = 6});
  int moved = 0;
  for (int i = 0; i < 1000; ++i) moved += straight.ground_at(i * 3, 50)->biome != rough.ground_at(i * 3, 50)->biome;
  EXPECT_GT(moved, 20);
  EXPECT_LT(moved, 400);
}

/// The largest change of the amplification between places 1/1024 m apart, along lines.
double largest_jump(const VoxelParams& params) {
  VoxelParams fine = params;
  const auto model = model_of(fine, 3);
  voxels::Model finest = *model;
  finest.step = 1;
  voxels::ColumnScratch scratch;
  voxels::Columns columns;
  double jump = 0;
  for (int line = 0; line < 60; ++line) {
    const voxels::Frame frame{line * 131072, 40960 + line * 9000, 4096, 1};
    voxels::find_ground(finest, frame, scratch.biomes, columns.ground);
    for (std::size_t i = 1; i < 4096; ++i)
      jump = std::max({jump, static_cast<double>(std::abs(columns.ground.amplification[i] - columns.ground.amplification[i - 1])),
                       static_cast<double>(std::abs(columns.ground.base[i] - columns.ground.base[i - 1])) / 10});
  }
  return jump;
}

// The default blending knows no steps: between places 1 mm apart amplifications differ by no more than a slope allows. The rule
// of the source has some.
TEST(Voxels, BlendingIsContinuous) {
  const VoxelParams params{.cell_size = 12, .roughness = 2, .blend_width = 6};
  VoxelParams source = params;
  source.blend = VoxelBlend::sepp;
  EXPECT_LT(largest_jump(params), 0.005);
  EXPECT_GT(largest_jump(source), 0.02);
}

/// Of places side by side that have different biomes, the share whose climates do not touch in the table.
double unlike_neighbours(const VoxelParams& params) {
  const VoxelWorld world = world_of(params);
  const auto& biomes = world.table().biomes;
  const auto touch = [](const std::array<double, 2>& a, const std::array<double, 2>& b) { return a[0] <= b[1] && b[0] <= a[1]; };
  int borders = 0, unlike = 0;
  for (int y = 0; y < 24; ++y)
    for (int x = 0; x < 400; ++x) {
      const VoxelTable::Biome &a = biomes[world.ground_at(x * 40, y * 700)->biome],
                              &b = biomes[world.ground_at(x * 40 + 40, y * 700)->biome];
      if (a.name == b.name) continue;
      ++borders;
      unlike += !touch(a.rain, b.rain) || !touch(a.temperature, b.temperature);
    }
  EXPECT_GT(borders, 100);
  return static_cast<double>(unlike) / borders;
}

TEST(Voxels, NeighboursAreOfLikeClimateIfAskedFor) {
  const double as_noise_is = unlike_neighbours({}), like = unlike_neighbours({.like_neighbours = true});
  EXPECT_GT(as_noise_is, 0.05);
  EXPECT_LT(like, 0.2 * as_noise_is);
}

TEST(Voxels, SquareCellsAreSquare) {
  const VoxelWorld world = world_of({.cells = VoxelCells::square, .cell_size = 32});
  int different = 0;
  for (int square = 0; square < 100; ++square) {
    const auto biome = world.ground_at(square * 32, 64)->biome;
    for (int i = 0; i < 32; ++i) different += world.ground_at(square * 32 + i, 64 + i)->biome != biome;
  }
  EXPECT_EQ(different, 0);
  expect_apron_fits(world, 5, 5);
}

// The sea is flat: blending weight 1000 keeps its amplification, and its surface is one height.
TEST(Voxels, TheSeaIsFlat) {
  const VoxelWorld world = world_of();
  const auto& table = world.table();
  const auto sea = static_cast<std::size_t>(
      std::find_if(table.biomes.begin(), table.biomes.end(), [](const auto& biome) { return biome.name == "sea"; }) -
      table.biomes.begin());
  int seen = 0;
  for (int i = 0; i < 3000; ++i) {
    const VoxelGroundInfo ground = *world.ground_at(i * 7, -i * 3);
    if (ground.biome != sea) continue;
    ++seen;
    EXPECT_LT(ground.amplification, 0.01F);
    EXPECT_LT(ground.height, -6);
  }
  EXPECT_GT(seen, 50);
  int waters = 0;
  for (int i = 0; i < 100; ++i) {
    const VoxelChunk chunk = chunk_of(world, i * 2, i);
    for (int z = 0; z < 64; ++z)
      for (int x = 0; x < 16; ++x) {
        const bool water = chunk.at(x, 7, z) == table.water;
        waters += water;
        EXPECT_TRUE(!water || z < 16) << z;
        EXPECT_TRUE(z >= 16 || chunk.at(x, 7, z) != 0) << z;
      }
  }
  EXPECT_GT(waters, 500);
}

// No two plants touch, within chunks, across their borders and across biomes.
TEST(Voxels, PlantsNeverTouch) {
  const VoxelWorld world = world_of();
  std::set<std::pair<std::int64_t, std::int64_t>> places;
  std::set<int> species;
  for (int cy = 0; cy < 40; ++cy)
    for (int cx = 0; cx < 40; ++cx) {
      const VoxelChunk chunk = chunk_of(world, cx, cy);
      for (const VoxelPlant& plant : chunk.plants()) {
        places.emplace(cx * 16 + plant.x, cy * 16 + plant.y);
        species.insert(plant.species);
        EXPECT_GE(plant.size, 0.8F);
        EXPECT_LE(plant.size, 1.2F);
        EXPECT_LT(plant.rotation, 360);
      }
    }
  EXPECT_GT(places.size(), 1000U);
  EXPECT_GE(species.size(), 8U);
  for (const auto& [x, y] : places)
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}})
      EXPECT_FALSE(places.contains({x + dx, y + dy})) << x << "," << y;
}

TEST(Voxels, PlantsStandOnTheirGround) {
  const VoxelWorld world = world_of();
  for (int i = 0; i < 200; ++i) {
    const VoxelChunk chunk = chunk_of(world, i, -i);
    for (const VoxelPlant& plant : chunk.plants()) {
      EXPECT_EQ(chunk.at(plant.x, plant.y, plant.z), 0);
      const GroundId ground = chunk.at(plant.x, plant.y, plant.z - 1);
      EXPECT_TRUE(std::any_of(world.table().biomes.begin(), world.table().biomes.end(),
                              [&](const auto& b) { return b.surface == ground; }));
    }
  }
}

TEST(Voxels, SpeciesHaveTheirShares) {
  const VoxelWorld world = world_of();
  const auto names = world.species();
  std::vector<int> count(names.size());
  for (int cy = 0; cy < 60; ++cy)
    for (int cx = 0; cx < 60; ++cx) {
      const VoxelChunk chunk = chunk_of(world, cx * 3, cy * 3);
      for (const VoxelPlant& plant : chunk.plants()) ++count[plant.species];
    }
  const auto forest = std::find_if(names.begin(), names.end(), [](const auto& name) { return name == "oak"; }) - names.begin();
  const double all = count[static_cast<std::size_t>(forest)] + count[static_cast<std::size_t>(forest) + 1] +
                     count[static_cast<std::size_t>(forest) + 2] + count[static_cast<std::size_t>(forest) + 3];
  ASSERT_GT(all, 500);
  EXPECT_NEAR(count[static_cast<std::size_t>(forest)] / all, 5.0 / 12, 0.06);
  EXPECT_NEAR(count[static_cast<std::size_t>(forest) + 3] / all, 1.0 / 12, 0.04);
}

}  // namespace
}  // namespace craton
