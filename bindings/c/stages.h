#pragma once

#include <cstddef>

#include <craton/requests/own_stages.h>

#include "types.h"

namespace craton::c {

/// Stages of a caller, as requests take them.
Result<OwnStages> own_stages(const craton_own_stage* stages, std::size_t count);

}  // namespace craton::c
