#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <list>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include <craton/base/assets.h>

namespace craton::server {

/// What runs of recipes gave, for those of nearly the same recipe: what was used last, up to a number of bytes. Any thread.
class SharedBlobs final : public BlobStore {
 public:
  explicit SharedBlobs(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  bool has(const BlobKey& key) const override {
    const std::lock_guard lock(mutex_);
    return places_.contains(key);
  }
  bool get(const BlobKey& key, std::span<std::byte> out) override {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end() || found->second->bytes.size() != out.size()) return false;
    blobs_.splice(blobs_.begin(), blobs_, found->second);
    std::copy(found->second->bytes.begin(), found->second->bytes.end(), out.begin());
    return true;
  }
  void put(const BlobKey& key, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    if (bytes.size() > most_bytes_ || places_.contains(key)) return;
    blobs_.push_front({key, {bytes.begin(), bytes.end()}});
    places_.emplace(key, blobs_.begin());
    bytes_ += bytes.size();
    while (bytes_ > most_bytes_) {
      bytes_ -= blobs_.back().bytes.size();
      places_.erase(blobs_.back().key);
      blobs_.pop_back();
    }
  }

 private:
  struct Blob {
    BlobKey key;
    std::vector<std::byte> bytes;
  };
  struct Hash {
    std::size_t operator()(const BlobKey& key) const { return static_cast<std::size_t>(key.low ^ key.high); }
  };

  mutable std::mutex mutex_;
  std::list<Blob> blobs_;  // used last first
  std::unordered_map<BlobKey, std::list<Blob>::iterator, Hash> places_;
  std::uint64_t bytes_ = 0, most_bytes_ = 0;
};

}  // namespace craton::server
