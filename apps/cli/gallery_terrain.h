#pragma once

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>

namespace craton::cli {

/// The pictures of docs/terrain.md: one place at many scales, kinds of land, places far away, edits, things, a flight. Their
/// seeds are chosen, not given. Drafts are a fifth as wide. `only`: the sheet of this name alone.
Result<void> draw_terrain_gallery(const std::string& folder, const std::string& only, bool draft, const Execution& execution);

}  // namespace craton::cli
