#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <thread>

namespace craton::files {

/// Lets somebody work for a while, who writes the number of each step that was acknowledged to the pipe he is given, and kills
/// him; the last step that he told of.
inline std::int64_t work_and_die(const std::function<void(int told)>& work_for_ever, std::chrono::microseconds after) {
  int pipe_ends[2] = {-1, -1};
  EXPECT_EQ(::pipe(pipe_ends), 0);
  const pid_t child = ::fork();
  EXPECT_GE(child, 0);
  if (child == 0) work_for_ever(pipe_ends[1]);
  ::close(pipe_ends[1]);
  // However slow the machine is, something was acknowledged before the kill.
  std::int64_t acknowledged = 0;
  EXPECT_EQ(::read(pipe_ends[0], &acknowledged, sizeof acknowledged), ssize_t{sizeof acknowledged});
  std::this_thread::sleep_for(after);
  ::kill(child, SIGKILL);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status)) << "ended by itself: " << WEXITSTATUS(status);
  for (std::int64_t number = 0; ::read(pipe_ends[0], &number, sizeof number) == sizeof number;) acknowledged = number;
  ::close(pipe_ends[0]);
  return acknowledged;
}

}  // namespace craton::files
