#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "command.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr int exit_bad_input = 2;

int fail(std::string message) {
  print_error(std::move(message));
  return exit_bad_input;
}

int run_command(const Command& command) {
  watch_signals();
  // Programs and libraries are there already; hardly any command does nothing at all.
  constexpr std::uint64_t least = 2'000'000;
  (void)check_memory(least);
  const Result<void> result = command.run();
  tell_memory();
  if (!result && result.error().code == ErrorCode::cancelled) {
    complain("craton: cancelled\n");
    return signal_exit_code();
  }
  if (!result) return fail(result.error().to_string());
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) return fail("cannot write to standard output");
  return command.exit_code ? *command.exit_code : 0;
}

int run(int argc, char** argv) {
  const Result<ReadLine> read = read_command_line({argv + std::min(argc, 1), argv + argc});
  if (!read) return fail(read.error().message);
  if (!read->text.empty()) {
    say("{}", read->text);
    return 0;
  }
  return read->command.run ? run_command(read->command) : fail("no command; try `craton --help`");
}

}  // namespace
}  // namespace craton::cli

namespace {

// Written before the program begins, and without memory.
constexpr char no_memory[] = "craton: not enough memory; ask for less, or in parts with --at\n";

/// One line, and the status of every failure: also of what is thrown where nobody catches it, by another thread or before main.
[[noreturn]] void end_with_a_line() {
  // Where a function that throws nothing threw, the exception is not to be had any more.
  const char* text = errno == ENOMEM ? no_memory : "craton: ended by an error\n";
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) { text = no_memory; } catch (...) {
  }
  (void)!::write(STDERR_FILENO, text, std::strlen(text));
  ::_exit(craton::cli::exit_bad_input);
}

[[gnu::constructor(101)]] void watch_for_ends() { std::set_terminate(end_with_a_line); }

}  // namespace

int main(int argc, char** argv) {
  // A limit on the size of files is an error of the write that meets it.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return craton::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    (void)!::write(STDERR_FILENO, no_memory, sizeof no_memory - 1);
    return craton::cli::exit_bad_input;
  } catch (const std::exception& error) { return craton::cli::fail(error.what()); }
}
