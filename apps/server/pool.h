#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace craton::server {

/// How long work takes: seconds, or less.
enum class Load : std::uint8_t { light, heavy };

/// Threads that compute, with a bounded queue before them: what does not fit is refused, so that a flood costs nothing. Where
/// there are several, one at least is kept free of heavy work, so that nobody's tile waits for somebody's poster.
class Pool {
 public:
  Pool(unsigned threads, std::size_t most_waiting);
  ~Pool();  ///< what waits is dropped, what runs is waited for
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// False where the queue is full, or the pool stops.
  bool try_run(std::function<void()> task, Load load = Load::light);
  /// Drops what waits.
  void stop();
  /// After stop: waits until nothing runs any more.
  void join();
  std::size_t waiting() const;

 private:
  using Task = std::function<void()>;
  void work();
  bool heavy_may_run() const { return !heavy_.empty() && heavy_running_ < most_heavy_; }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> light_, heavy_;
  std::size_t most_waiting_ = 0;
  unsigned heavy_running_ = 0, most_heavy_ = 1;
  bool heavy_next_ = false;  ///< they take turns where both wait
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace craton::server
