#include "base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <craton/base/hash.h>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace craton {
namespace {

using Block = std::pair<std::uint64_t, std::uint64_t>;

std::set<Block> blocks_of(std::uint64_t count, std::uint64_t size, unsigned threads) {
  std::mutex guard;
  std::set<Block> seen;
  EXPECT_TRUE(parallel_blocks(count, size, {.threads = threads}, [&](std::uint64_t begin, std::uint64_t end) {
    std::lock_guard lock(guard);
    EXPECT_TRUE(seen.emplace(begin, end).second) << "a block ran twice";
  }));
  return seen;
}

int twice(int n) { return 2 * n; }

TEST(FunctionRef, CallsWhatItIsGiven) {
  const FunctionRef<int(int)> plain = twice, pointer = &twice;
  EXPECT_EQ(plain(4), 8);
  EXPECT_EQ(pointer(5), 10);
  int calls = 0;
  auto counting = [&calls](int n) mutable { return calls += n; };
  const FunctionRef<int(int)> lambda = counting;
  lambda(2);
  EXPECT_EQ(lambda(3), 5);
  const auto constant = [](int n) { return n + 1; };
  const FunctionRef<long(int)> widened = constant;
  EXPECT_EQ(widened(1), 2);
  const FunctionRef<int(int)> copy = lambda;
  copy(1);
  EXPECT_EQ(calls, 6);
}

TEST(Parallel, BlocksDoNotDependOnThreads) {
  for (std::uint64_t count : {0u, 1u, 7u, 64u, 1000u})
    for (std::uint64_t size : {1u, 7u, 64u, 5000u}) {
      const std::set<Block> serial = blocks_of(count, size, 1);
      std::uint64_t next = 0;
      for (auto [begin, end] : serial) {
        EXPECT_EQ(begin, next);
        EXPECT_EQ(begin % size, 0u);
        EXPECT_TRUE(end - begin == size || end == count);
        next = end;
      }
      EXPECT_EQ(next, count);
      for (unsigned threads : {0u, 2u, 3u, 16u}) EXPECT_EQ(blocks_of(count, size, threads), serial);
    }
}

TEST(Parallel, BordersDoNotOverflow) {
  constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(blocks_of(huge, huge - 1, 2), (std::set<Block>{{0, huge - 1}, {huge - 1, huge}}));
  EXPECT_EQ(blocks_of(huge, std::uint64_t{1} << 63, 2),
            (std::set<Block>{{0, std::uint64_t{1} << 63}, {std::uint64_t{1} << 63, huge}}));
}

TEST(Parallel, AbsurdArguments) {
  const auto nothing = [](std::uint64_t, std::uint64_t) {};
  EXPECT_FALSE(parallel_blocks(10, 0, {}, nothing));
  EXPECT_FALSE(parallel_sum(10, 0, {}, [](std::uint64_t, std::uint64_t) { return 0.0; }));
  EXPECT_EQ(blocks_of(100, 10, 1000000).size(), 10u);
}

TEST(Parallel, OneThreadIsTheCallers) {
  std::uint64_t next = 0;
  EXPECT_TRUE(
      parallel_blocks(1000, 10, {.threads = 1}, [&, caller = std::this_thread::get_id()](std::uint64_t begin, std::uint64_t end) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_EQ(begin, next);
        next = end;
      }));
}

TEST(Parallel, NoMoreThreadsThanAskedFor) {
  std::atomic<int> now{0}, most{0};
  EXPECT_TRUE(parallel_blocks(500, 1, {.threads = 2}, [&](std::uint64_t, std::uint64_t) {
    const int running = ++now;
    int seen = most.load();
    while (running > seen && !most.compare_exchange_weak(seen, running)) {}
    std::this_thread::yield();
    --now;
  }));
  EXPECT_LE(most.load(), 2);
}

TEST(Parallel, NestedLoopsFinish) {
  std::atomic<std::uint64_t> total{0};
  EXPECT_TRUE(parallel_blocks(20, 1, {}, [&](std::uint64_t, std::uint64_t) {
    EXPECT_TRUE(parallel_blocks(100, 7, {.threads = 2}, [&](std::uint64_t begin, std::uint64_t end) { total += end - begin; }));
    EXPECT_TRUE(parallel_blocks(100, 7, {}, [&](std::uint64_t begin, std::uint64_t end) { total += end - begin; }));
  }));
  EXPECT_EQ(total.load(), 4000u);
}

TEST(Parallel, CancelledBeforeTheStartRunsNothing) {
  CancelToken token;
  token.cancel();
  for (unsigned threads : {0u, 1u, 4u}) {
    std::atomic<int> runs{0};
    const Result<void> result =
        parallel_blocks(100, 1, {.threads = threads, .cancel = &token}, [&](std::uint64_t, std::uint64_t) { ++runs; });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::cancelled);
    EXPECT_EQ(runs.load(), 0);
  }
}

TEST(Parallel, CancellingStopsAtTheNextBlock) {
  for (unsigned threads : {0u, 1u, 4u}) {
    CancelToken token;
    std::atomic<std::uint64_t> runs{0};
    const Result<void> result =
        parallel_blocks(std::uint64_t{1} << 40, 1, {.threads = threads, .cancel = &token}, [&](std::uint64_t, std::uint64_t) {
          if (++runs == 10) token.cancel();
        });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::cancelled);
    EXPECT_LT(runs.load(), 2000u);
  }
}

TEST(Parallel, CancelledInTheLastBlockIsDone) {
  CancelToken token;
  EXPECT_TRUE(parallel_blocks(10, 1, {.threads = 1, .cancel = &token}, [&](std::uint64_t, std::uint64_t end) {
    if (end == 10) token.cancel();
  }));
}

struct Listener : Progress {
  void report(double share) override {
    EXPECT_FALSE(busy.exchange(true)) << "two calls at a time";
    shares.push_back(share);
    std::this_thread::yield();
    busy = false;
  }
  std::atomic<bool> busy{false};
  std::vector<double> shares;
};

TEST(Parallel, ProgressRisesToOne) {
  for (unsigned threads : {0u, 1u, 4u})
    for (std::uint64_t count : {0u, 1u, 37u, 20000u}) {
      Listener listener;
      EXPECT_TRUE(parallel_blocks(count, 3, {.threads = threads, .progress = &listener}, [](std::uint64_t, std::uint64_t) {}));
      ASSERT_FALSE(listener.shares.empty());
      EXPECT_TRUE(std::is_sorted(listener.shares.begin(), listener.shares.end()));
      EXPECT_EQ(std::count(listener.shares.begin(), listener.shares.end(), 1.0), 1);
      EXPECT_EQ(listener.shares.back(), 1.0);
      EXPECT_LE(listener.shares.size(), 1001u);
    }
}

TEST(Parallel, CancelledProgressStaysBelowOne) {
  Listener listener;
  CancelToken token;
  EXPECT_FALSE(
      parallel_blocks(100, 1, {.threads = 1, .progress = &listener, .cancel = &token}, [&](std::uint64_t begin, std::uint64_t) {
        if (begin == 50) token.cancel();
      }));
  EXPECT_EQ(listener.shares.back(), 0.51);
}

TEST(Parallel, SumHasTheSameBitsForAnyNumberOfThreads) {
  // Terms of very different sizes: another order of additions would show.
  const auto term = [](std::uint64_t i) { return (static_cast<double>(mix64(i) >> 11) - 0x1p52) * (i % 7 == 0 ? 1e9 : 1e-9); };
  const auto partial = [&](std::uint64_t begin, std::uint64_t end) {
    double sum = 0;
    for (std::uint64_t i = begin; i < end; ++i) sum += term(i);
    return sum;
  };
  const double serial = *parallel_sum(100000, 100, {.threads = 1}, partial);
  EXPECT_NE(serial, 0.0);
  for (unsigned threads : {0u, 2u, 3u, 8u})
    for (int round = 0; round < 5; ++round)
      ASSERT_EQ(std::bit_cast<std::uint64_t>(*parallel_sum(100000, 100, {.threads = threads}, partial)),
                std::bit_cast<std::uint64_t>(serial));
  EXPECT_NE(*parallel_sum(100000, 100000, {.threads = 1}, partial), serial) << "or the terms are too tame to show anything";
  EXPECT_EQ(*parallel_sum(0, 10, {}, partial), 0.0);
}

TEST(Parallel, CancelledSumIsAnError) {
  CancelToken token;
  token.cancel();
  const Result<double> sum = parallel_sum(10, 1, {.cancel = &token}, [](std::uint64_t, std::uint64_t) { return 1.0; });
  ASSERT_FALSE(sum);
  EXPECT_EQ(sum.error().code, ErrorCode::cancelled);
}

#if defined(__SSE__)
TEST(Parallel, BlocksRunInIeeeModeAndTheHostsModeReturns) {
  const unsigned host = _mm_getcsr();
  for (unsigned threads : {0u, 1u, 4u}) {
    _mm_setcsr(host | 0x8040);
    std::atomic<int> wrong{0};
    const Result<void> result = parallel_blocks(200, 1, {.threads = threads}, [&](std::uint64_t, std::uint64_t) {
      if ((_mm_getcsr() & 0xFFC0) != 0x1F80) ++wrong;
    });
    const unsigned after = _mm_getcsr();
    _mm_setcsr(host);
    EXPECT_TRUE(result);
    EXPECT_EQ(wrong.load(), 0);
    EXPECT_EQ(after & 0xFFC0, (host | 0x8040) & 0xFFC0);
  }
}
#endif

}  // namespace
}  // namespace craton
