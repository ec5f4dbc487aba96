#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

#include <craton/base/result.h>

namespace craton::cli {

/// One subcommand: its options, and what it does once they are read. All failures come back as an Error, which main
/// prints as one line.
struct Command {
  CLI::App* app = nullptr;
  std::function<Result<void>()> run;
  std::shared_ptr<int> exit_code{};  ///< of a run that went well, where it says more than that; null: 0
};

Command add_noise_command(CLI::App& parent);
Command add_sheet_command(CLI::App& parent);
Command add_tiling_command(CLI::App& parent);
Command add_lab_command(CLI::App& parent);
Command add_bench_command(CLI::App& parent);
Command add_gallery_command(CLI::App& parent);
Command add_reference_command(CLI::App& parent);
Command add_make_command(CLI::App& parent);
Command add_terrain_command(CLI::App& parent);
Command add_edit_command(CLI::App& parent);
Command add_fly_command(CLI::App& parent);
Command add_map_command(CLI::App& parent);
Command add_planet_command(CLI::App& parent);
Command add_globe_command(CLI::App& parent);
Command add_frames_command(CLI::App& parent);
Command add_show_command(CLI::App& parent);
Command add_view_command(CLI::App& parent);
Command add_voxels_command(CLI::App& parent);
Command add_build_command(CLI::App& parent);
Command add_info_command(CLI::App& parent);
Command add_measure_command(CLI::App& parent);
Command add_earth_test_command(CLI::App& parent);
Command add_query_command(CLI::App& parent);
Command add_diff_command(CLI::App& parent);
Command add_recipe_command(CLI::App& parent);
Command add_stages_command(CLI::App& parent);
Command add_schema_command(CLI::App& parent);
Command add_serve_command(CLI::App& parent);

}  // namespace craton::cli
