#pragma once

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>

namespace craton::cli {

/// The pictures of docs/aperiodic-noise.md.
Result<void> draw_aperiodic_gallery(const std::string& folder, Seed seed, const Execution& execution);

}  // namespace craton::cli
