#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/edits.h>
#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

/// What people build and dig in a voxel world.
namespace craton {

/// A voxel set by hand.
struct VoxelEdit {
  std::int64_t x = 0, y = 0;  ///< numbers of its column in the world
  int z = 0;                  ///< voxels from the floor of the world
  GroundId ground = 0;        ///< of the world's table; 0 takes the voxel away

  friend bool operator==(const VoxelEdit&, const VoxelEdit&) = default;
};

/// The voxels that were set in a world, by chunk. They come after everything else: water does not flow into holes, and plants
/// go where their ground does. Kept in a store by the names of grounds, chunk by chunk (kind "voxels").
///
///     Result<std::shared_ptr<VoxelEdits>> edits = VoxelEdits::open(world, std::move(*open_edits("w.craton")));
///     (*edits)->set({{{.x = 3, .y = -2, .z = 40, .ground = stone}}});     // on the disk when it returns
///     world.with_edits(*edits).chunk({0, -1});
///
/// All calls are safe from several threads; chunks that were made before an edit are not changed by it.
class CRATON_API VoxelEdits {
 public:
  /// Reads what is in force. Grounds that the world's table does not have are errors.
  static Result<std::shared_ptr<VoxelEdits>> open(const VoxelWorld& world, std::shared_ptr<EditStore> store);
  ~VoxelEdits();

  /// One step that can be undone, of up to 2^20 voxels; gives its number. An empty text says how many voxels it set.
  Result<std::int64_t> set(std::span<const VoxelEdit> voxels, std::string_view text = "");
  /// As those of the store.
  Result<std::optional<EditInfo>> undo();
  Result<std::optional<EditInfo>> redo();

  /// The chunks that the last call of set, undo or redo changed. Those beside them changed too where their apron reaches there.
  std::vector<ChunkPlace> changed() const;
  /// What is in force in a chunk, column by column and upwards.
  std::vector<VoxelEdit> in_chunk(ChunkPlace place) const;
  std::size_t count() const;  ///< of voxels in force
  int chunk_side() const;     ///< of the world that they belong to

  struct State;

 private:
  VoxelEdits();
  Result<std::optional<EditInfo>> step(bool back);
  std::unique_ptr<State> state_;
};

inline constexpr std::size_t most_voxels_of_edit = std::size_t{1} << 20;

}  // namespace craton
