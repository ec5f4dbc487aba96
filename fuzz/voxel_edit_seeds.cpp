// Pieces of edits that the fuzzer begins with:  voxel_edit_seeds FOLDER
#include <fstream>
#include <string>

#include <craton/worlds/voxel_edits.h>

using namespace craton;

namespace {

bool write_piece(const std::string& path, const std::vector<VoxelEdit>& voxels) {
  const VoxelWorld world = *VoxelWorld::make({.plants = false}, Seed{7});
  const std::shared_ptr<EditStore> store = edits_in_memory();
  const Result<std::shared_ptr<VoxelEdits>> edits = VoxelEdits::open(world, store);
  if (!edits || !(*edits)->set(voxels)) return false;
  const Result<std::vector<StoredPiece>> pieces = store->pieces({.kind = "voxels"});
  if (!pieces || pieces->empty()) return false;
  std::ofstream file(path, std::ios::binary);
  for (const std::byte byte : pieces->front().piece.bytes) file.put(static_cast<char>(byte));
  return file.good();
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const std::string folder = words[1];
  bool good = write_piece(folder + "/one", {{3, 4, 5, 1}});
  good = write_piece(folder + "/several", {{0, 0, 0, 0}, {15, 15, 63, 2}, {7, 1, 30, 3}, {7, 1, 31, 0}}) && good;
  return good ? 0 : 1;
}
