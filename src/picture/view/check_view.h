#pragma once

#include <craton/base/result.h>
#include <craton/picture/view.h>

namespace craton::view {

/// What no view can do; errors name the option.
Result<void> check(const ViewOptions& options);

}  // namespace craton::view
