#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include <craton/base/assets.h>

namespace craton::server {

/// What a run of a recipe gave, for the next run of nearly the same: the newest of it, up to a number of bytes. One thread at a
/// time.
class MemoryBlobs final : public BlobStore {
 public:
  explicit MemoryBlobs(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  bool has(const BlobKey& key) const override { return find(key) != nullptr; }
  bool get(const BlobKey& key, std::span<std::byte> out) override {
    const Blob* blob = find(key);
    if (!blob || blob->bytes.size() != out.size()) return false;
    std::copy(blob->bytes.begin(), blob->bytes.end(), out.begin());
    return true;
  }
  void put(const BlobKey& key, std::span<const std::byte> bytes) override {
    if (bytes.size() > most_bytes_ || has(key)) return;
    blobs_.push_back({key, {bytes.begin(), bytes.end()}});
    bytes_ += bytes.size();
    while (bytes_ > most_bytes_) {
      bytes_ -= blobs_.front().bytes.size();
      blobs_.pop_front();
    }
  }

 private:
  struct Blob {
    BlobKey key;
    std::vector<std::byte> bytes;
  };
  const Blob* find(const BlobKey& key) const {
    const auto found = std::find_if(blobs_.begin(), blobs_.end(), [&](const Blob& each) { return each.key == key; });
    return found == blobs_.end() ? nullptr : &*found;
  }

  std::list<Blob> blobs_;
  std::uint64_t bytes_ = 0, most_bytes_ = 0;
};

}  // namespace craton::server
