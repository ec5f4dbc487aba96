#include "desk.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <thread>

#include "budget.h"
#include "shared_store.h"

namespace craton::server {
namespace {

std::shared_ptr<const std::string> text(std::string value) { return std::make_shared<const std::string>(std::move(value)); }

TEST(ServerByteCache, KeepsWhatWasUsedLast) {
  ByteCache<std::string> cache(4 * 1130);  // each entry: 1000 bytes, its key twice and 128
  for (const char* key : {"a", "b", "c", "d"}) cache.put(key, text(key), 1000);
  EXPECT_EQ(cache.count(), 4u);
  EXPECT_TRUE(cache.get("a"));
  cache.put("e", text("e"), 1000);
  EXPECT_TRUE(cache.get("a"));
  EXPECT_FALSE(cache.get("b"));
  EXPECT_TRUE(cache.get("e"));
  EXPECT_LE(cache.bytes(), 4u * 1130);
  cache.put("huge", text("x"), 2000);  // more than a fourth
  EXPECT_FALSE(cache.get("huge"));
  EXPECT_TRUE(cache.get("a"));
  cache.put("a", text("new"), 10);
  EXPECT_EQ(*cache.get("a"), "new");
  cache.forget_all("");
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(ServerSharedStore, MakesOnce) {
  SharedStore<std::string> store(1 << 20);
  std::atomic<int> made{0};
  std::latch all(8);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      all.arrive_and_wait();
      const auto value = store.get("k", [&]() -> Result<SharedStore<std::string>::Made> {
        ++made;
        return SharedStore<std::string>::Made{text("v"), 1};
      });
      EXPECT_EQ(**value, "v");
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  const auto failing = [&]() -> Result<SharedStore<std::string>::Made> { return Error{ErrorCode::io, "p", "m"}; };
  EXPECT_FALSE(store.get("other", failing));
  EXPECT_TRUE(store.get("k", failing));
}

TEST(ServerPool, HeavyWorkLeavesAThreadFree) {
  std::latch go_on(1);
  std::atomic<int> heavy{0};
  std::promise<int> light;
  Pool pool(3, 16);
  for (int i = 0; i < 6; ++i)
    ASSERT_TRUE(pool.try_run(
        [&] {
          go_on.wait();
          ++heavy;
        },
        Load::heavy));
  ASSERT_TRUE(pool.try_run([&] { light.set_value(heavy.load()); }));
  std::future<int> done = light.get_future();
  const bool passed = done.wait_for(std::chrono::seconds(60)) == std::future_status::ready;
  go_on.count_down();
  ASSERT_TRUE(passed);
  EXPECT_EQ(done.get(), 0);
  while (heavy < 6) std::this_thread::yield();
}

TEST(ServerBudget, LeavesAPartForOthers) {
  Budget budget(100);
  EXPECT_TRUE(budget.take("a", 75));
  EXPECT_FALSE(budget.take("a", 1)) << "a fourth is for others";
  EXPECT_FALSE(budget.take("b", 26));
  EXPECT_TRUE(budget.take("b", 25));
  EXPECT_FALSE(budget.take("c", 1));
  budget.give("a", 75);
  EXPECT_FALSE(budget.take("b", ~std::uint64_t{0})) << "nothing wraps around";
  EXPECT_TRUE(budget.take("b", 50));
  {
    Share share(budget, "c");
    EXPECT_TRUE(share.grow_to(10) && share.grow_to(25));
    EXPECT_FALSE(share.grow_to(26));
  }
  EXPECT_TRUE(budget.take("d", 25)) << "a share is given back";

  AnswerBudget answers(100);
  const auto small = text(std::string(40, 'x')), other = text(std::string(40, 'y')), third = text(std::string(30, 'z'));
  EXPECT_TRUE(answers.take("a", small) && answers.take("a", small) && answers.take("b", small)) << "counts once";
  EXPECT_FALSE(answers.take("a", other)) << "80 of 75 that one may have";
  EXPECT_TRUE(answers.take("c", other));
  EXPECT_FALSE(answers.take("d", third)) << "110 of 100";
  answers.give("a", small);
  answers.give("a", small);
  EXPECT_FALSE(answers.take("d", third)) << "b still reads it";
  answers.give("b", small);
  EXPECT_TRUE(answers.take("d", third));
}

TEST(ServerDesk, ComputesTheSameOnce) {
  Desk* desk = nullptr;
  std::unique_ptr<Desk> owner;
  auto pool = std::make_unique<Pool>(2, 16);
  owner = std::make_unique<Desk>(*pool, 1 << 20);
  desk = owner.get();
  std::promise<void> go;
  const std::shared_future<void> gone = go.get_future().share();
  std::atomic<int> runs{0}, answers{0};
  std::latch done(5);
  for (int i = 0; i < 5; ++i) {
    const Desk::Ticket ticket = desk->ask(
        "key",
        [&](const CancelToken&) {
          ++runs;
          gone.wait();
          Response response = json_response("{}");
          response.keep = Keep::forever;
          return response;
        },
        [&](const Desk::Answer& answer) {
          answers += answer->status == 200;
          done.count_down();
        });
    EXPECT_TRUE(ticket.flight);
  }
  go.set_value();
  done.wait();
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(answers, 5);
  EXPECT_TRUE(desk->kept("key"));
  EXPECT_EQ(desk->counts().shared, 4u);
  pool.reset();
}

TEST(ServerDesk, CancelsWhatNobodyWaitsFor) {
  auto pool = std::make_unique<Pool>(1, 4);
  Desk desk(*pool, 1 << 20);
  std::promise<void> began, ended;
  std::atomic<bool> cancelled{false};
  const auto wait_for_cancel = [&](const CancelToken& cancel) {
    began.set_value();
    while (!cancel.cancelled()) std::this_thread::yield();
    cancelled = true;
    ended.set_value();
    return json_response("{}");
  };
  const Desk::Ticket first = desk.ask("key", wait_for_cancel, [](const Desk::Answer&) { ADD_FAILURE() << "nobody waits"; });
  const Desk::Ticket second = desk.ask("key", wait_for_cancel, [](const Desk::Answer&) { ADD_FAILURE() << "nobody waits"; });
  began.get_future().wait();
  desk.leave(first);
  EXPECT_FALSE(cancelled);
  desk.leave(second);
  ended.get_future().wait();
  EXPECT_TRUE(cancelled);
  EXPECT_EQ(desk.counts().cancelled, 1u);
  pool.reset();
}

TEST(ServerDesk, RefusesWhatDoesNotFit) {
  auto pool = std::make_unique<Pool>(1, 1);
  Desk desk(*pool, 1 << 20);
  std::promise<void> began, go;
  const std::shared_future<void> gone = go.get_future().share();
  const auto wait = [&](const CancelToken&) {
    gone.wait();
    return json_response("{}");
  };
  std::latch done(2);
  const auto count = [&](const Desk::Answer&) { done.count_down(); };
  EXPECT_TRUE(desk.ask(
                      "running",
                      [&](const CancelToken& cancel) {
                        began.set_value();
                        return wait(cancel);
                      },
                      count)
                  .flight);
  began.get_future().wait();
  EXPECT_TRUE(desk.ask("waiting", wait, count).flight);
  EXPECT_FALSE(desk.ask("too much", wait, [](const Desk::Answer&) { ADD_FAILURE(); }).flight);
  EXPECT_EQ(desk.counts().refused, 1u);
  go.set_value();
  done.wait();
  pool.reset();
}

TEST(ServerDesk, LetsGoOfThoseWhoWaitAtTheEnd) {
  Pool pool(1, 8);
  Desk desk(pool, 1 << 20);
  std::promise<void> began;
  const auto connection = std::make_shared<int>(1);
  const auto done = [connection](const Desk::Answer&) {};
  const Desk::Ticket running = desk.ask(
      "running",
      [&](const CancelToken& cancel) {
        began.set_value();
        while (!cancel.cancelled()) std::this_thread::yield();
        return json_response("{}");
      },
      done);
  began.get_future().wait();
  // These are never begun. Whoever asked still holds the tickets.
  const Desk::Ticket waiting = desk.ask(
      "waiting", [](const CancelToken&) { return json_response("{}"); }, done);
  const Desk::Ticket joined = desk.ask(
      "waiting", [](const CancelToken&) { return json_response("{}"); }, done);
  ASSERT_TRUE(waiting.flight && joined.flight == waiting.flight);
  desk.cancel_all();
  pool.stop();
  pool.join();
  EXPECT_GT(connection.use_count(), 2);
  desk.forget_all();
  EXPECT_EQ(connection.use_count(), 2);  // ours, and the one in `done`
}

TEST(ServerDesk, TurnsExceptionsIntoAnswers) {
  auto pool = std::make_unique<Pool>(1, 4);
  Desk desk(*pool, 1 << 20);
  std::promise<int> status;
  desk.ask(
      "", [](const CancelToken&) -> Response { throw std::bad_alloc(); },
      [&](const Desk::Answer& answer) { status.set_value(answer->status); });
  EXPECT_EQ(status.get_future().get(), 503);
  pool.reset();
}

}  // namespace
}  // namespace craton::server
