#pragma once

#include <craton/stages/flow_router.h>

#include "surface/flow_graph.h"

namespace craton {

/// Metres from each cell to its receiver; 0 where water ends.
Result<void> receiver_lengths(const Domain& domain, std::span<const Cell> receivers, std::span<float> lengths,
                              const Execution& execution);

}  // namespace craton
