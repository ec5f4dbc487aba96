#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <craton/base/result.h>

#include "byte_cache.h"

namespace craton::server {

/// Costly things that several answers need (a world's layer, a drawn map): made once, by the first thread that asks; others wait
/// for it. They wait only for threads that run, so nothing can wait in a circle. Where the first one is cancelled, the next
/// tries.
template <class T>
class SharedStore {
 public:
  struct Made {
    std::shared_ptr<const T> value;
    std::uint64_t bytes = 0;
  };
  using Make = std::function<Result<Made>()>;

  explicit SharedStore(std::uint64_t most_bytes) : cache_(most_bytes) {}

  Result<std::shared_ptr<const T>> get(const std::string& key, const Make& make) {
    for (;;) {
      if (std::shared_ptr<const T> kept = cache_.get(key)) return kept;
      std::shared_ptr<Flight> flight;
      bool mine = false;
      {
        const std::lock_guard lock(mutex_);
        const auto [place, fresh] = flights_.try_emplace(key);
        if (fresh) place->second = std::make_shared<Flight>();
        flight = place->second;
        mine = fresh;
      }
      if (mine) return run(key, make, *flight);
      std::unique_lock lock(mutex_);
      landed_.wait(lock, [&] { return flight->over; });
      if (flight->value) return flight->value;
      if (flight->error.code != ErrorCode::cancelled) return flight->error;
    }
  }

  void forget(std::string_view prefix) { cache_.forget_all(prefix); }
  std::uint64_t bytes() const { return cache_.bytes(); }

 private:
  struct Flight {
    bool over = false;
    std::shared_ptr<const T> value;
    Error error;
  };

  Result<std::shared_ptr<const T>> run(const std::string& key, const Make& make, Flight& flight) {
    // Somebody may have landed between the look into the cache and the take-off.
    std::shared_ptr<const T> value = cache_.get(key);
    Error error;
    if (!value) {
      try {
        Result<Made> made = make();
        if (made) {
          value = made->value;
          cache_.put(key, value, made->bytes);
        } else {
          error = made.error();
        }
      } catch (const std::bad_alloc&) { error = {ErrorCode::unsupported, "", "not enough memory; ask for less"}; }
    }
    {
      const std::lock_guard lock(mutex_);
      flight.over = true;
      flight.value = value;
      flight.error = error;
      flights_.erase(key);
    }
    landed_.notify_all();
    if (!value) return error;
    return value;
  }

  ByteCache<T> cache_;
  std::mutex mutex_;
  std::condition_variable landed_;
  std::map<std::string, std::shared_ptr<Flight>> flights_;
};

}  // namespace craton::server
