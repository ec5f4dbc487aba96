// One lock guards all tables; nothing is computed under it. A thread of its own plans what cameras want, so that those who move
// cameras only leave a note, and work that nobody wants any more is stopped even where all workers are busy.
#include <craton/worlds/terrain_stream.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/no_memory.h"
#include "worlds/stream_wants.h"

namespace craton {
namespace {

using namespace terrain;

/// Of the bytes for tiles, what those in view may take: the rest is for those that wait for their successors.
constexpr double share_in_view = 0.75;

struct Job {
  CancelToken cancel;
  bool outdated = false;  ///< edits came while it was made
};

/// All that is known of a tile.
struct Slot {
  std::shared_ptr<const TerrainTile> tile;  ///< null: not made
  std::shared_ptr<Job> job;                 ///< null: nobody makes it
  bool wanted = false, failed = false;
  bool outdated = false;  ///< the tile lacks edits
  bool shown = false;     ///< wanted and ready, or not yet replaced
  bool reported = false;  ///< what the caller was last told of `shown`
  bool failure_reported = false;
  double urgency = 0;
  std::uint64_t used = 0;  ///< when it was last wanted
  Error error;

  bool missing() const { return wanted && (!tile || outdated) && !failed; }
  bool leaving() const { return shown && !wanted; }  ///< waits for those that take its place
};

}  // namespace

class TerrainStream::Impl {
 public:
  Impl(Terrain terrain, const StreamOptions& options)
      : terrain_(std::move(terrain)),
        options_(options),
        tree_(terrain_, options.detail >= 1 ? std::min(options.detail, 16.0) : 1),
        tile_bytes_(std::max<std::uint64_t>(terrain_.tile_bytes(), 1)) {
    const unsigned machine = std::max(2u, std::thread::hardware_concurrency()) - 1;
    const unsigned count = std::clamp(options.threads == 0 ? machine : options.threads, 1u, 256u);
    threads_.emplace_back([this] { plan_on(); });
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { work_on(); });
  }

  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      for (auto& [id, slot] : slots_)
        if (slot.job) slot.job->cancel.cancel();
    }
    moved_.notify_all();
    queued_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void set_camera(std::uint32_t camera, const StreamCamera& pose) {
    {
      const std::lock_guard lock(mutex_);
      cameras_[camera].pose = pose;
      ++asked_;
    }
    moved_.notify_one();
  }

  void remove_camera(std::uint32_t camera) {
    {
      const std::lock_guard lock(mutex_);
      if (cameras_.erase(camera) == 0) return;
      ++asked_;
    }
    moved_.notify_one();
  }

  void set_edits(std::shared_ptr<const TerrainEdits> edits) {
    {
      const std::lock_guard lock(mutex_);
      const TerrainEdits none({});
      const TerrainEdits* before = terrain_.edits().get();
      const std::vector<EditSquare> squares = edits ? edits->changed_since(before) : none.changed_since(before);
      terrain_ = terrain_.with_edits(std::move(edits));
      for (auto& [id, slot] : slots_)
        if (touched(id, squares)) outdate(slot);
      ++asked_;
    }
    moved_.notify_one();
  }

  std::vector<StreamEvent> poll() {
    std::vector<StreamEvent> events;
    if (options_.on_event) return events;
    const std::lock_guard lock(mutex_);
    take_events(events);
    return events;
  }

  std::vector<StreamTile> tiles(std::uint32_t camera) const {
    const std::lock_guard lock(mutex_);
    std::vector<StreamTile> result;
    const auto known = cameras_.find(camera);
    if (known == cameras_.end()) return result;
    for (const TileId& id : known->second.tiles) {
      const auto slot = slots_.find(id);
      result.push_back({id, slot == slots_.end() ? nullptr : slot->second.tile});
    }
    return result;
  }

  const TileTree& tree() const { return tree_; }

  StreamState state() const {
    const std::lock_guard lock(mutex_);
    StreamState state = state_;
    for (const auto& [id, slot] : slots_) {
      state.kept += slot.tile ? 1 : 0;
      state.wanted += slot.wanted ? 1 : 0;
      state.ready += slot.wanted && slot.tile && !slot.outdated ? 1 : 0;
    }
    return state;
  }

  bool wait(std::chrono::milliseconds at_most) const {
    std::unique_lock lock(mutex_);
    return settled_.wait_for(lock, at_most, [&] { return settled(); });
  }

 private:
  struct Camera {
    StreamCamera pose;
    std::vector<TileId> tiles;  ///< what it wants, as last planned
  };
  using Plans = std::map<std::uint32_t, std::vector<Want>>;
  using Slots = std::map<TileId, Slot>;

  // ---- all below hold the lock, unless they say otherwise

  /// Samples of a tile, its margin included, and what lies so near that it counts.
  bool touched(const TileId& id, const std::vector<EditSquare>& squares) const {
    const std::int64_t side = tree_.side(id.level), step = terrain_.step(id.level);
    const std::int64_t margin = (std::int64_t{terrain_.options().margin} + terrain_.edit_reach(id.level)) * step;
    const std::int64_t x = id.x * side, y = id.y * side;
    return std::any_of(squares.begin(), squares.end(), [&](const EditSquare& square) {
      return square.last.x >= x - margin && square.first.x <= x + side + margin && square.last.y >= y - margin &&
             square.first.y <= y + side + margin;
    });
  }

  void outdate(Slot& slot) {
    slot.failed = slot.failure_reported = false;
    slot.outdated = slot.tile != nullptr;
    if (slot.job) {
      slot.job->outdated = true;
      slot.job->cancel.cancel();
    }
    if (!slot.tile || slot.shown) return;
    state_.bytes -= slot.tile->bytes();  // nobody sees it
    slot.tile = nullptr;
    slot.outdated = false;
  }

  void plan_on() {
    std::unique_lock lock(mutex_);
    for (;;) {
      moved_.wait(lock, [&] { return stop_ || planned_ != asked_; });
      if (stop_) return;
      plan(lock);
      tell(lock);
    }
  }

  void work_on() {
    std::unique_lock lock(mutex_);
    for (;;) {
      queued_.wait(lock, [&] { return stop_ || !queue_.empty(); });
      if (stop_) return;
      make_next(lock);
      tell(lock);
    }
  }

  void tell(std::unique_lock<std::mutex>& lock) {
    deliver(lock);
    if (settled()) settled_.notify_all();
  }

  bool settled() const { return planned_ == asked_ && !delivering_ && missing_ == 0; }

  /// Asks the tree without the lock.
  void plan(std::unique_lock<std::mutex>& lock) {
    const std::uint64_t asked = asked_;
    std::vector<std::pair<std::uint32_t, StreamCamera>> poses;
    for (const auto& [id, camera] : cameras_) poses.emplace_back(id, camera.pose);
    lock.unlock();
    Plans plans;
    for (const auto& [id, pose] : poses) plans[id] = tree_.wants(pose);
    const std::vector<Want> wants = together(plans);
    lock.lock();
    planned_ = asked;
    for (auto& [id, camera] : cameras_)
      if (const auto known = plans.find(id); known != plans.end()) {
        camera.tiles.clear();
        for (const Want& want : known->second) camera.tiles.push_back(want.id);
      }
    apply(wants);
    queued_.notify_all();
  }

  /// Of all cameras, the most urgent first; one that several want is as urgent as for the nearest. Needs no lock.
  static std::vector<Want> together(const Plans& plans) {
    std::map<TileId, double> urgencies;
    for (const auto& [camera, wants] : plans)
      for (const Want& want : wants) {
        const auto [place, added] = urgencies.emplace(want.id, want.urgency);
        if (!added) place->second = std::min(place->second, want.urgency);
      }
    std::vector<Want> all;
    for (const auto& [id, urgency] : urgencies) all.push_back({id, urgency});
    std::sort(all.begin(), all.end(),
              [](const Want& a, const Want& b) { return a.urgency < b.urgency || (a.urgency == b.urgency && a.id < b.id); });
    return all;
  }

  void apply(std::vector<Want> wants) {
    const std::uint64_t tiles = options_.tile_bytes / tile_bytes_;
    const auto room = static_cast<std::size_t>(share_in_view * static_cast<double>(tiles));
    state_.left_out = wants.size() > room ? wants.size() - room : 0;
    wants.resize(wants.size() - static_cast<std::size_t>(state_.left_out));
    for (auto& [id, slot] : slots_) slot.wanted = false;
    queue_.clear();
    ++now_;
    for (const Want& want : wants) {
      Slot& slot = slots_[want.id];
      slot.wanted = true;
      slot.urgency = want.urgency;
      slot.used = now_;
      if (slot.tile && !slot.shown) ++state_.found;
      if (slot.tile) slot.shown = true;
      if (slot.missing() && !slot.job) queue_.push_back(want.id);
    }
    std::reverse(queue_.begin(), queue_.end());
    missing_ = leaving_ = 0;
    for (auto& [id, slot] : slots_) {
      if (!slot.wanted && slot.job) slot.job->cancel.cancel();
      missing_ += slot.missing() ? 1 : 0;
      leaving_ += slot.leaving() ? 1 : 0;
    }
    retire();
    forget();
    std::erase_if(slots_, [](const auto& each) {
      const Slot& slot = each.second;
      return !slot.tile && !slot.job && !slot.wanted && !slot.reported;
    });
  }

  /// Computes without the lock.
  void make_next(std::unique_lock<std::mutex>& lock) {
    const TileId id = queue_.back();
    queue_.pop_back();
    const auto job = std::make_shared<Job>();
    slots_[id].job = job;
    const Terrain terrain = terrain_;
    lock.unlock();
    Result<TerrainTile> made = or_no_memory([&] { return terrain.tile(id, {.threads = 1, .cancel = &job->cancel}); });
    lock.lock();
    Slot& slot = slots_[id];  // those with a job are never forgotten
    slot.job = nullptr;
    const bool stopped = job->outdated || (!made && made.error().code == ErrorCode::cancelled);
    if (slot.wanted && !stopped) --missing_;
    if (made && !stopped) {
      keep(slot, *std::move(made));
    } else if (stopped) {
      ++state_.stopped;
      if (slot.wanted) enqueue(id, slot);  // wanted again before it had stopped
    } else {
      slot.failed = true;
      slot.error = made.error();
    }
    retire();
    forget();
  }

  void keep(Slot& slot, TerrainTile tile) {
    if (slot.tile) {  // one that lacked edits
      state_.bytes -= slot.tile->bytes();
      leaving_ -= slot.leaving() ? 1 : 0;
      if (slot.wanted) slot.reported = false;  // to be told of again
    }
    slot.outdated = false;
    slot.tile = std::make_shared<const TerrainTile>(std::move(tile));
    slot.shown = slot.wanted;
    state_.bytes += slot.tile->bytes();
    ++state_.made;
  }

  void enqueue(const TileId& id, const Slot& slot) {
    const auto later = [&](const TileId& other, double urgency) { return slots_.at(other).urgency > urgency; };
    queue_.insert(std::lower_bound(queue_.begin(), queue_.end(), slot.urgency, later), id);
    queued_.notify_one();
  }

  /// Tiles that are no longer wanted are shown until all that cameras want of their ground is there.
  void retire() {
    if (leaving_ == 0) return;
    std::vector<TileId> missing;
    for (const auto& [id, slot] : slots_)
      if (slot.missing()) missing.push_back(id);
    for (auto& [id, slot] : slots_) {
      if (!slot.leaving()) continue;
      const TileId& old = id;
      slot.shown = std::any_of(missing.begin(), missing.end(), [&](const TileId& next) { return overlap(old, next); });
      leaving_ -= slot.shown ? 0 : 1;
    }
  }

  /// Back to the bytes allowed: first what nobody sees, longest unused first; then what waits for its successors.
  void forget() {
    while (state_.bytes > options_.tile_bytes) {
      const auto goes_first = [](const Slot& a, const Slot& b) {
        return a.shown != b.shown ? b.shown : a.used != b.used ? a.used < b.used : a.urgency > b.urgency;
      };
      auto least = slots_.end();
      for (auto each = slots_.begin(); each != slots_.end(); ++each)
        if (each->second.tile && !each->second.wanted && (least == slots_.end() || goes_first(each->second, least->second)))
          least = each;
      if (least == slots_.end()) break;
      state_.bytes -= least->second.tile->bytes();
      least->second.tile = nullptr;
      least->second.outdated = false;
      leaving_ -= least->second.shown ? 1 : 0;
      least->second.shown = false;
    }
  }

  /// What the caller does not know yet; what is ready first, so that nothing is taken away before its successors are there.
  void take_events(std::vector<StreamEvent>& events) {
    for (auto& [id, slot] : slots_) {
      if (!slot.reported && slot.shown) {
        slot.reported = true;
        events.push_back({.kind = StreamEvent::Kind::ready, .id = id, .tile = slot.tile});
      }
      if (slot.failed && !slot.failure_reported) {
        slot.failure_reported = true;
        events.push_back({.kind = StreamEvent::Kind::failed, .id = id, .error = slot.error});
      }
    }
    for (auto& [id, slot] : slots_)
      if (slot.reported && !slot.shown) {
        slot.reported = false;
        events.push_back({.kind = StreamEvent::Kind::gone, .id = id});
      }
  }

  /// Tells the caller's function without the lock; only one worker does.
  void deliver(std::unique_lock<std::mutex>& lock) {
    if (!options_.on_event || delivering_) return;
    delivering_ = true;
    for (std::vector<StreamEvent> events; take_events(events), !events.empty(); events.clear()) {
      lock.unlock();
      for (const StreamEvent& event : events) options_.on_event(event);
      lock.lock();
    }
    delivering_ = false;
  }

  Terrain terrain_;
  const StreamOptions options_;
  const TileTree tree_;
  const std::uint64_t tile_bytes_;

  mutable std::mutex mutex_;
  std::condition_variable moved_, queued_;
  mutable std::condition_variable settled_;
  std::map<std::uint32_t, Camera> cameras_;
  Slots slots_;
  std::vector<TileId> queue_;  ///< what is to be made, the most urgent last
  StreamState state_;
  std::uint64_t asked_ = 0, planned_ = 0, now_ = 0;
  std::uint64_t missing_ = 0, leaving_ = 0;  ///< how many slots are so
  bool delivering_ = false, stop_ = false;
  std::vector<std::thread> threads_;  // the last, for they use all above
};

TerrainStream::TerrainStream(Terrain terrain, const StreamOptions& options)
    : impl_(std::make_unique<Impl>(std::move(terrain), options)) {}
TerrainStream::~TerrainStream() = default;

void TerrainStream::set_camera(std::uint32_t camera, const StreamCamera& pose) { impl_->set_camera(camera, pose); }
void TerrainStream::remove_camera(std::uint32_t camera) { impl_->remove_camera(camera); }
void TerrainStream::set_edits(std::shared_ptr<const TerrainEdits> edits) { impl_->set_edits(std::move(edits)); }
std::vector<StreamEvent> TerrainStream::poll() { return impl_->poll(); }
std::vector<StreamTile> TerrainStream::tiles(std::uint32_t camera) const { return impl_->tiles(camera); }
MorphRange TerrainStream::morph_range(std::uint32_t level) const { return impl_->tree().morph_range(level); }
StreamState TerrainStream::state() const { return impl_->state(); }
bool TerrainStream::wait(std::chrono::milliseconds at_most) const { return impl_->wait(at_most); }

}  // namespace craton
