// Somebody builds in a voxel world and is killed, again and again: every step that was acknowledged is there afterwards, whole,
// and in the chunks.

#include <map>
#include <tuple>

#include <craton/base/hash.h>
#include <craton/files/endless_world.h>
#include <craton/worlds/voxel_edits.h>

#include "files/kill_test.h"
#include "files/test_folder.h"

namespace craton {
namespace {

using namespace files;

/// The voxels of a step, by its number: some steps set one, some hundreds, in up to four chunks, over those of earlier steps.
std::vector<VoxelEdit> voxels_of(std::int64_t step) {
  std::vector<VoxelEdit> voxels;
  const int count = step % 5 == 0 ? 400 : 3;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t hash = mix64(static_cast<std::uint64_t>(step) * 1000 + static_cast<std::uint64_t>(i));
    voxels.push_back({static_cast<std::int64_t>(hash % 32) - 16, static_cast<std::int64_t>(hash >> 8 & 31) - 16,
                      static_cast<int>(hash >> 16 & 63), static_cast<GroundId>((hash >> 24) % 5)});
  }
  return voxels;
}

/// Builds for ever; undoes and redoes some steps; tells of each one that is acknowledged.
[[noreturn]] void build_for_ever(const VoxelWorld& world, const std::string& path, int told) {
  Result<std::unique_ptr<EditStore>> store = open_edits(path);
  if (!store) ::_exit(3);
  const Result<std::vector<EditInfo>> before = (*store)->list();
  if (!before) ::_exit(4);
  std::int64_t next = before->empty() ? 1 : before->back().number + 1;
  const Result<std::shared_ptr<VoxelEdits>> edits = VoxelEdits::open(world, *std::move(store));
  if (!edits) ::_exit(5);
  while (true) {
    const Result<std::int64_t> added = (*edits)->set(voxels_of(next));
    if (!added || *added != next) ::_exit(6);
    if (next % 3 == 0 && (!(*edits)->undo() || !(*edits)->redo())) ::_exit(7);
    if (::write(told, &next, sizeof next) != sizeof next) ::_exit(8);
    ++next;
  }
}

using Built = std::map<std::tuple<std::int64_t, std::int64_t, int>, GroundId>;

void expect_built(const VoxelWorld& world, const std::shared_ptr<VoxelEdits>& edits, const Built& built) {
  EXPECT_EQ(edits->count(), built.size());
  const VoxelWorld with = world.with_edits(edits);
  const int side = edits->chunk_side();
  int wrong = 0;
  for (std::int64_t cy = -1; cy <= 0; ++cy)
    for (std::int64_t cx = -1; cx <= 0; ++cx) {
      const Result<VoxelChunk> chunk = with.chunk({cx, cy});
      ASSERT_TRUE(chunk) << chunk.error().to_string();
      for (const auto& [place, ground] : built) {
        const auto& [x, y, z] = place;
        const std::int64_t px = x - cx * side, py = y - cy * side;
        if (px < 0 || py < 0 || px >= side || py >= side) continue;
        wrong += chunk->at(static_cast<int>(px), static_cast<int>(py), z) != ground;
      }
    }
  EXPECT_EQ(wrong, 0);
}

TEST(VoxelEdits, KillsLoseNothingThatWasAcknowledged) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "ThreadSanitizer does not follow a fork";
#endif
  TestFolder folder;
  const std::string path = folder.path("w.craton");
  ASSERT_TRUE(create_endless_world(path, "voxels", "{}"));
  const VoxelWorld world = *VoxelWorld::make({.caves = 0.5}, Seed{7});
  const int kills = std::getenv("CRATON_FULL") ? 60 : 8;
  Built built;
  std::int64_t replayed = 0;
  for (int i = 0; i < kills; ++i) {
    const std::int64_t acknowledged =
        work_and_die([&](int told) { build_for_ever(world, path, told); }, std::chrono::microseconds(i * 7919 % 30'000));
    if (HasFailure()) return;
    Result<std::unique_ptr<EditStore>> store = open_edits(path);
    ASSERT_TRUE(store) << store.error().to_string();
    const Result<std::vector<EditInfo>> list = (*store)->list();
    ASSERT_TRUE(list) << list.error().to_string();
    // All that were acknowledged, and at most the one that was being made.
    const auto count = static_cast<std::int64_t>(list->size());
    EXPECT_GE(count, acknowledged);
    EXPECT_LE(count, acknowledged + 1);
    const Result<std::shared_ptr<VoxelEdits>> edits = VoxelEdits::open(world, *std::move(store));
    ASSERT_TRUE(edits) << edits.error().to_string();
    ASSERT_TRUE((*edits)->redo());  // he may have died between undoing a step and redoing it
    for (; replayed < count; ++replayed)
      for (const VoxelEdit& voxel : voxels_of(replayed + 1)) built[{voxel.x, voxel.y, voxel.z}] = voxel.ground;
    expect_built(world, *edits, built);
  }
  EXPECT_GE(replayed, kills);
  RecordProperty("steps", static_cast<int>(replayed));
}

}  // namespace
}  // namespace craton
