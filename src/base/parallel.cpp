#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "base/fp_mode.h"

#if defined(CRATON_HAS_TBB)
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#elif defined(CRATON_HAS_PLAIN_THREADS)
#include <thread>
#endif

namespace craton {
namespace {

std::uint64_t block_count(std::uint64_t count, std::uint64_t block_size) {
  return count / block_size + (count % block_size != 0);
}

/// One run over all blocks: what its workers share.
class BlockRun {
 public:
  BlockRun(std::uint64_t count, std::uint64_t block_size, const Execution& execution,
           FunctionRef<void(std::uint64_t, std::uint64_t)> body)
      : count_(count), block_size_(block_size), blocks_(block_count(count, block_size)), execution_(execution), body_(body) {}

  std::uint64_t blocks() const { return blocks_; }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  /// False when the caller asked to stop; the block is then left out.
  bool run(std::uint64_t block) {
    if (execution_.cancel != nullptr && execution_.cancel->cancelled()) {
      stopped_.store(true, std::memory_order_relaxed);
      return false;
    }
    const std::uint64_t begin = block * block_size_;
    const std::uint64_t end = count_ - begin > block_size_ ? begin + block_size_ : count_;
    {
      FloatingPointMode ieee;
      body_(begin, end);
    }
    if (execution_.progress != nullptr) report(end - begin);
    return true;
  }

  void report_end() {
    if (execution_.progress != nullptr && reported_ < 1.0) execution_.progress->report(1.0);
  }

 private:
  /// At most a thousand calls, so that small blocks do not queue behind a slow listener.
  void report(std::uint64_t done_now) {
    done_.fetch_add(done_now, std::memory_order_relaxed);
    if (share_done() < next_report_.load(std::memory_order_relaxed)) return;
    std::lock_guard lock(listener_);
    const double share = share_done();
    if (share <= reported_) return;
    reported_ = share;
    next_report_.store(share + 0.001, std::memory_order_relaxed);
    execution_.progress->report(share);
  }

  double share_done() const { return static_cast<double>(done_.load(std::memory_order_relaxed)) / static_cast<double>(count_); }

  const std::uint64_t count_, block_size_, blocks_;
  const Execution& execution_;
  const FunctionRef<void(std::uint64_t, std::uint64_t)> body_;
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<double> next_report_{0.001};
  std::mutex listener_;
  double reported_ = 0.0;  // guarded by listener_
};

void run_here(BlockRun& run) {
  for (std::uint64_t block = 0; block < run.blocks(); ++block)
    if (!run.run(block)) return;
}

#if defined(CRATON_HAS_TBB)

void run_in_current_arena(BlockRun& run) {
  using Range = tbb::blocked_range<std::uint64_t>;
  tbb::task_group_context context;
  const auto run_range = [&](const Range& range) {
    for (std::uint64_t block = range.begin(); block != range.end(); ++block) {
      if (run.run(block)) continue;
      context.cancel_group_execution();
      return;
    }
  };
  tbb::parallel_for(Range(0, run.blocks()), run_range, tbb::auto_partitioner(), context);
}

void run_threaded(BlockRun& run, unsigned threads) {
  if (threads == 0) return run_in_current_arena(run);
  // TBB never starts more than this, and would say so on stderr.
  const std::size_t most_threads = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  tbb::task_arena arena(static_cast<int>(std::min<std::size_t>(threads, most_threads)));
  arena.execute([&] { run_in_current_arena(run); });
}

#elif defined(CRATON_HAS_PLAIN_THREADS)

// For ThreadSanitizer, which sees races in our code only where it sees the threads start and end.
void run_threaded(BlockRun& run, unsigned threads) {
  if (threads == 0) threads = std::max(2u, std::thread::hardware_concurrency());
  std::atomic<std::uint64_t> next{0};
  const auto work = [&] {
    for (std::uint64_t block = next++; block < run.blocks(); block = next++)
      if (!run.run(block)) return;
  };
  std::vector<std::thread> workers;
  constexpr std::uint64_t most_threads = 64;
  const std::uint64_t helpers = std::min({std::uint64_t{threads}, run.blocks(), most_threads}) - 1;
  for (std::uint64_t i = 0; i < helpers; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
}

#else

void run_threaded(BlockRun& run, unsigned) { run_here(run); }

#endif

}  // namespace

Result<void> parallel_blocks(std::uint64_t count, std::uint64_t block_size, const Execution& execution,
                             FunctionRef<void(std::uint64_t, std::uint64_t)> body) {
  if (block_size == 0) return Error{ErrorCode::invalid_value, "block_size", "found 0, allowed 1 or more"};
  BlockRun run(count, block_size, execution, body);
  if (execution.threads == 1 || run.blocks() <= 1) {
    run_here(run);
  } else {
    run_threaded(run, execution.threads);
  }
  if (run.stopped()) return Error{ErrorCode::cancelled, "", "stopped on request"};
  run.report_end();
  return {};
}

Result<double> parallel_sum(std::uint64_t count, std::uint64_t block_size, const Execution& execution,
                            FunctionRef<double(std::uint64_t, std::uint64_t)> partial) {
  if (block_size == 0) return Error{ErrorCode::invalid_value, "block_size", "found 0, allowed 1 or more"};
  std::vector<double> sums(block_count(count, block_size));
  CRATON_TRY(parallel_blocks(count, block_size, execution,
                             [&](std::uint64_t begin, std::uint64_t end) { sums[begin / block_size] = partial(begin, end); }));
  FloatingPointMode ieee;
  double total = 0.0;
  for (double sum : sums) total += sum;
  return total;
}

}  // namespace craton
