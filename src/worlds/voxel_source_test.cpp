// recipes/voxels/sepp.json is source 000's world: its table, cells, blending and heights, written down here once more in doubles.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <craton/noise/noise.h>
#include "repository.h"
#include "worlds/voxel_test_worlds.h"

namespace craton {
namespace {

using namespace test;

/// Table 1 of the source.
struct Row {
  const char *name, *ground;
  std::array<double, 2> rain, temperature;
  double v, s, plants;
};
constexpr Row table1[] = {
    {"hot desert", "sand", {0, 0.3}, {0.7, 1}, 0.3, 10, 0.018},
    {"cold desert", "snow", {0, 0.3}, {0.4, 0.7}, 0.1, 1, 0.018},
    {"tundra", "brown grass", {0, 0.3}, {0, 0.4}, 0.8, 1, 0},
    {"savanna", "yellowish grass", {0.3, 0.5}, {0.5, 1}, 0.4, 1, 0.05},
    {"grassland", "green grass", {0.3, 0.6}, {0, 0.5}, 0.4, 1, 0.5},
    {"forest", "green grass", {0.5, 1}, {0.5, 1}, 0.5, 1, 0.19},
    {"sea", "water", {0.6, 1}, {0, 0.5}, 0, 1000, 0},
};
constexpr double l = 12, w = 6, h_max = 20;

NoiseSpec octaves(double frequency) {
  NoiseSpec simplex{.kind = "simplex"};
  simplex.params.set("frequency", frequency);
  NoiseSpec spec{.kind = "fbm", .inputs = {{"source", simplex}}};
  spec.params.set("octaves", std::int64_t{3});
  spec.params.set("lacunarity", 2.0);
  spec.params.set("persistence", 0.5);
  return spec;
}

VoxelRecipe shipped() {
  std::ifstream in(repository_folder() + "/recipes/voxels/sepp.json", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Result<VoxelRecipe> recipe = voxel_recipe_from_json(text, params_of<VoxelParams>());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *recipe;
}

/// The source's rule: v of the own cell, then every near cell of another biome in the order of distance.
class Source {
 public:
  explicit Source(const VoxelRecipe& recipe, const voxels::Model& model)
      : model_(model),
        relief_(*Noise::make(octaves(1.0 / 64), Seed{recipe.seed}.child("relief"))),
        rain_(*Noise::make(octaves(0.005), Seed{recipe.seed}.child("rain"))),
        temperature_(*Noise::make(octaves(0.005), Seed{recipe.seed}.child("temperature"))) {}

  struct Column {
    const Row* biome;
    double height;
    double margin;  ///< between the nearest cell and the next one of another biome
  };
  Column at(std::int64_t x, std::int64_t y) const {
    struct Near {
      double distance;
      const Row* row;
    };
    std::vector<Near> near;
    const std::int64_t sx = floor_div(x, std::int64_t{12}), sy = floor_div(y, std::int64_t{12});
    for (std::int64_t dy = -4; dy <= 4; ++dy)
      for (std::int64_t dx = -4; dx <= 4; ++dx) {
        const voxels::BiomeCell cell = voxels::cell_of_square(model_, sx + dx, sy + dy);
        const double ax = static_cast<double>(cell.x) / 1024 - static_cast<double>(x);
        const double ay = static_cast<double>(cell.y) / 1024 - static_cast<double>(y);
        near.push_back({std::sqrt(ax * ax + ay * ay), row_at(cell)});
      }
    std::stable_sort(near.begin(), near.end(), [](const Near& a, const Near& b) { return a.distance < b.distance; });
    const Row& own = *near[0].row;
    double v = own.v, weighted = own.v * own.s, weights = own.s, margin = 1e9;
    for (const Near& each : near) {
      if (each.row == &own) continue;
      const double apart = each.distance - near[0].distance;
      margin = std::min(margin, apart);
      if (apart >= w) break;
      weighted += each.row->v * each.row->s;
      weights += each.row->s;
      v = weighted / weights * (1 - apart / w) + v * apart / w;
    }
    const double noise = 0.5 + 0.5 * static_cast<double>(relief_.at(Point2{x * 1024, y * 1024}));
    return {&own, v * noise * h_max, margin};
  }

 private:
  const Row* row_at(const voxels::BiomeCell& cell) const {
    const double rain = 0.5 + 0.5 * static_cast<double>(rain_.at(Point2{cell.x, cell.y}));
    const double temperature = 0.5 + 0.5 * static_cast<double>(temperature_.at(Point2{cell.x, cell.y}));
    const auto within = [](double value, const std::array<double, 2>& range) {
      return value >= range[0] && (value < range[1] || range[1] == 1);
    };
    const Row* found = nullptr;
    for (const Row& row : table1)
      if (within(rain, row.rain) && within(temperature, row.temperature)) found = &row;
    return found;
  }

  const voxels::Model& model_;
  Noise relief_, rain_, temperature_;
};

static_assert(l == 12, "squares of the source's cells");

TEST(VoxelSource, SeppIsTheSourcesWorld) {
  const VoxelRecipe recipe = shipped();
  const Result<VoxelWorld> world = VoxelWorld::make(recipe);
  ASSERT_TRUE(world) << world.error().to_string();
  const auto model = *voxels::make_model(world->params(), Seed{recipe.seed}, world->table());
  const Source source(recipe, *model);
  int columns = 0, biomes[std::size(table1)] = {}, blended = 0;
  double worst = 0;
  for (int c = 0; c < 60; ++c) {
    const ChunkPlace place{c * 37 - 1000, c * 11 - 300};
    const VoxelChunk chunk = chunk_of(*world, place.x, place.y);
    ASSERT_EQ(chunk.height(), 64);
    for (int y = 0; y < 16; y += 3)
      for (int x = 0; x < 16; x += 3) {
        const Source::Column expected = source.at(place.x * 16 + x, place.y * 16 + y);
        ASSERT_NE(expected.biome, nullptr);
        if (expected.margin < 1e-3) continue;  // two centres equally near, but for rounding
        const VoxelGroundInfo info = *world->ground_at(place.x * 16 + x, place.y * 16 + y);
        ASSERT_EQ(world->table().biomes[info.biome].name, expected.biome->name);
        worst = std::max(worst, std::abs(static_cast<double>(info.height) - 1 - expected.height));
        int top = 63;
        while (top >= 0 && chunk.at(x, y, top) == 0) --top;
        // Its uppermost voxel is the one that the height lies in.
        const double share = expected.height - std::floor(expected.height);
        if (share > 1e-4 && share < 1 - 1e-4) { ASSERT_EQ(top, static_cast<int>(std::floor(expected.height))); }
        ASSERT_EQ(world->table().grounds[chunk.at(x, y, top)].name, expected.biome->ground);
        if (top > 0) { ASSERT_NE(chunk.at(x, y, 0), 0); }
        ++columns;
        ++biomes[expected.biome - table1];
        blended += expected.margin < w;
      }
  }
  EXPECT_LT(worst, 1e-4);
  EXPECT_GT(columns, 2000);
  EXPECT_GT(blended, 200);
  for (std::size_t b = 0; b < std::size(table1); ++b) EXPECT_GT(biomes[b], 0) << table1[b].name;
}

TEST(VoxelSource, SeppHasTheSourcesTable) {
  const VoxelRecipe recipe = shipped();
  ASSERT_TRUE(recipe.table);
  ASSERT_EQ(recipe.table->biomes.size(), std::size(table1));
  for (std::size_t b = 0; b < std::size(table1); ++b) {
    const VoxelTable::Biome& biome = recipe.table->biomes[b];
    const Row& row = table1[b];
    EXPECT_EQ(biome.name, row.name);
    EXPECT_EQ(recipe.table->grounds[biome.surface].name, row.ground);
    EXPECT_EQ(biome.rain, row.rain) << row.name;
    EXPECT_EQ(biome.temperature, row.temperature) << row.name;
    EXPECT_EQ(biome.amplification, row.v) << row.name;
    EXPECT_EQ(biome.blending, row.s) << row.name;
    EXPECT_EQ(biome.plant_frequency, row.plants) << row.name;
  }
}

// Nothing is hollowed out below a surface of water.
TEST(VoxelSource, LiquidSurfacesAreRefusedWhereGroundIsHollow) {
  VoxelRecipe recipe = shipped();
  for (const char* setting : {"caves=0.5", "ravines=0.5", "overhangs=noise"}) {
    VoxelRecipe hollow = recipe;
    ASSERT_TRUE(set_in_voxel_recipe(hollow, setting, params_of<VoxelParams>()));
    const Result<VoxelWorld> world = VoxelWorld::make(hollow);
    ASSERT_FALSE(world) << setting;
    EXPECT_NE(world.error().message.find("the surface of \"sea\" is a liquid"), std::string::npos) << world.error().to_string();
    EXPECT_EQ(world.error().path, "/voxels/" + std::string(setting).substr(0, std::string(setting).find('=')));
  }
}

// Without stretching, no hill is cut flat; the default cuts some.
TEST(VoxelSource, ReliefIsNotCutFlatWithoutContrast) {
  const auto flat_share = [](double contrast) {
    const VoxelWorld world =
        world_of(VoxelParams{.relief_contrast = contrast, .cell_size = 64, .roughness = 0, .blend_width = 0, .shelf = 0});
    int flat = 0, land = 0;
    for (int i = 0; i < 4000; ++i) {
      const VoxelGroundInfo ground = *world.ground_at(i * 29, i * 13);
      if (ground.amplification == 0) continue;
      const double share = static_cast<double>(ground.height - static_cast<float>(world.table().biomes[ground.biome].base)) /
                           (static_cast<double>(ground.amplification) * 40);
      ++land;
      flat += share <= 0 || share >= 0.99999;
    }
    EXPECT_GT(land, 1000);
    return static_cast<double>(flat) / land;
  };
  EXPECT_EQ(flat_share(1), 0);
  EXPECT_GT(flat_share(1.4), 0.002);
}

}  // namespace
}  // namespace craton
