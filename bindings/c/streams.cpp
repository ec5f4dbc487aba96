#include <chrono>
#include <cmath>
#include <deque>
#include <mutex>
#include <string>

#include <craton/base/floor_div.h>
#include <craton/base/position.h>
#include <craton/worlds/terrain_stream.h>
#include <craton/worlds/voxel_stream.h>

#include "handles.h"
#include "types.h"

using namespace craton::c;

namespace {

/// What a stream told and the caller has not taken yet.
template <class Event>
class Waiting {
 public:
  /// Hands up to `capacity` events over, the oldest first. `put` makes the caller's of one.
  template <class Stream, class Put>
  std::size_t take(Stream& stream, std::size_t capacity, Put&& put) {
    const std::lock_guard lock(mutex_);
    for (Event& event : stream.poll()) events_.push_back(std::move(event));
    std::size_t count = 0;
    while (count < capacity && !events_.empty()) {
      put(events_.front(), count);
      events_.pop_front();
      ++count;
    }
    return count;
  }

 private:
  std::mutex mutex_;
  std::deque<Event> events_;
};

}  // namespace

struct craton_terrain_stream {
  static constexpr std::uint64_t own_mark = 11;
  craton_terrain_stream(const craton::Terrain& terrain, const craton::StreamOptions& options) : stream(terrain, options) {}
  craton::TerrainStream stream;
  Waiting<craton::StreamEvent> waiting;
};

struct craton_voxel_stream {
  static constexpr std::uint64_t own_mark = 12;
  craton_voxel_stream(const craton::VoxelWorld& of, const craton::VoxelStreamOptions& options)
      : world(of),
        stream(of, options),
        chunk_units(of.params().chunk_side * static_cast<std::int64_t>(of.params().step * craton::units_per_metre)) {}
  craton::VoxelWorld world;
  craton::VoxelStream stream;
  std::int64_t chunk_units;
  Waiting<craton::VoxelEvent> waiting;
};

namespace {

craton_stream_options default_stream() {
  craton_stream_options options{};
  options.detail = craton::StreamOptions{}.detail;
  options.apron = static_cast<std::uint32_t>(craton::VoxelStreamOptions{}.apron);
  return options;
}

craton_camera default_camera() {
  const craton::StreamCamera usual;
  craton_camera camera{};
  camera.radius = static_cast<std::uint32_t>(craton::VoxelCamera{}.radius);
  camera.distance = usual.distance;
  camera.field_of_view = usual.field_of_view;
  return camera;
}

craton_status refuse(craton_error* error, const char* path, double found, const char* allowed) {
  return fail(error, CRATON_INVALID, path, "found " + std::to_string(found) + ", allowed " + allowed);
}

craton_status read_camera(const craton_camera* given, craton_camera& pose, craton_error* error) {
  if (given == nullptr) return null(error, "pose");
  CRATON_C_TRY(read_sized(given, pose, "pose", error));
  constexpr std::int64_t farthest = std::int64_t{1} << 62;  // 2^52 m, where worlds end
  for (const std::int64_t each : pose.place)
    if (each < -farthest || each > farthest) return refuse(error, "pose.place", static_cast<double>(each), "-2^62 … 2^62 units");
  if (pose.radius > 64) return refuse(error, "pose.radius", pose.radius, "0 … 64 chunks");
  if (!(pose.altitude >= 0 && pose.altitude <= 1e9)) return refuse(error, "pose.altitude", pose.altitude, "0 … 1e9 m");
  if (!(pose.distance >= 0 && pose.distance <= 1e9)) return refuse(error, "pose.distance", pose.distance, "0 … 1e9 m");
  for (const double each : pose.look)
    if (!std::isfinite(each)) return refuse(error, "pose.look", each, "finite numbers");
  if (!(pose.field_of_view > 0 && pose.field_of_view <= 360))
    return refuse(error, "pose.field_of_view", pose.field_of_view, "up to 360 degrees");
  return CRATON_OK;
}

craton_status read_stream(const craton_stream_options* given, craton_stream_options& options, craton_error* error) {
  CRATON_C_TRY(read_sized(given, options, "options", error));
  if (!(options.detail >= 1 && options.detail <= 16)) return refuse(error, "options.detail", options.detail, "1 … 16");
  if (options.apron > 2) return refuse(error, "options.apron", options.apron, "0 … 2");
  if (options.threads > 1024) return refuse(error, "options.threads", options.threads, "0 … 1024");
  return CRATON_OK;
}

template <class Kind>
std::uint32_t kind_of(Kind kind) {
  return kind == Kind::ready ? CRATON_STREAM_READY : kind == Kind::gone ? CRATON_STREAM_GONE : CRATON_STREAM_FAILED;
}

template <class State>
craton_stream_state state_of(const State& state) {
  craton_stream_state filled{};
  filled.bytes = state.bytes;
  filled.kept = state.kept;
  filled.wanted = state.wanted;
  filled.ready = state.ready;
  filled.left_out = state.left_out;
  filled.made = state.made;
  filled.found = state.found;
  return filled;
}

template <class Stream>
craton_status wait_for(Stream* stream, std::uint32_t milliseconds, std::int32_t* done, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(stream)) return no_handle(error, "stream");
    if (done == nullptr) return null(error, "done");
    *done = stream->stream.wait(std::chrono::milliseconds(milliseconds)) ? 1 : 0;
    return CRATON_OK;
  });
}

template <class Stream>
craton_status tell_state(const Stream* stream, craton_stream_state* state, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(stream)) return no_handle(error, "stream");
    return write_sized(state_of(stream->stream.state()), state, "state", error);
  });
}

template <class Stream>
craton_status remove_from(Stream* stream, std::uint32_t camera, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(stream)) return no_handle(error, "stream");
    stream->stream.remove_camera(camera);
    return CRATON_OK;
  });
}

}  // namespace

void craton_stream_options_init(craton_stream_options* options, size_t struct_size) {
  init_sized(options, struct_size, default_stream());
}
void craton_camera_init(craton_camera* camera, size_t struct_size) { init_sized(camera, struct_size, default_camera()); }
void craton_stream_state_init(craton_stream_state* state, size_t struct_size) { init_sized(state, struct_size, {}); }

// ---- terrain

craton_status craton_terrain_stream_create(const craton_terrain* terrain, const craton_stream_options* options,
                                           craton_terrain_stream** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(terrain)) return no_handle(error, "terrain");
    if (made == nullptr) return null(error, "made");
    craton_stream_options how = default_stream();
    CRATON_C_TRY(read_stream(options, how, error));
    craton::StreamOptions stream{.threads = how.threads, .detail = how.detail};
    if (how.bytes != 0) stream.tile_bytes = how.bytes;
    give(std::make_unique<craton_terrain_stream>(terrain->terrain, stream), made);
    return CRATON_OK;
  });
}

void craton_terrain_stream_destroy(craton_terrain_stream* stream) { destroy(stream); }

craton_status craton_terrain_stream_set_camera(craton_terrain_stream* stream, uint32_t camera, const craton_camera* pose,
                                               craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(stream)) return no_handle(error, "stream");
    craton_camera where = default_camera();
    CRATON_C_TRY(read_camera(pose, where, error));
    stream->stream.set_camera(camera, {.place = {where.place[0], where.place[1]},
                                       .altitude = where.altitude,
                                       .distance = where.distance,
                                       .look_x = where.look[0],
                                       .look_y = where.look[1],
                                       .field_of_view = where.field_of_view});
    return CRATON_OK;
  });
}

craton_status craton_terrain_stream_remove_camera(craton_terrain_stream* stream, uint32_t camera, craton_error* error) {
  return remove_from(stream, camera, error);
}

craton_status craton_terrain_stream_poll(craton_terrain_stream* stream, craton_terrain_event* events, size_t capacity,
                                         size_t* count, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(stream)) return no_handle(error, "stream");
    if (count == nullptr) return null(error, "count");
    if (events == nullptr && capacity > 0) return null(error, "events");
    *count = stream->waiting.take(stream->stream, capacity, [&](const craton::StreamEvent& event, std::size_t i) {
      craton_tile* tile = nullptr;
      if (event.tile) give(std::make_unique<craton_tile>(craton_tile{.tile = event.tile}), &tile);
      const bool failed = event.kind == craton::StreamEvent::Kind::failed;
      events[i] = {
          kind_of(event.kind), event.id.level, event.id.x, event.id.y, tile, failed ? fail(nullptr, event.error) : CRATON_OK, 0};
    });
    return CRATON_OK;
  });
}

craton_status craton_terrain_stream_wait(craton_terrain_stream* stream, uint32_t milliseconds, int32_t* done,
                                         craton_error* error) {
  return wait_for(stream, milliseconds, done, error);
}

craton_status craton_terrain_stream_morph_range(const craton_terrain_stream* stream, uint32_t level, double* begin, double* end,
                                                craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(stream)) return no_handle(error, "stream");
    if (begin == nullptr) return null(error, "begin");
    if (end == nullptr) return null(error, "end");
    const craton::MorphRange range = stream->stream.morph_range(level);
    *begin = range.begin;
    *end = range.end;
    return CRATON_OK;
  });
}

craton_status craton_terrain_stream_get_state(const craton_terrain_stream* stream, craton_stream_state* state,
                                              craton_error* error) {
  return tell_state(stream, state, error);
}

// ---- voxels

craton_status craton_voxel_stream_create(const craton_voxels* voxels, const craton_stream_options* options,
                                         craton_voxel_stream** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(voxels)) return no_handle(error, "voxels");
    if (made == nullptr) return null(error, "made");
    craton_stream_options how = default_stream();
    CRATON_C_TRY(read_stream(options, how, error));
    craton::VoxelStreamOptions stream{.threads = how.threads, .apron = static_cast<int>(how.apron)};
    if (how.bytes != 0) stream.bytes = how.bytes;
    give(std::make_unique<craton_voxel_stream>(voxels->world, stream), made);
    return CRATON_OK;
  });
}

void craton_voxel_stream_destroy(craton_voxel_stream* stream) { destroy(stream); }

craton_status craton_voxel_stream_set_camera(craton_voxel_stream* stream, uint32_t camera, const craton_camera* pose,
                                             craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(stream)) return no_handle(error, "stream");
    craton_camera where = default_camera();
    CRATON_C_TRY(read_camera(pose, where, error));
    const craton::ChunkPlace place{craton::floor_div(where.place[0], stream->chunk_units),
                                   craton::floor_div(where.place[1], stream->chunk_units)};
    stream->stream.set_camera(camera, {.place = place, .radius = static_cast<int>(where.radius)});
    return CRATON_OK;
  });
}

craton_status craton_voxel_stream_remove_camera(craton_voxel_stream* stream, uint32_t camera, craton_error* error) {
  return remove_from(stream, camera, error);
}

craton_status craton_voxel_stream_poll(craton_voxel_stream* stream, craton_voxel_event* events, size_t capacity, size_t* count,
                                       craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(stream)) return no_handle(error, "stream");
    if (count == nullptr) return null(error, "count");
    if (events == nullptr && capacity > 0) return null(error, "events");
    *count = stream->waiting.take(stream->stream, capacity, [&](const craton::VoxelEvent& event, std::size_t i) {
      craton_chunk* chunk = nullptr;
      if (event.chunk) give(std::make_unique<craton_chunk>(craton_chunk{.world = stream->world, .chunk = event.chunk}), &chunk);
      const bool failed = event.kind == craton::VoxelEvent::Kind::failed;
      events[i] = {kind_of(event.kind), failed ? fail(nullptr, event.error) : CRATON_OK, event.place.x, event.place.y, chunk};
    });
    return CRATON_OK;
  });
}

craton_status craton_voxel_stream_wait(craton_voxel_stream* stream, uint32_t milliseconds, int32_t* done, craton_error* error) {
  return wait_for(stream, milliseconds, done, error);
}

craton_status craton_voxel_stream_get_state(const craton_voxel_stream* stream, craton_stream_state* state, craton_error* error) {
  return tell_state(stream, state, error);
}
