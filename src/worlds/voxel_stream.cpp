// One lock guards all tables; chunks are made without it.
#include <craton/worlds/voxel_stream.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/no_memory.h"

namespace craton {
namespace {

constexpr int most_radius = 64;
constexpr std::int64_t farthest = std::int64_t{1} << 60;  // beyond any world, and sums do not overflow

struct PlaceOrder {
  bool operator()(const ChunkPlace& a, const ChunkPlace& b) const { return a.y != b.y ? a.y < b.y : a.x < b.x; }
};

struct Slot {
  std::shared_ptr<const VoxelChunk> chunk;
  bool wanted = false, at_work = false, stale = false, failed = false;
  bool told_ready = false, told_failed = false;
  std::int64_t distance = 0;  ///< squared, to the nearest camera
  std::uint64_t seen = 0;     ///< when a camera last wanted it
  Error error;

  bool missing() const { return wanted && !failed && (!chunk || stale); }
};

using Slots = std::map<ChunkPlace, Slot, PlaceOrder>;

}  // namespace

class VoxelStream::Impl {
 public:
  Impl(VoxelWorld world, const VoxelStreamOptions& options) : world_(std::move(world)), options_(options) {
    const unsigned machine = std::max(2U, std::thread::hardware_concurrency()) - 1;
    const unsigned count = std::clamp(options.threads == 0 ? machine : options.threads, 1U, 256U);
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }

  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    queued_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void set_camera(std::uint32_t camera, const VoxelCamera& pose) {
    const std::lock_guard lock(mutex_);
    const auto inside = [](std::int64_t place) { return std::clamp(place, -farthest, farthest); };
    const ChunkPlace place{inside(pose.place.x), inside(pose.place.y)};
    const int most = std::clamp(pose.radius, 0, most_radius);
    const int least = pose.least_radius < 0 ? most : std::min(pose.least_radius, most);
    const auto known = cameras_.find(camera);
    if (known == cameras_.end() || known->second.least != least || known->second.most != most) {
      cameras_.insert_or_assign(camera, Camera{place, least, most, FollowingRadius(least, most)});
    } else if (Camera& there = known->second; there.place != place) {
      // Who jumps says nothing about how fast he walks.
      if (std::max(std::abs(there.place.x - place.x), std::abs(there.place.y - place.y)) <= 2) there.radius.step(lacks(there));
      there.place = place;
    }
    plan();
  }

  int radius(std::uint32_t camera) const {
    const std::lock_guard lock(mutex_);
    const auto known = cameras_.find(camera);
    return known == cameras_.end() ? -1 : known->second.radius.value();
  }

  void remove_camera(std::uint32_t camera) {
    const std::lock_guard lock(mutex_);
    if (cameras_.erase(camera) > 0) plan();
  }

  void renew(ChunkPlace place) {
    const std::lock_guard lock(mutex_);
    const auto slot = slots_.find(place);
    if (slot == slots_.end()) return;
    slot->second.stale = true;
    slot->second.failed = false;
    plan();
  }

  std::shared_ptr<const VoxelChunk> chunk(ChunkPlace place) const {
    const std::lock_guard lock(mutex_);
    const auto slot = slots_.find(place);
    return slot == slots_.end() ? nullptr : slot->second.chunk;
  }

  std::vector<VoxelEvent> poll() {
    const std::lock_guard lock(mutex_);
    std::vector<VoxelEvent> events = std::move(gone_);
    gone_.clear();
    for (auto& [place, slot] : slots_) {
      if (slot.chunk && slot.wanted && !slot.told_ready) {
        slot.told_ready = true;
        events.push_back({.kind = VoxelEvent::Kind::ready, .place = place, .chunk = slot.chunk});
      }
      if (!slot.wanted && slot.told_ready) {
        slot.told_ready = false;
        events.push_back({.kind = VoxelEvent::Kind::gone, .place = place});
      }
      if (slot.failed && !slot.told_failed) {
        slot.told_failed = true;
        events.push_back({.kind = VoxelEvent::Kind::failed, .place = place, .error = slot.error});
      }
    }
    return events;
  }

  VoxelStreamState state() const {
    const std::lock_guard lock(mutex_);
    VoxelStreamState state = state_;
    for (const auto& [place, slot] : slots_) {
      state.kept += slot.chunk ? 1 : 0;
      state.wanted += slot.wanted ? 1 : 0;
      state.ready += slot.wanted && slot.chunk ? 1 : 0;
    }
    return state;
  }

  bool wait(std::chrono::milliseconds at_most) const {
    std::unique_lock lock(mutex_);
    return settled_.wait_for(lock, at_most, [&] { return settled(); });
  }

 private:
  // ---- all below hold the lock, unless they say otherwise

  bool settled() const {
    return std::none_of(slots_.begin(), slots_.end(), [](const auto& each) { return each.second.missing(); });
  }

  struct Camera {
    ChunkPlace place;
    int least, most;
    FollowingRadius radius;
  };

  /// Whether a chunk that a camera sees is not made yet.
  bool lacks(const Camera& camera) const {
    const int radius = camera.radius.value();
    for (std::int64_t y = -radius; y <= radius; ++y)
      for (std::int64_t x = -radius; x <= radius; ++x) {
        const auto slot = slots_.find({camera.place.x + x, camera.place.y + y});
        if (slot != slots_.end() && slot->second.missing()) return true;
      }
    return false;
  }

  /// What cameras want now, nearest first, as much as there is room for.
  void plan() {
    ++now_;
    std::map<ChunkPlace, std::int64_t, PlaceOrder> wants;
    for (const auto& [id, camera] : cameras_) {
      const int radius = camera.radius.value();
      for (std::int64_t y = -radius; y <= radius; ++y)
        for (std::int64_t x = -radius; x <= radius; ++x) {
          const auto [at, added] = wants.emplace(ChunkPlace{camera.place.x + x, camera.place.y + y}, x * x + y * y);
          if (!added) at->second = std::min(at->second, x * x + y * y);
        }
    }
    std::vector<std::pair<std::int64_t, ChunkPlace>> order;
    for (const auto& [place, distance] : wants) order.emplace_back(distance, place);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : PlaceOrder{}(a.second, b.second);
    });
    // A chunk's size is known when it is made: the largest so far is what room is counted in.
    const auto room = static_cast<std::size_t>(options_.bytes / largest_);
    state_.left_out = order.size() > room ? order.size() - room : 0;
    order.resize(std::min(order.size(), room));
    for (auto& [place, slot] : slots_) slot.wanted = false;
    queue_.clear();
    for (const auto& [distance, place] : order) {
      Slot& slot = slots_[place];
      if (slot.chunk && slot.seen + 1 < now_ && !slot.told_ready) ++state_.found;
      slot.wanted = true;
      slot.distance = distance;
      slot.seen = now_;
      if (slot.missing() && !slot.at_work) queue_.push_back(place);
    }
    std::reverse(queue_.begin(), queue_.end());
    forget();
    queued_.notify_all();
    if (settled()) settled_.notify_all();
  }

  /// Back to the bytes allowed, and no slots for nothing.
  /// Whether something went that cameras see.
  bool forget() {
    bool seen = false;
    while (state_.bytes > options_.bytes) {
      auto least = slots_.end();
      for (auto each = slots_.begin(); each != slots_.end(); ++each) {
        const Slot& slot = each->second;
        if (!slot.chunk || (least != slots_.end() && !goes_before(slot, least->second))) continue;
        least = each;
      }
      if (least == slots_.end()) break;
      seen |= drop(least->first, least->second);
    }
    std::erase_if(slots_, [](const auto& each) {
      const Slot& slot = each.second;
      return !slot.chunk && !slot.wanted && !slot.at_work && !slot.told_ready;
    });
    return seen;
  }
  static bool goes_before(const Slot& a, const Slot& b) {
    return a.wanted != b.wanted ? b.wanted : a.seen != b.seen ? a.seen < b.seen : a.distance > b.distance;
  }
  bool drop(ChunkPlace place, Slot& slot) {
    state_.bytes -= slot.chunk->bytes();
    slot.chunk = nullptr;
    if (slot.told_ready) gone_.push_back({.kind = VoxelEvent::Kind::gone, .place = place});
    slot.told_ready = false;
    return std::exchange(slot.wanted, false);
  }

  /// Makes chunks without the lock.
  void work() {
    VoxelContext context;
    std::unique_lock lock(mutex_);
    for (;;) {
      queued_.wait(lock, [&] { return stop_ || !queue_.empty(); });
      if (stop_) return;
      const ChunkPlace place = queue_.back();
      queue_.pop_back();
      Slot& slot = slots_[place];
      slot.at_work = true;
      slot.stale = false;
      lock.unlock();
      Result<VoxelChunk> made = or_no_memory([&] { return world_.chunk(place, context, options_.apron); });
      lock.lock();
      take(place, std::move(made));
      if (queue_.empty() && settled()) settled_.notify_all();
    }
  }

  void take(ChunkPlace place, Result<VoxelChunk> made) {
    Slot& slot = slots_[place];  // those at work are never forgotten
    slot.at_work = false;
    if (!made) {
      slot.failed = true;
      slot.told_failed = false;
      slot.error = made.error();
      return;
    }
    if (slot.chunk) state_.bytes -= slot.chunk->bytes();
    slot.chunk = std::make_shared<const VoxelChunk>(*std::move(made));
    slot.told_ready = false;
    state_.bytes += slot.chunk->bytes();
    largest_ = std::max<std::uint64_t>(largest_, slot.chunk->bytes());
    ++state_.made;
    if (slot.missing()) {  // changed again while it was made
      queue_.push_back(place);
      queued_.notify_one();
    }
    if (forget()) plan();  // there is less room than thought
  }

  const VoxelWorld world_;
  const VoxelStreamOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable queued_;
  mutable std::condition_variable settled_;
  std::map<std::uint32_t, Camera> cameras_;
  Slots slots_;
  std::vector<ChunkPlace> queue_;  ///< what is to be made, the nearest last
  std::vector<VoxelEvent> gone_;
  VoxelStreamState state_;
  std::uint64_t now_ = 0, largest_ = 1;
  bool stop_ = false;
  std::vector<std::thread> threads_;  // the last, for they use all above
};

VoxelStream::VoxelStream(VoxelWorld world, const VoxelStreamOptions& options)
    : impl_(std::make_unique<Impl>(std::move(world), options)) {}
VoxelStream::~VoxelStream() = default;

void VoxelStream::set_camera(std::uint32_t camera, const VoxelCamera& pose) { impl_->set_camera(camera, pose); }
void VoxelStream::remove_camera(std::uint32_t camera) { impl_->remove_camera(camera); }
int VoxelStream::radius(std::uint32_t camera) const { return impl_->radius(camera); }
void VoxelStream::renew(ChunkPlace place) { impl_->renew(place); }
std::shared_ptr<const VoxelChunk> VoxelStream::chunk(ChunkPlace place) const { return impl_->chunk(place); }
std::vector<VoxelEvent> VoxelStream::poll() { return impl_->poll(); }
VoxelStreamState VoxelStream::state() const { return impl_->state(); }
bool VoxelStream::wait(std::chrono::milliseconds at_most) const { return impl_->wait(at_most); }

}  // namespace craton
