#pragma once

#include "command.h"

namespace craton::cli {

Command add_planet_command(CLI::App& parent);
Command add_globe_command(CLI::App& parent);

}  // namespace craton::cli
