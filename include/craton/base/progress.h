#pragma once

#include <atomic>

#include <craton/base/export.h>

namespace craton {

/// A flag that any thread may raise to stop work at the next block.
class CancelToken {
 public:
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> cancelled_{false};
};

/// Receives progress of long work. Called from worker threads, one call at a time, with a share that never falls.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void report(double share_done) = 0;
};

/// How to run a call. The result never depends on it.
struct Execution {
  unsigned threads = 0;                 ///< 0: as many as the machine has
  Progress* progress = nullptr;         ///< may be null
  const CancelToken* cancel = nullptr;  ///< may be null
};

}  // namespace craton
