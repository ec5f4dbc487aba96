// libFuzzer: whatever bytes a world file keeps as edits of a voxel world, they are a clear error, or voxels that are in their
// chunk and are the same after they were written and read again.
//   voxel_edits_fuzz [libFuzzer options] CORPUS SEEDS          seeds are made by voxel_edit_seeds
#include <cstdint>
#include <cstdlib>

#include <craton/worlds/voxel_edits.h>

namespace {

using namespace craton;

void expect(bool holds) {
  if (!holds) std::abort();
}

const VoxelWorld& world() {
  static const VoxelWorld made = *VoxelWorld::make({.plants = false}, Seed{7});
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::shared_ptr<EditStore> store = edits_in_memory();
  EditPiece piece;
  piece.key.kind = "voxels";
  for (std::size_t i = 0; i < size; ++i) piece.bytes.push_back(static_cast<std::byte>(data[i]));
  expect(store->add("fuzz", {&piece, 1}).ok());
  const Result<std::shared_ptr<VoxelEdits>> edits = VoxelEdits::open(world(), store);
  if (!edits) {
    expect(!edits.error().message.empty());
    return 0;
  }
  const std::vector<VoxelEdit> voxels = (*edits)->in_chunk({0, 0});
  expect(voxels.size() == (*edits)->count());
  const Result<VoxelChunk> chunk = world().with_edits(*edits).chunk({0, 0});
  expect(chunk.ok());
  for (const VoxelEdit& voxel : voxels)
    expect(chunk->at(static_cast<int>(voxel.x), static_cast<int>(voxel.y), voxel.z) == voxel.ground);
  if (voxels.empty()) return 0;
  const std::shared_ptr<EditStore> other = edits_in_memory();
  const Result<std::shared_ptr<VoxelEdits>> again = VoxelEdits::open(world(), other);
  expect(again.ok() && (*again)->set(voxels).ok());
  expect((*again)->undo().ok() && (*again)->in_chunk({0, 0}).empty() && (*again)->changed().size() == 1);
  expect((*again)->redo().ok() && (*again)->in_chunk({0, 0}) == voxels);
  VoxelEdit beside = voxels.front();
  beside.z = -1;
  expect(!(*again)->set({&beside, 1}).ok() && !(*again)->set({}).ok() && (*again)->in_chunk({0, 0}) == voxels);
  const Result<std::shared_ptr<VoxelEdits>> read = VoxelEdits::open(world(), other);
  expect(read.ok() && (*read)->in_chunk({0, 0}) == voxels);
  return 0;
}
