#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

namespace craton {

/// Somebody who looks at a voxel world: chunks within `radius` of his own, along x and y.
struct VoxelCamera {
  ChunkPlace place{};
  int radius = 7;  ///< 0 … 64
  /// From 0 on: the radius follows the machine (FollowingRadius) between this and `radius`.
  int least_radius = -1;
};

/// A radius that shrinks until what comes into view is made as fast as one walks (Sepp 2016, chapter 9): by one at every step to
/// another chunk where some are still missing. It grows by one after two steps with none missing.
class FollowingRadius {
 public:
  FollowingRadius(int least, int most) : least_(least), most_(most), value_(most) {}

  int value() const { return value_; }
  void step(bool missing) {
    whole_steps_ = missing ? 0 : whole_steps_ + 1;
    if (missing && value_ > least_) --value_;
    if (whole_steps_ < 2) return;
    whole_steps_ = 0;
    if (value_ < most_) ++value_;
  }

 private:
  int least_, most_, value_, whole_steps_ = 0;
};

struct VoxelStreamOptions {
  unsigned threads = 0;                            ///< workers; 0: one less than the machine has, at least one
  std::uint64_t bytes = std::uint64_t{256} << 20;  ///< of all chunks that are kept, those in view included
  int apron = 1;                                   ///< as VoxelWorld::chunk takes it
};

/// What changed since it was last told.
struct VoxelEvent {
  enum class Kind { ready, gone, failed };
  Kind kind = Kind::ready;
  ChunkPlace place{};
  std::shared_ptr<const VoxelChunk> chunk{};  ///< of `ready`
  Error error{};                              ///< of `failed`
};

struct VoxelStreamState {
  std::uint64_t bytes = 0, kept = 0;    ///< of chunks, and their number
  std::uint64_t wanted = 0, ready = 0;  ///< that cameras see, and those of them that are made
  std::uint64_t left_out = 0;           ///< that cameras would see if there were more bytes
  std::uint64_t made = 0, found = 0;    ///< since the beginning: computed, seen again while still kept
};

/// The chunks around many cameras, in a map, made by worker threads: the nearest first. No call waits for a chunk, and all are
/// safe from several threads at once. Chunks that nobody sees stay kept until room is needed, the longest unseen going first;
/// where cameras want more than there is room for, the farthest are left out.
///
///     VoxelStream stream(world);
///     stream.set_camera(0, {.place = {cx, cy}});                // whenever it moved
///     for (const VoxelEvent& event : stream.poll()) …           // ready: mesh it; gone: forget it
class CRATON_API VoxelStream {
 public:
  explicit VoxelStream(VoxelWorld world, const VoxelStreamOptions& options = {});
  ~VoxelStream();  ///< waits for its threads
  VoxelStream(const VoxelStream&) = delete;
  VoxelStream& operator=(const VoxelStream&) = delete;

  void set_camera(std::uint32_t camera, const VoxelCamera& pose);
  void remove_camera(std::uint32_t camera);
  /// How far a camera sees now; −1: there is none of that number.
  int radius(std::uint32_t camera) const;
  /// Makes a chunk anew: after an edit. The old one stays until the new one is ready.
  void renew(ChunkPlace place);

  /// None: not made yet, or not wanted.
  std::shared_ptr<const VoxelChunk> chunk(ChunkPlace place) const;
  std::vector<VoxelEvent> poll();
  VoxelStreamState state() const;
  /// Waits until everything that cameras want is made, or cannot be; false when the time was over before.
  bool wait(std::chrono::milliseconds at_most) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace craton
