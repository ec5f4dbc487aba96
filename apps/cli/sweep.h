#pragma once

#include "command.h"

namespace craton::cli {

/// A world made for many values of its parameters.
Command add_sweep_command(CommandLine& parent);

}  // namespace craton::cli
