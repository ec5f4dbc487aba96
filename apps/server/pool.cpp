#include "pool.h"

#include <sys/resource.h>
#include <unistd.h>

#include <iterator>
#include <utility>

namespace craton::server {

Pool::Pool(unsigned threads, std::size_t most_waiting) : most_waiting_(most_waiting), most_heavy_(threads > 1 ? threads - 1 : 1) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Pool::~Pool() {
  stop();
  join();
}

void Pool::join() {
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

bool Pool::try_run(Task task, Load load) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || light_.size() + heavy_.size() >= most_waiting_) return false;
    (load == Load::heavy ? heavy_ : light_).push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

void Pool::stop() {
  std::deque<Task> dropped;  // destroyed without the lock: they hold whole connections
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    dropped.swap(light_);
    std::move(heavy_.begin(), heavy_.end(), std::back_inserter(dropped));
    heavy_.clear();
  }
  changed_.notify_all();
}

std::size_t Pool::waiting() const {
  const std::lock_guard lock(mutex_);
  return light_.size() + heavy_.size();
}

void Pool::work() {
  // Threads that answer come before those that compute, where there are fewer cores than both (Linux: nice values are of
  // threads).
  (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), ::getpriority(PRIO_PROCESS, 0) + 5);
  for (;;) {
    Task task;
    bool heavy = false;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || !light_.empty() || heavy_may_run(); });
      if (stopping_) return;
      heavy = heavy_may_run() && (light_.empty() || heavy_next_);
      heavy_next_ = !heavy;
      std::deque<Task>& tasks = heavy ? heavy_ : light_;
      task = std::move(tasks.front());
      tasks.pop_front();
      heavy_running_ += heavy;
    }
    task();
    task = nullptr;
    if (!heavy) continue;
    {
      const std::lock_guard lock(mutex_);
      --heavy_running_;
    }
    changed_.notify_one();
  }
}

}  // namespace craton::server
