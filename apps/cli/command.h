#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <craton/base/result.h>

#include "arguments.h"

namespace craton::cli {

/// One subcommand: its options, and what it does once they are read. All failures come back as an Error, which main
/// prints as one line.
struct Command {
  Arguments arguments;
  std::function<Result<void>()> run;
  std::shared_ptr<int> exit_code{};  ///< of a run that went well, where it says more than that; null: 0
};

/// A command line that was read.
struct ReadLine {
  std::unique_ptr<CommandLine> line;  ///< what the command's options belong to
  Command command{};                  ///< without `run`: none was named
  std::string text{};                 ///< help or version, to be printed in place of running a command
};
/// `words` without the name of the program.
Result<ReadLine> read_command_line(const std::vector<std::string>& words);

Command add_noise_command(CommandLine& parent);
Command add_tiling_command(CommandLine& parent);
Command add_lab_command(CommandLine& parent);
Command add_bench_command(CommandLine& parent);
Command add_gallery_command(CommandLine& parent);
Command add_reference_command(CommandLine& parent);
Command add_make_command(CommandLine& parent);
Command add_terrain_command(CommandLine& parent);
Command add_bake_command(CommandLine& parent);
Command add_edit_command(CommandLine& parent);
Command add_fly_command(CommandLine& parent);
Command add_map_command(CommandLine& parent);
Command add_planet_command(CommandLine& parent);
Command add_globe_command(CommandLine& parent);
Command add_frames_command(CommandLine& parent);
Command add_show_command(CommandLine& parent);
Command add_view_command(CommandLine& parent);
Command add_voxels_command(CommandLine& parent);
Command add_build_command(CommandLine& parent);
Command add_info_command(CommandLine& parent);
Command add_measure_command(CommandLine& parent);
Command add_earth_test_command(CommandLine& parent);
Command add_query_command(CommandLine& parent);
Command add_diff_command(CommandLine& parent);
Command add_check_command(CommandLine& parent);
Command add_recipe_command(CommandLine& parent);
Command add_stages_command(CommandLine& parent);
Command add_schema_command(CommandLine& parent);
Command add_serve_command(CommandLine& parent);

}  // namespace craton::cli
