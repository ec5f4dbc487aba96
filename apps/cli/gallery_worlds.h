#pragma once

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>

namespace craton::cli {

/// Draws the recipes that come with Craton, and what seeds, knobs, layers and steps make of them: a sheet each, as docs/worlds.md
/// shows them. Prints their names.
Result<void> draw_world_gallery(const std::string& folder, Seed seed, const Execution& execution);

}  // namespace craton::cli
