#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include <craton/base/result.h>

namespace craton::cli {

/// One subcommand: its options, and what it does once they are read. All failures come back as an Error, which main
/// prints as one line.
struct Command {
  CLI::App* app = nullptr;
  std::function<Result<void>()> run;
};

Command add_noise_command(CLI::App& parent);
Command add_sheet_command(CLI::App& parent);
Command add_bench_command(CLI::App& parent);
Command add_gallery_command(CLI::App& parent);
Command add_reference_command(CLI::App& parent);

}  // namespace craton::cli
