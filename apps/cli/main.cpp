#include <fmt/format.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <craton/base/targets.h>

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

std::string version_text() {
  const auto compiled = compiled_targets(), available = available_targets();
  return fmt::format("craton {}\ncompiled   {}\navailable  {}\nchosen     {}", CRATON_VERSION, joined(compiled),
                     joined(available), chosen_target());
}

int run_command(const Command& command) {
  watch_signals();
  const Result<void> result = command.run();
  if (!result && result.error().code == ErrorCode::cancelled) {
    complain("craton: cancelled\n");
    return signal_exit_code();
  }
  if (!result) return fail(result.error().to_string());
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) return fail("cannot write to standard output");
  return command.exit_code ? *command.exit_code : 0;
}

constexpr char footer[] = R"(Examples:
  craton serve                                          the studio, in a browser
  craton map --seed 7 --style atlas -o out/map          a map of a whole world
  craton planet --seed 7 -o out/planet                  a planet
  craton terrain --at 5000,-2000 --seed 7 -o land.glb   a piece of an endless landscape
  craton voxels --radius 6 --picture world.png          a piece of an endless voxel world
  craton noise --octaves 6 -o hills.png                 a noise

`craton COMMAND --help` tells the options of a command.)";

int run(int argc, char** argv) {
  CommandLine line("craton", "Craton makes worlds: give it a seed, and it gives back the same world everywhere, bit for bit.",
                   footer);
  line.version(version_text, "Print the version and the instruction sets: compiled, available, chosen.");
  const Command commands[] = {
      add_make_command(line),    add_map_command(line),       add_planet_command(line), add_globe_command(line),
      add_terrain_command(line), add_voxels_command(line),    add_edit_command(line),   add_build_command(line),
      add_fly_command(line),     add_frames_command(line),    add_show_command(line),   add_view_command(line),
      add_info_command(line),    add_measure_command(line),   add_query_command(line),  add_diff_command(line),
      add_recipe_command(line),  add_stages_command(line),    add_schema_command(line), add_earth_test_command(line),
      add_noise_command(line),   add_tiling_command(line),    add_lab_command(line),    add_sheet_command(line),
      add_gallery_command(line), add_reference_command(line), add_bench_command(line),  add_serve_command(line)};
  const Result<std::string> text = line.parse(argc, argv);
  if (!text) return fail(text.error().message);
  if (!text->empty()) {
    say("{}", *text);
    return 0;
  }
  for (const Command& command : commands)
    if (command.arguments.chosen()) return run_command(command);
  return fail("no command; try `craton --help`");
}

}  // namespace
}  // namespace craton::cli

namespace {

// Written before the program begins, and without memory.
constexpr char no_memory[] = "craton: not enough memory; ask for less, or in parts with --at\n";

/// One line, and the status of every failure: also of what is thrown where nobody catches it, by another thread or before main.
[[noreturn]] void end_with_a_line() {
  const std::exception_ptr thrown = std::current_exception();
  const char* text = "craton: ended by an error\n";
  try {
    if (thrown) std::rethrow_exception(thrown);
    std::abort();  // no exception: a bug of ours, which a debugger should see
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
