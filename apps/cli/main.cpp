#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
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

// Help that fits a terminal: long sentences are broken beside their option.
class Formatter : public CLI::Formatter {
 public:
  Formatter() { column_width(28); }
  std::string make_option_desc(const CLI::Option* option) const override { return wrapped(option->get_description(), 82); }
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = option->get_type_name().empty() ? "" : " " + option->get_type_name();
    if (!option->get_default_str().empty()) text += " (" + option->get_default_str() + ")";
    return text;
  }
  std::string make_footer(const CLI::App* app) const override {
    const std::string footer = app->get_footer();
    return footer.empty() ? "" : "\n" + footer + "\n";
  }
};

int fail(std::string message) {
  print_error(std::move(message));
  return exit_bad_input;
}

std::string version_text() {
  const auto compiled = compiled_targets(), available = available_targets();
  return fmt::format("craton {}\ncompiled   {}\navailable  {}\nchosen     {}", CRATON_VERSION, joined(compiled),
                     joined(available), chosen_target());
}

// CLI11 tells that something was left over; we tell what was probably meant.
std::string unknown_argument(const CLI::App& app) {
  const CLI::App* used = &app;
  for (const CLI::App* sub : app.get_subcommands()) used = sub;
  std::vector<std::string> left = used->remaining(true);
  if (left.empty()) left = app.remaining(true);
  if (left.empty()) return "unexpected argument";
  const std::string word = left.front().substr(0, left.front().find('='));
  std::vector<std::string> names;
  if (word.starts_with("-")) {
    for (const CLI::Option* option : used->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  } else if (used == &app) {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(sub->get_name());
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view what = word.starts_with("-") ? "unknown option"
                                : used == &app        ? "unknown command"
                                                      : "unexpected argument";
  const std::string where = used == &app ? "" : used->get_name() + ": ";
  return fmt::format("{}{} \"{}\"{}", where, what, word, suggestion(word, candidates));
}

int run_command(const Command& command) {
  watch_signals();
  const Result<void> result = command.run();
  if (!result && result.error().code == ErrorCode::cancelled) {
    fmt::print(stderr, "craton: cancelled\n");
    return signal_exit_code();
  }
  if (!result) return fail(result.error().to_string());
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) return fail("cannot write to standard output");
  return command.exit_code ? *command.exit_code : 0;
}

int run(int argc, char** argv) {
  CLI::App app("Craton makes worlds: give it a seed, and it gives back the same world everywhere, bit for bit.", "craton");
  app.formatter(std::make_shared<Formatter>());
  app.set_version_flag("--version", version_text, "Print the version and the instruction sets: compiled, available, chosen.");
  app.footer(
      "Examples:\n  craton serve                                          the studio, in a browser\n"
      "  craton map --seed 7 --style atlas -o out/map          a map of a whole world\n"
      "  craton planet --seed 7 -o out/planet                  a planet\n"
      "  craton terrain --at 5000,-2000 --seed 7 -o land.glb   a piece of an endless landscape\n"
      "  craton voxels --radius 6 --picture world.png          a piece of an endless voxel world\n"
      "  craton noise --octaves 6 -o hills.png                 a noise\n\n"
      "`craton COMMAND --help` tells the options of a command.");
  app.require_subcommand(0, 1);
  const Command commands[] = {
      add_make_command(app),    add_map_command(app),       add_planet_command(app), add_globe_command(app),
      add_terrain_command(app), add_voxels_command(app),    add_edit_command(app),   add_build_command(app),
      add_fly_command(app),     add_frames_command(app),    add_show_command(app),   add_view_command(app),
      add_info_command(app),    add_measure_command(app),   add_query_command(app),  add_diff_command(app),
      add_recipe_command(app),  add_stages_command(app),    add_schema_command(app), add_earth_test_command(app),
      add_noise_command(app),   add_tiling_command(app),    add_lab_command(app),    add_sheet_command(app),
      add_gallery_command(app), add_reference_command(app), add_bench_command(app),  add_serve_command(app)};
  for (const Command& command : commands) command.app->formatter(app.get_formatter());
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return 0;
  } catch (const CLI::CallForVersion&) {
    fmt::print("{}\n", version_text());
    return 0;
  } catch (const CLI::ExtrasError&) { return fail(unknown_argument(app)); } catch (const CLI::ParseError& error) {
    return fail(error.what());
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return run_command(command);
  return fail("no command; try `craton --help`");
}

}  // namespace
}  // namespace craton::cli

int main(int argc, char** argv) {
  try {
    return craton::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    return craton::cli::fail("not enough memory; ask for less, or in parts with --at");
  } catch (const std::exception& error) { return craton::cli::fail(error.what()); }
}
