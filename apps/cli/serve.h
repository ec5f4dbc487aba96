#pragma once

#include <string>

#include "command.h"

namespace craton::cli {

Command add_serve_command(CLI::App& parent);

/// Where the recipes that come with Craton lie; "" where they are not to be found.
std::string recipe_folder_path();

}  // namespace craton::cli
