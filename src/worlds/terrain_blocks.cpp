#include "worlds/terrain_blocks.h"

#include <chrono>
#include <new>

#include "worlds/terrain_chain.h"

namespace craton::terrain {
namespace {

/// How often somebody who waits looks whether he was told to stop.
constexpr auto patience = std::chrono::milliseconds(5);

/// Takes a block that could not be made off the list, whatever happened.
template <class Forget>
class Promise {
 public:
  explicit Promise(Forget forget) : forget_(std::move(forget)) {}
  Promise(const Promise&) = delete;
  Promise& operator=(const Promise&) = delete;
  ~Promise() {
    if (!kept_) forget_();
  }
  void keep() { kept_ = true; }

 private:
  Forget forget_;
  bool kept_ = false;
};

}  // namespace

Result<BlockCache::Block> BlockCache::get(const TileId& id, const CancelToken* cancel, Make make) {
  {
    std::unique_lock lock(mutex_);
    for (;;) {
      const auto known = entries_.find(id);
      if (known == entries_.end()) break;
      if (known->second.block) {
        uses_.splice(uses_.begin(), uses_, known->second.use);
        ++found_;
        return known->second.block;
      }
      if (cancel && cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      made_one_.wait_for(lock, patience);
    }
    entries_[id];
  }
  Promise promise([&] {
    const std::lock_guard lock(mutex_);
    entries_.erase(id);
    made_one_.notify_all();
  });
  CRATON_TRY(Surface made, make());
  auto block = std::make_shared<const Surface>(std::move(made));
  keep(id, block);
  promise.keep();
  return Block(block);
}

void BlockCache::keep(const TileId& id, Block block) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t bytes = layer_bytes(*block);
  uses_.push_front(id);
  entries_[id] = {std::move(block), bytes, uses_.begin()};
  bytes_ += bytes;
  ++made_;
  while (bytes_ > limit_ && !uses_.empty()) {
    const auto last = entries_.find(uses_.back());
    bytes_ -= last->second.bytes;
    entries_.erase(last);
    uses_.pop_back();
  }
  made_one_.notify_all();
}

TerrainBlocks BlockCache::state() const {
  const std::lock_guard lock(mutex_);
  return {.bytes = bytes_, .count = uses_.size(), .made = made_, .found = found_};
}

}  // namespace craton::terrain
