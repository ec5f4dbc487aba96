// Voxels set by hand: in force at once and after reading the store again, the same in all chunks that see them, undone and
// redone.
#include <craton/worlds/voxel_edits.h>

#include <gtest/gtest.h>

#include <craton/worlds/voxel_stream.h>

#include "worlds/voxel_test_worlds.h"

namespace craton {
namespace {

using namespace test;
using namespace std::chrono_literals;

GroundId ground_called(const VoxelWorld& world, std::string_view name) {
  const auto& grounds = world.table().grounds;
  return static_cast<GroundId>(std::find_if(grounds.begin(), grounds.end(), [&](const auto& g) { return g.name == name; }) -
                               grounds.begin());
}

struct Edited {
  VoxelWorld plain, world;
  std::shared_ptr<EditStore> store;
  std::shared_ptr<VoxelEdits> edits;
};
Edited edited(const VoxelParams& params = {}) {
  const VoxelWorld plain = world_of(params);
  std::shared_ptr<EditStore> store = edits_in_memory();
  std::shared_ptr<VoxelEdits> edits = *VoxelEdits::open(plain, store);
  return {plain, plain.with_edits(edits), store, edits};
}

TEST(VoxelEdits, ChangeWhatTheySayAndNothingElse) {
  for (const bool spatial : {false, true}) {
    VoxelParams params;
    params.plants = false;
    if (spatial) params.caves = 0.5;
    const Edited e = edited(params);
    const GroundId gold = ground_called(e.plain, "gold"), water = ground_called(e.plain, "water");
    const std::vector<VoxelEdit> voxels{{-1, 5, 60, gold}, {-1, 5, 2, 0}, {-16, 15, 40, water}, {0, 5, 60, gold}};
    ASSERT_TRUE(e.edits->set(voxels));
    for (const int apron : {0, 1, 2}) {
      const VoxelChunk before = chunk_of(e.plain, -1, 0, apron), after = chunk_of(e.world, -1, 0, apron);
      int changed = 0;
      for (int y = -apron; y < 16 + apron; ++y)
        for (int x = -apron; x < 16 + apron; ++x)
          for (int z = 0; z < 64; ++z) changed += before.at(x, y, z) != after.at(x, y, z);
      EXPECT_EQ(after.at(15, 5, 60), gold);
      EXPECT_EQ(after.at(15, 5, 2), 0);
      EXPECT_EQ(after.at(0, 15, 40), water);
      EXPECT_TRUE(apron == 0 || after.at(16, 5, 60) == gold);
      EXPECT_EQ(changed, apron > 0 ? 4 : 3);
    }
    EXPECT_TRUE(chunk_of(e.world, 5, 5) == chunk_of(e.plain, 5, 5));
    for (int y = -1; y <= 1; ++y)
      for (int x = -2; x <= 1; ++x) expect_apron_fits(e.world, x, y);
  }
}

// Chunks without overhangs are made in another way where somebody set voxels: both ways are the same.
TEST(VoxelEdits, ThatChangeNothingChangeNothing) {
  for (const VoxelParams& params :
       {VoxelParams{}, VoxelParams{.chunk_height = 128, .relief = 135}, VoxelParams{.step = 0.5, .chunk_height = 128},
        VoxelParams{.chunk_side = 32, .floor = -8, .strata_waves = 0}}) {
    const Edited e = edited(params);
    for (std::int64_t i = -12; i < 12; ++i) {
      const VoxelChunk before = chunk_of(e.plain, i, i * 3);
      const int side = params.chunk_side;
      ASSERT_TRUE(e.edits->set({{{i * side + 3, i * 3 * side + 4, 7, before.at(3, 4, 7)}}}));
      EXPECT_TRUE(chunk_of(e.world, i, i * 3) == before) << i;
      EXPECT_TRUE(chunk_of(e.world, i, i * 3, 1) == chunk_of(e.plain, i, i * 3, 1)) << i;
    }
  }
}

TEST(VoxelEdits, AreReadAgainUndoneAndRedone) {
  const Edited e = edited();
  const GroundId gold = ground_called(e.plain, "gold"), coal = ground_called(e.plain, "coal");
  ASSERT_TRUE(e.edits->set({{{3, 3, 50, gold}, {300, 3, 50, gold}}}, "a tower"));
  ASSERT_TRUE(e.edits->set({{{3, 3, 50, coal}}}));
  EXPECT_EQ(e.edits->changed(), (std::vector<ChunkPlace>{{0, 0}}));
  const std::shared_ptr<VoxelEdits> again = *VoxelEdits::open(e.plain, e.store);
  EXPECT_EQ(again->count(), 2U);
  EXPECT_TRUE(chunk_of(e.plain.with_edits(again), 0, 0) == chunk_of(e.world, 0, 0));
  EXPECT_EQ(chunk_of(e.world, 0, 0).at(3, 3, 50), coal);
  ASSERT_TRUE(*e.edits->undo());
  EXPECT_EQ(chunk_of(e.world, 0, 0).at(3, 3, 50), gold);
  const Result<std::optional<EditInfo>> first = e.edits->undo();
  EXPECT_EQ((*first)->text, "a tower");
  EXPECT_TRUE(chunk_of(e.world, 0, 0) == chunk_of(e.plain, 0, 0));
  EXPECT_FALSE(*e.edits->undo());
  ASSERT_TRUE(*e.edits->redo());
  EXPECT_EQ(chunk_of(e.world, 0, 0).at(3, 3, 50), gold);
  EXPECT_EQ(e.edits->in_chunk({18, 0}), (std::vector<VoxelEdit>{{300, 3, 50, gold}}));
}

TEST(VoxelEdits, TakePlantsAwayWithTheirGround) {
  const Edited e = edited();
  for (std::int64_t x = 0; x < 60; ++x) {
    const VoxelChunk chunk = chunk_of(e.plain, x, 2);
    if (chunk.plants().empty()) continue;
    const VoxelPlant plant = chunk.plants()[0];
    ASSERT_TRUE(e.edits->set({{{x * 16 + plant.x, 32 + plant.y, plant.z - 1, 0}}}));
    const VoxelChunk dug = chunk_of(e.world, x, 2);
    EXPECT_EQ(dug.plants().size(), chunk.plants().size() - 1);
    return;
  }
  FAIL() << "no plant";
}

TEST(VoxelEdits, ReachStores) {
  const Edited e = edited();
  VoxelStream stream(e.world, {.threads = 2});
  stream.set_camera(0, {.place = {0, 0}, .radius = 1});
  ASSERT_TRUE(stream.wait(60s));
  const GroundId gold = ground_called(e.plain, "gold");
  ASSERT_TRUE(e.edits->set({{{3, 3, 50, gold}}}));
  for (const ChunkPlace place : e.edits->changed()) stream.renew(place);
  ASSERT_TRUE(stream.wait(60s));
  EXPECT_EQ(stream.chunk({0, 0})->at(3, 3, 50), gold);
}

TEST(VoxelEdits, RefuseWhatCannotBe) {
  const Edited e = edited();
  EXPECT_EQ(e.edits->set({}).error().path, "voxels");
  EXPECT_EQ(e.edits->set({{{0, 0, 64, 1}}}).error().path, "z");
  EXPECT_EQ(e.edits->set({{{0, 0, -1, 1}}}).error().path, "z");
  EXPECT_EQ(e.edits->set({{{0, 0, 3, 63}}}).error().path, "ground");
  EXPECT_EQ(e.edits->count(), 0U);
  // A piece that is cut off, or names what the table does not have.
  for (const std::vector<std::byte>& bytes : {std::vector<std::byte>{std::byte{2}},
                                              {std::byte{1}, std::byte{1}, std::byte{1}, std::byte{'?'}},
                                              {std::byte{1}, std::byte{0}, std::byte{3}}}) {
    const std::shared_ptr<EditStore> store = edits_in_memory();
    EditPiece piece;
    piece.key.kind = "voxels";
    piece.bytes = bytes;
    ASSERT_TRUE(store->add("broken", {&piece, 1}));
    EXPECT_FALSE(VoxelEdits::open(e.plain, store));
  }
}

}  // namespace
}  // namespace craton
