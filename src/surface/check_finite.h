#pragma once

#include <span>
#include <string>
#include <string_view>

#include <craton/base/progress.h>
#include <craton/base/result.h>

namespace craton {

/// An error with this path where a value is infinite or no number, which names the first such cell and `why` that matters.
Result<void> check_finite(std::span<const float> values, std::string path, std::string_view why, const Execution& execution);

}  // namespace craton
