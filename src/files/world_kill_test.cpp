// A kill at any moment leaves the old world or the new one.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "files/test_folder.h"
#include "files/test_world.h"

namespace craton {
namespace {

using namespace files;

// One thread: the child of a program with threads has only the one that forked.
[[noreturn]] void write_for_ever(const std::string& path, const World& first, const World& second) {
  while (true) {
    (void)write_world(path, first, all_terms(), {1});
    (void)write_world(path, second, all_terms(), {1});
  }
}

TEST(WorldFile, KillsLeaveTheOldWorldOrTheNewOne) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "ThreadSanitizer does not follow a fork";
#endif
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  const std::string domain = R"({"kind": "torus", "width": 600, "height": 600, "step": 100})";
  const World first = rich_world(test_recipe("map", domain, 1)), second = rich_world(test_recipe("map", domain, 2));
  ASSERT_TRUE(write_world(path, first, all_terms(), {1}));
  const int kills = std::getenv("CRATON_FULL") ? 60 : 8;
  std::size_t left_over = 0;
  for (int i = 0; i < kills; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) write_for_ever(path, first, second);
    std::this_thread::sleep_for(std::chrono::microseconds(3000 + i * 7919 % 60'000));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(WTERMSIG(status), SIGKILL);
    left_over += folder.entries() - 1;
    const Result<World> back = read_world(path, all_terms());
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_TRUE(difference(*back, first).empty() || difference(*back, second).empty());
  }
  // Each child swept what the one before it left.
  EXPECT_LE(folder.entries(), 2u);
  ASSERT_TRUE(write_world(path, second, all_terms(), {1}));
  EXPECT_EQ(folder.entries(), 1u);
  EXPECT_EQ(difference(*read_world(path, all_terms()), second), "");
  RecordProperty("left_over", static_cast<int>(left_over));
}

}  // namespace
}  // namespace craton
