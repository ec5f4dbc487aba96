#pragma once

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>

namespace craton::cli {

/// The pictures of docs/voxels.md: a view, a block, and kinds of worlds side by side. Their seeds are chosen, not given: a view
/// is composed for its place. Drafts are a fifth as wide.
Result<void> draw_voxel_gallery(const std::string& folder, bool draft, const Execution& execution);

}  // namespace craton::cli
