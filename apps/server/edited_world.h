#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/edits.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/voxel_edits.h>

namespace craton::server {

/// A rectangle of the plane in units. Doubles, because tiles may lie where their borders do not fit whole numbers; who asks adds
/// some slack.
struct LandWindow {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// The edits of a terrain at one moment: immutable.
struct TerrainLand {
  std::uint64_t revision = 0;
  std::shared_ptr<const TerrainEdits> edits{};
  std::vector<EditSquare> squares{};      ///< what each touches
  std::vector<std::uint64_t> contents{};  ///< a hash of each

  /// A hash of all that touch the window; 0: none does.
  std::uint64_t stamp(const LandWindow& window) const;
};

/// What an edit, an undo or a redo did.
struct EditOutcome {
  std::uint64_t revision = 0, in_force = 0, undone = 0;
  std::uint64_t done = 0;  ///< steps
  std::vector<EditSquare> squares{};
  std::vector<ChunkPlace> chunks{};  ///< with those beside them whose apron reaches there
};

/// An endless world that somebody changed: its file, and what is in force. All calls are safe from many threads; changes come one
/// after the other, and are on the disk when they return.
///
/// Its revision is a hash of what is in force, below 2^53 so that pages can hold it; 0 is nothing. An undo brings the former one
/// back, and with it all that was kept by it.
class EditedWorld {
 public:
  static Result<std::shared_ptr<EditedWorld>> open_terrain(const std::string& path);
  static Result<std::shared_ptr<EditedWorld>> open_voxels(const std::string& path, const VoxelWorld& world);

  std::uint64_t revision() const { return revision_.load(); }
  std::uint64_t bytes() const { return bytes_.load(); }  ///< of its file
  Result<std::vector<EditInfo>> list() const { return store_->list(); }
  EditOutcome state() const;

  // Of terrain.
  std::shared_ptr<const TerrainLand> land() const;
  /// One step of undo. All strokes look at the land as it is before. Errors have the stroke in their path where there are
  /// several.
  Result<EditOutcome> add(const Terrain& plain, std::span<const BrushStroke> strokes, const Execution& execution);

  // Of voxels.
  const std::shared_ptr<VoxelEdits>& voxels() const { return voxels_; }
  Result<EditOutcome> add(std::span<const VoxelEdit> voxels, const std::string& text);
  /// A hash of the voxels that were set in a chunk and those around it; 0: none was.
  std::uint64_t stamp(ChunkPlace place);
  /// All that are in force, chunk by chunk; none where they are more than so many.
  Result<std::vector<VoxelEdit>> voxels_in_force(std::size_t most) const;
  /// Odd while something changes; whoever finds the same even number before and after has seen one state.
  std::uint64_t changes() const { return changes_.load(); }

  Result<EditOutcome> step(bool back, std::uint64_t steps);
  /// The file is to be removed: from now on nothing is acknowledged.
  void end();

  static constexpr std::uint64_t most_steps = 10'000, most_bytes = std::uint64_t{256} << 20;

 private:
  class Changing;
  Result<void> read(const std::string& path, std::string_view kind);
  Result<void> load_land();
  Result<void> admit() const;  // locked
  Result<void> remember(std::int64_t edit);
  EditOutcome locked_state() const;
  std::uint64_t content_of(ChunkPlace place);

  std::string path_;
  mutable std::mutex mutex_;  // of changes
  bool ended_ = false;
  std::shared_ptr<EditStore> store_;
  std::shared_ptr<VoxelEdits> voxels_;
  std::vector<std::uint64_t> chain_;  // of each edit in force: a hash of it and all before
  std::uint64_t undone_ = 0;
  std::atomic<std::uint64_t> revision_{0}, bytes_{0}, changes_{0};
  mutable std::mutex land_mutex_;  // short: who reads never waits for the disk
  std::shared_ptr<const TerrainLand> land_;
  std::mutex contents_mutex_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> contents_;  // of chunks that were asked for
};

}  // namespace craton::server
