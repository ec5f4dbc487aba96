#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/result.h>
#include <craton/worlds/terrain.h>

namespace craton {

/// Somebody who looks at the terrain.
struct StreamCamera {
  Point2 place{};                 ///< units
  double altitude = 0;            ///< metres above the ground: the higher, the coarser it may be
  double distance = 8000;         ///< metres that it sees, to all sides
  double look_x = 0, look_y = 0;  ///< where it looks on the map (any length; 0, 0: everywhere): that comes first
  double field_of_view = 90;      ///< degrees
};

struct StreamTile {
  TileId id;
  std::shared_ptr<const TerrainTile> tile;  ///< null: not made yet
};

/// What changed since it was last told.
struct StreamEvent {
  enum class Kind { ready, gone, failed };
  Kind kind = Kind::ready;
  TileId id;
  std::shared_ptr<const TerrainTile> tile{};  ///< of `ready`
  Error error{};                              ///< of `failed`
};

struct StreamOptions {
  unsigned threads = 0;                                 ///< workers; 0: one less than the machine has, at least one
  std::uint64_t tile_bytes = std::uint64_t{512} << 20;  ///< of all tiles that are kept, those in view included
  double detail = 1.5;                                  ///< a tile nearer than this many of its sides is halved; 1 … 16
  /// Told of events by worker threads, one at a time and in order; it may call the stream, but not wait(). None: poll() tells of
  /// them.
  std::function<void(const StreamEvent&)> on_event{};
};

/// Where vertices of a level turn into the next coarser one (terrain_morph): metres from a camera, the largest of its distances
/// to the east or west, to the north or south, and of its altitude.
struct MorphRange {
  double begin = 0, end = 0;
  /// 0 up to the beginning, 1 from the end on, even between.
  double share(double distance) const { return distance <= begin ? 0 : distance >= end ? 1 : (distance - begin) / (end - begin); }
};

struct StreamState {
  std::uint64_t bytes = 0;                         ///< of all tiles that are kept
  std::uint64_t kept = 0;                          ///< tiles
  std::uint64_t wanted = 0, ready = 0;             ///< tiles that cameras see, and those of them that are made
  std::uint64_t left_out = 0;                      ///< tiles that cameras would see if there were more bytes
  std::uint64_t made = 0, found = 0, stopped = 0;  ///< since the beginning: computed, seen again while still kept, cancelled
};

/// Tiles around cameras, made by worker threads: near ones first, and those in view before those behind. The nearer a place, the
/// finer its tiles; neighbours are at most one level apart. No call waits for a tile: all are safe from a render thread, and all
/// are safe from several threads at once.
///
///     TerrainStream stream(terrain, {});
///     stream.set_camera(0, {.place = {x, y}});                     // each frame, or whenever it moved
///     for (const StreamEvent& event : stream.poll()) …              // ready: send it to the card; gone: forget it
///
/// A tile that cameras no longer want is `gone` only when all that takes its place is ready (or lies out of sight), so that there
/// are no holes; tiles that are no longer wanted while they are made are cancelled. Tiles stay kept for a while; memory never
/// grows beyond `tile_bytes` (and what the caller itself holds): where cameras want more, the farthest are left out.
class CRATON_API TerrainStream {
 public:
  TerrainStream(Terrain terrain, const StreamOptions& options);
  ~TerrainStream();  ///< cancels, and waits for its threads
  TerrainStream(const TerrainStream&) = delete;
  TerrainStream& operator=(const TerrainStream&) = delete;

  void set_camera(std::uint32_t camera, const StreamCamera& pose);
  void remove_camera(std::uint32_t camera);

  /// What people changed by hand, from now on. Tiles that it touches are made again, and `ready` again when they are; until then
  /// the old ones are shown.
  void set_edits(std::shared_ptr<const TerrainEdits> edits);

  std::vector<StreamEvent> poll();
  /// What a camera should be shown, as last planned; together they cover all that it sees, without overlap.
  std::vector<StreamTile> tiles(std::uint32_t camera) const;
  /// With it no change of level is seen: tiles begin to morph where the last finer one beside them ends, and have wholly turned
  /// into the coarser level where that takes their place. For a `detail` greater than 1.
  MorphRange morph_range(std::uint32_t level) const;
  StreamState state() const;

  /// Waits until everything that cameras want is made, or cannot be; false when the time was over before. For tools and tests.
  bool wait(std::chrono::milliseconds at_most) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace craton
