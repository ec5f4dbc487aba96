#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

namespace craton {

/// The chunks around one camera, in an array of fixed size with wrap-around addressing: a chunk's slot depends on its place
/// alone (x mod side, y mod side), so that moving the camera moves no memory, and only chunks that come into view are made. Its
/// memory is bounded by the number of slots.
///
///     VoxelWindow window(world, 7);                                  // 15 × 15 chunks
///     window.move_to({12, -3});
///     for (ChunkPlace place : window.changed()) draw(*window.at(place));
///
/// For one thread at a time; several threads may read between moves. VoxelStream has many cameras, and never makes its caller
/// wait.
class CRATON_API VoxelWindow {
 public:
  /// `radius` 0 … 64 chunks (it is cut to that), `apron` as VoxelWorld::chunk takes it.
  explicit VoxelWindow(VoxelWorld world, int radius = 7, int apron = 0);
  ~VoxelWindow();
  VoxelWindow(VoxelWindow&&) noexcept;
  VoxelWindow& operator=(VoxelWindow&&) noexcept;

  /// Makes what is not there yet. Any number of threads gives the same chunks. After an error those that could not be made are
  /// missing; the next move tries again.
  Result<void> move_to(ChunkPlace centre, const Execution& execution = {});

  int radius() const { return radius_; }
  ChunkPlace centre() const { return centre_; }
  /// None where it is out of view.
  const VoxelChunk* at(ChunkPlace place) const;
  /// What the last move made, row by row.
  std::span<const ChunkPlace> changed() const { return changed_; }
  /// Makes a chunk again at the next move: after an edit.
  void forget(ChunkPlace place);
  std::size_t chunks() const;  ///< that are kept
  std::size_t bytes() const;   ///< of them

 private:
  struct Contexts;
  std::size_t side() const { return static_cast<std::size_t>(2 * radius_ + 1); }
  std::size_t slot(ChunkPlace place) const;
  bool in_view(ChunkPlace place) const;

  VoxelWorld world_;
  int radius_, apron_;
  ChunkPlace centre_{};
  std::vector<std::optional<VoxelChunk>> slots_;
  std::vector<ChunkPlace> changed_;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace craton
