#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace craton::server {

/// Threads that compute, with a bounded queue before them: what does not fit is refused, so that a flood costs nothing.
class Pool {
 public:
  Pool(unsigned threads, std::size_t most_waiting);
  ~Pool();  ///< what waits is dropped, what runs is waited for
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// False where the queue is full, or the pool stops.
  bool try_run(std::function<void()> task);
  /// Drops what waits.
  void stop();
  /// After stop: waits until nothing runs any more.
  void join();
  std::size_t waiting() const;

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::size_t most_waiting_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace craton::server
