#include "runtime.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>

#include <craton/base/printable.h>
#include <craton/base/targets.h>

#include "text.h"

namespace craton::cli {
namespace {

CancelToken token;
std::atomic<int> caught_signal{0};
constexpr std::size_t longest_message = 2000;  // bytes: whole paths have room in it
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free, "used in a signal handler");

void on_signal(int number) {
  caught_signal.store(number, std::memory_order_relaxed);
  token.cancel();
}

// First number in a file, or nothing ("max" in a cgroup without limit).
std::optional<std::uint64_t> number_in(const char* path) {
  std::ifstream in(path);
  std::uint64_t value = 0;
  if (in >> value) return value;
  return {};
}

std::uint64_t bytes_of_process(std::string_view name) {
  std::ifstream status("/proc/self/status");
  for (std::string key; status >> key;) {
    std::uint64_t kibibytes = 0;
    if (key == name && status >> kibibytes) return kibibytes * 1024;
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}
std::uint64_t planned = 0;

// What the kernel would give without swapping, within the limits of the container.
std::uint64_t available_memory() {
  std::uint64_t available = std::numeric_limits<std::uint64_t>::max();
  std::ifstream info("/proc/meminfo");
  for (std::string key; info >> key;) {
    std::uint64_t kibibytes = 0;
    if (key == "MemAvailable:" && info >> kibibytes) available = kibibytes * 1024;
    info.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  const auto limit = number_in("/sys/fs/cgroup/memory.max");
  const auto used = number_in("/sys/fs/cgroup/memory.current");
  if (limit && used) available = std::min(available, *limit > *used ? *limit - *used : 0);
  return available;
}

}  // namespace

const CancelToken& cancel_token() { return token; }

void watch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESETHAND;  // the second one ends the process
  sigemptyset(&action.sa_mask);
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    // What the caller ignores stays ignored (nohup, background jobs of scripts).
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) ::sigaction(number, &action, nullptr);
  }
}

int signal_exit_code() {
  const int number = caught_signal.load(std::memory_order_relaxed);
  return 128 + (number ? number : SIGINT);
}

void MachineOptions::add_to(Arguments& args) {
  args.option("--threads N", threads,
              "How many threads work: 1 … 1024 (default: as many as the machine has). The result is the same.");
  args.option(
      "--isa NAME", isa,
      "Instruction set: scalar, sse4, avx2, avx512 or best. The result is the same; an error where the machine lacks it.");
}

Result<unsigned> MachineOptions::thread_count() const {
  if (threads.empty()) return 0u;
  CRATON_TRY(const std::int64_t count, parse_integer(threads, "--threads"));
  if (count < 1 || count > 1024) return invalid("--threads", fmt::format("{} is out of range; allowed: 1 … 1024", count));
  return static_cast<unsigned>(count);
}

Result<void> MachineOptions::force_isa() const {
  if (Result<void> forced = force_target(isa); !forced) return Error{forced.error().code, "--isa", forced.error().message};
  return confirm_isa();
}

Result<void> MachineOptions::confirm_isa() const {
  if (isa == "best" || chosen_target() == isa) return {};
  return Error{ErrorCode::unsupported, "--isa", fmt::format("asked for {}, but {} ran", isa, chosen_target())};
}

TerminalProgress::TerminalProgress(std::string what)
    : what_(std::move(what)), terminal_(::isatty(STDERR_FILENO) != 0), start_(Clock::now()), last_(start_) {}

TerminalProgress::~TerminalProgress() { wipe(); }

void TerminalProgress::wipe() {
  if (!drawn_) return;
  drawn_ = false;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void TerminalProgress::report(double share_done) {
  if (!terminal_) return;
  const Clock::time_point now = Clock::now();
  using namespace std::chrono_literals;
  if (now - start_ < 500ms || now - last_ < 100ms) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double left = share_done > 0 ? seconds / share_done - seconds : 0;
  fmt::print(stderr, "\r\033[K{}  {:3.0f}%  {:.0f} s left", printable(what_, 60), 100 * share_done, left);
  std::fflush(stderr);
}

Result<void> check_memory(std::uint64_t bytes, std::string_view path, std::string_view advice) {
  planned = std::max(planned, memory_now() + bytes);
  // Below this nobody needs asking, and a tight container may still swap.
  if (bytes < (std::uint64_t{64} << 20)) return {};
  const std::uint64_t available = available_memory();
  if (bytes <= available) return {};
  constexpr double gibibyte = 1 << 30;
  return Error{ErrorCode::unsupported, std::string(path),
               fmt::format("needs {:.1f} GiB of memory, but {:.1f} GiB are free; {}", static_cast<double>(bytes) / gibibyte,
                           static_cast<double>(available) / gibibyte, advice)};
}

std::uint64_t peak_memory() { return bytes_of_process("VmHWM:"); }
std::uint64_t memory_now() { return bytes_of_process("VmRSS:"); }
std::uint64_t planned_memory() { return planned; }

void tell_memory() {
  const char* path = std::getenv("CRATON_TELL_MEMORY");
  if (path && *path) std::ofstream(path) << "planned " << planned_memory() << "\npeak " << peak_memory() << "\n";
}

void print_error(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  complain("craton: {}\n", printable(message, longest_message));
}

}  // namespace craton::cli
