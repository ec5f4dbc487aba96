#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include <craton/base/progress.h>

#include "byte_cache.h"
#include "message.h"
#include "pool.h"
#include "route.h"

namespace craton::server {

/// Where answers come from that must be computed. Those that are kept are given at once; those that are being computed for
/// somebody else are waited for together; else the pool gets to work. Work that nobody waits for any more is cancelled.
class Desk {
 public:
  using Answer = std::shared_ptr<const Response>;
  using Done = std::function<void(Answer)>;

  /// Somebody who waits.
  struct Ticket {
    struct Flight;
    std::shared_ptr<Flight> flight{};
    std::uint64_t number = 0;
  };

  Desk(Pool& pool, std::uint64_t cache_bytes) : pool_(pool), cache_(cache_bytes) {}

  /// An answer that is kept; null where there is none.
  Answer kept(const std::string& key) { return cache_.get(key); }
  /// Calls `done` once, from a thread of the pool, unless the ticket is given back before. An empty ticket: the queue is full,
  /// and `done` will not be called. An empty key: nothing is kept or shared.
  Ticket ask(const std::string& key, std::function<Response(const CancelToken&)> run, Done done, Load load = Load::light);
  void leave(const Ticket& ticket);
  void cancel_all();
  /// After the pool has ended: what waited in its queue is not answered any more, and lets go of those who asked.
  void forget_all();

  struct Counts {
    std::uint64_t computed = 0, kept = 0, shared = 0, cancelled = 0, refused = 0;
  };
  Counts counts() const;
  void count_kept() { kept_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t cache_bytes() const { return cache_.bytes(); }

 private:
  void run(const std::shared_ptr<Ticket::Flight>& flight);

  Pool& pool_;
  ByteCache<Response> cache_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Ticket::Flight>> flights_;
  std::vector<std::weak_ptr<Ticket::Flight>> alone_;  // those without a key, so that they can be cancelled
  std::uint64_t next_ = 1;
  std::atomic<std::uint64_t> computed_{0}, kept_{0}, shared_{0}, cancelled_{0}, refused_{0};
};

}  // namespace craton::server
