#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace craton::server {

/// What was used last, up to a number of bytes. Safe from many threads.
template <class T>
class ByteCache {
 public:
  explicit ByteCache(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  std::shared_ptr<const T> get(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->value;
  }

  /// Replaces what was there. What is larger than a fourth of the whole is not kept: it would throw out everything else.
  void put(std::string key, std::shared_ptr<const T> value, std::uint64_t bytes) {
    bytes += key.size() * 2 + 128;
    const std::lock_guard lock(mutex_);
    remove(key);
    if (bytes > most_bytes_ / 4) return;
    entries_.push_front({std::move(key), std::move(value), bytes});
    places_.emplace(entries_.front().key, entries_.begin());
    bytes_ += bytes;
    while (bytes_ > most_bytes_) remove(entries_.back().key);
  }

  void forget(std::string_view key) {
    const std::lock_guard lock(mutex_);
    remove(key);
  }

  /// All keys that begin so.
  void forget_all(std::string_view prefix) {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end();) {
      const auto next = std::next(entry);
      if (std::string_view(entry->key).starts_with(prefix)) remove(entry->key);
      entry = next;
    }
  }

  std::uint64_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }
  std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const T> value;
    std::uint64_t bytes = 0;
  };

  void remove(std::string_view key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return;
    const auto entry = found->second;
    bytes_ -= entry->bytes;
    places_.erase(found);
    entries_.erase(entry);
  }

  mutable std::mutex mutex_;
  std::list<Entry> entries_;
  std::unordered_map<std::string_view, typename std::list<Entry>::iterator> places_;  // keys lie in the entries
  std::uint64_t bytes_ = 0, most_bytes_ = 0;
};

}  // namespace craton::server
