#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "arguments.h"

namespace craton::cli {

/// Raised by Ctrl-C and by a request to end; long calls watch it. A second Ctrl-C ends the process at once.
const CancelToken& cancel_token();
void watch_signals();
int signal_exit_code();  ///< 130 after Ctrl-C, 143 after SIGTERM

/// --threads and --isa, as every command that computes offers them.
struct MachineOptions {
  std::string threads;  // empty: all
  std::string isa = "best";

  void add_to(Arguments& args);
  Result<unsigned> thread_count() const;  ///< 0: all
  Result<void> force_isa() const;
  /// After the work: an error where kernels ran on anything but the asked-for instruction set.
  Result<void> confirm_isa() const;
};

/// A line on a terminal's stderr, drawn once work takes longer than half a second and wiped at the end.
class TerminalProgress : public Progress {
 public:
  explicit TerminalProgress(std::string what);
  ~TerminalProgress() override;
  void report(double share_done) override;
  void wipe();                                                  ///< before other lines are printed
  void set_what(std::string what) { what_ = std::move(what); }  ///< between two parts of the work

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool terminal_ = false;
  bool drawn_ = false;
  Clock::time_point start_, last_;
};

/// An error where `bytes` more are more than this machine (or the container it is) can give now; it names `path` and gives
/// `advice`. What is asked for is what the process is planned to hold at most (planned_memory).
Result<void> check_memory(std::uint64_t bytes, std::string_view path = "--size",
                          std::string_view advice = "make it in parts with --at");
/// The most memory that this process has held so far; 0 where the system does not tell.
std::uint64_t peak_memory();
std::uint64_t memory_now();
/// The most that this process was to hold, as it was planned before the work.
std::uint64_t planned_memory();
/// Writes both to the file that CRATON_TELL_MEMORY names, where it names one: "planned N", "peak N" (bench/memory).
void tell_memory();

/// One line on stderr, as every failure is told.
void print_error(std::string message);

}  // namespace craton::cli
