// Source 000's five requirements: endless, deterministic, fitting, fast (here as work that is counted; times are rows of `craton
// bench`), varied.

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include <craton/base/targets.h>
#include <craton/worlds/voxel_window.h>

#include "worlds/voxel_test_worlds.h"

namespace craton {
namespace {

using namespace test;

// Endless: chunks exist near, far, and to the very end, and beyond it there is a clear error.
TEST(Voxels, AreEndless) {
  const VoxelWorld world = world_of();
  for (const std::int64_t at : {std::int64_t{0}, std::int64_t{-1}, far_chunk, -far_chunk, (std::int64_t{1} << 48) - 2}) {
    const VoxelChunk chunk = chunk_of(world, at, -at);
    EXPECT_GE(chunk.palette().size(), 3U);
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x) {
        EXPECT_NE(chunk.at(x, y, 0), 0);
        EXPECT_EQ(chunk.at(x, y, 63), 0);
      }
  }
  const Result<VoxelChunk> beyond = world.chunk({std::int64_t{1} << 49, 0});
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, ErrorCode::unsupported);
}

// Deterministic: any order, any number of threads, any instruction set, with a context or without.
TEST(Voxels, AreTheSameInAnyOrder) {
  const VoxelWorld world = world_of();
  std::vector<VoxelChunk> alone;
  for (int i = 0; i < 64; ++i) alone.push_back(chunk_of(world, i % 8 - 4, i / 8 - 4));
  VoxelContext context;
  for (int i = 63; i >= 0; --i) {
    const int j = i * 37 % 64;
    EXPECT_TRUE(*world.chunk({j % 8 - 4, j / 8 - 4}, context) == alone[static_cast<std::size_t>(j)]) << j;
  }
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      VoxelContext own;
      for (int i = t; i < 64; i += 2)
        if (!(*world.chunk({i % 8 - 4, i / 8 - 4}, own) == alone[static_cast<std::size_t>(i)]))
          ++wrong[static_cast<std::size_t>(t)];
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::count(wrong.begin(), wrong.end(), 0), 4);
}

TEST(Voxels, AreTheSameOnAllInstructionSets) {
  const VoxelWorld world = world_of();
  const VoxelChunk expected = chunk_of(world, 3, -5), far = chunk_of(world, far_chunk, 5);
  for (const std::string_view target : available_targets()) {
    ASSERT_TRUE(force_target(target));
    EXPECT_TRUE(chunk_of(world, 3, -5) == expected) << target;
    EXPECT_TRUE(chunk_of(world, far_chunk, 5) == far) << target;
  }
  ASSERT_TRUE(force_target("best"));
}

TEST(Voxels, DifferFromSeedToSeed) {
  int same = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    same += chunk_of(world_of({}, seed), 0, 0) == chunk_of(world_of({}, seed + 1), 0, 0);
  EXPECT_EQ(same, 0);
}

// A context that served one world serves another.
TEST(Voxels, ContextsDoNotMixWorlds) {
  VoxelContext context;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const VoxelWorld world = world_of({}, seed);
    EXPECT_TRUE(*world.chunk({1, 1}, context) == chunk_of(world, 1, 1));
  }
}

// Fitting: what a chunk says of its neighbours' columns is what they are.
TEST(Voxels, ChunksFit) {
  const VoxelWorld world = world_of();
  for (int i = 0; i < 6; ++i) expect_apron_fits(world, i * 3 - 7, i * 5 - 9);
  expect_apron_fits(world, far_chunk, -far_chunk);
}

// Fast: somebody who sees seven chunks to all sides (000: 225 of them) needs 15 new ones for a step along an axis and 29 for one
// across, however far he walks; no chunk that he sees is made again or moved; and what he keeps is less than half of its voxels
// in bytes.
TEST(Voxels, AreFastAsAStepIsLittleWork) {
  VoxelWindow window(world_of(), 7);
  ChunkPlace at{-3, 2};
  ASSERT_TRUE(window.move_to(at));
  std::size_t made = window.changed().size();
  EXPECT_EQ(made, 225U);
  for (int i = 0; i < 24; ++i) {
    const ChunkPlace before = at;
    const VoxelChunk* kept = window.at(before);
    at = {at.x + (i % 3 == 1 ? 0 : 1), at.y + (i % 3 == 0 ? 0 : i % 2 == 0 ? 1 : -1)};
    ASSERT_TRUE(window.move_to(at));
    EXPECT_EQ(window.changed().size(), i % 3 == 2 ? 29U : 15U) << i;
    EXPECT_EQ(window.at(before), kept) << i;
    made += window.changed().size();
  }
  EXPECT_EQ(made, 225U + 16 * 15 + 8 * 29);
  EXPECT_LT(window.bytes(), 225U * 16 * 16 * 64 / 2 + 225U * 512);
}

TEST(Voxels, ChunksOfOtherSizesAreTheSameWorld) {
  const VoxelWorld small = world_of(), large = world_of({.chunk_side = 32, .chunk_height = 128});
  const VoxelChunk wide = chunk_of(large, -1, 1);
  for (int part = 0; part < 4; ++part) {
    const VoxelChunk chunk = chunk_of(small, -2 + part % 2, 2 + part / 2);
    int wrong = 0;
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x)
        for (int z = 0; z < 64; ++z) wrong += chunk.at(x, y, z) != wide.at(part % 2 * 16 + x, part / 2 * 16 + y, z);
    EXPECT_EQ(wrong, 0) << part;
  }
}

TEST(Voxels, TallWorldsGoBeyondOneWord) {
  const VoxelWorld world = world_of({.chunk_height = 256, .relief = 295});
  expect_apron_fits(world, 2, 2);
  int highest = 0;
  for (int i = 0; i < 40; ++i) {
    const VoxelChunk chunk = chunk_of(world, i * 2, 0);
    for (int z = 0; z < 256; ++z)
      if (chunk.at(5, 5, z) != 0) highest = std::max(highest, z);
  }
  EXPECT_GT(highest, 100);
}

// Varied: every biome occurs, none is everywhere.
TEST(Voxels, AreVaried) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const VoxelWorld world = world_of({}, seed);
    std::vector<int> columns(world.table().biomes.size());
    const int places = 2000;
    for (int i = 0; i < places; ++i) ++columns[world.ground_at(i % 50 * 160, i / 50 * 160)->biome];
    for (std::size_t b = 0; b < columns.size(); ++b) {
      EXPECT_GT(columns[b], places / 50) << world.table().biomes[b].name << " of seed " << seed;
      EXPECT_LT(columns[b], places / 2) << world.table().biomes[b].name;
    }
  }
}

TEST(Voxels, PalettesAreSmallAndExact) {
  const VoxelWorld world = world_of();
  for (int i = 0; i < 50; ++i) {
    const VoxelChunk chunk = chunk_of(world, i * 3, i);
    std::set<GroundId> found;
    for (int z = 0; z < 64; ++z)
      for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x) found.insert(chunk.at(x, y, z));
    EXPECT_TRUE(std::equal(found.begin(), found.end(), chunk.palette().begin(), chunk.palette().end()));
    EXPECT_LT(chunk.bytes(), 10000U);
  }
}

TEST(Voxels, BadParametersAreErrorsWithTheirPlace) {
  const auto refused = [](const VoxelParams& params) {
    const Result<VoxelWorld> world = VoxelWorld::make(params, Seed{});
    return world ? std::string() : world.error().path;
  };
  EXPECT_EQ(refused({.chunk_side = 24}), "chunk_side");
  EXPECT_EQ(refused({.chunk_height = 100}), "chunk_height");
  EXPECT_EQ(refused({.step = 0.3}), "step");
  EXPECT_EQ(refused({.floor = -16.5}), "floor");
  EXPECT_EQ(refused({.floor = -64}), "floor");
  EXPECT_EQ(refused({.cell_size = 20, .blend_width = 11}), "blend_width");
  EXPECT_EQ(refused({.cell_size = 16, .roughness = 5, .blend_width = 8}), "roughness");
  EXPECT_EQ(refused({.step = 0.5, .overhangs = VoxelOverhangs::noise, .overhang_reach = 33}), "overhang_reach");
  EXPECT_EQ(refused({.relief = std::nan("")}), "relief");
  // Of a recipe all of them are named alike.
  for (const char* assignment : {"chunk_side=24", "relief=1e6", "relief=150", "cell_size=0.5"}) {
    VoxelRecipe recipe;
    const Result<void> set = set_in_voxel_recipe(recipe, assignment, params_of<VoxelParams>());
    const Result<VoxelWorld> world = VoxelWorld::make(recipe);
    const std::string name(assignment, std::string_view(assignment).find('='));
    EXPECT_EQ(set ? world ? "made" : world.error().path : set.error().path, set ? "/voxels/" + name : name);
  }
}

// What the declared ranges allow is allowed, for voxels of a metre.
TEST(Voxels, RangesDoNotLie) {
  for (const ParamInfo& info : params_of<VoxelParams>()) {
    if (info.type != ParamType::number) continue;
    for (const double end : {info.min, info.max}) {
      // A tall world on a floor at the sea, with cells and voxels that leave every other parameter room.
      VoxelParams params{.chunk_height = 512, .floor = 0, .relief = 0, .cell_size = 4096, .roughness = 0, .blend_width = 0};
      const std::string name(info.name);
      // These are named by the others: they must leave each other room.
      if (name == "relief" || name == "roughness" || name == "blend_width" || name == "floor" || name == "land_height" ||
          name == "sea_depth")
        continue;
      if (name == "overhang_reach" || name == "floating_reach") params.overhangs = VoxelOverhangs::displaced;
      info.assign(&params, ParamValue(end));
      const Result<VoxelWorld> world = VoxelWorld::make(params, Seed{7});
      EXPECT_TRUE(world) << name << " " << end << ": " << world.error().to_string();
    }
  }
}

// Hills that the ceiling would cut flat are refused; none that is allowed touches it.
TEST(Voxels, NothingIsCutFlatAtTheCeiling) {
  const Result<VoxelWorld> high = VoxelWorld::make({.relief = 150}, Seed{7});
  ASSERT_FALSE(high);
  EXPECT_EQ(high.error().path, "relief");
  for (const char* part : {"tundra", "122", "48 m", "chunk_height"})
    EXPECT_NE(high.error().message.find(part), std::string::npos) << high.error().message;
  int columns = 0, highest = 0;
  const VoxelWorld world = world_of({.relief = 57});  // 50.6 m of the tundra, less the shelf: the ceiling is at 48 m
  for (std::int64_t i = 0; i < 20'000; ++i, ++columns) {
    const Result<VoxelGroundInfo> ground = world.ground_at(i * 37, i * 59);
    ASSERT_TRUE(ground);
    highest = std::max(highest, static_cast<int>(ground->height));
    EXPECT_LE(ground->height, 48.0F);
  }
  EXPECT_GT(highest, 30) << columns;
  EXPECT_FALSE(VoxelWorld::make({.relief = 58}, Seed{7}));
  EXPECT_FALSE(VoxelWorld::make({.relief = 57, .overhangs = VoxelOverhangs::constant}, Seed{7}));
}

}  // namespace
}  // namespace craton
