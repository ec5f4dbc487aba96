#pragma once

#include <span>
#include <vector>

#include <craton/surface/domain.h>

#include "worlds/zoom_rivers.h"

namespace craton::zoom {

/// What a region gets beside its own rain, m³ a year at each sample: rivers of the planet have in it the water that they have on
/// the planet, wherever it comes from; on the planet much of it flows in over the border without being called a river. The
/// region's own runoff (metres a year) is led down its ground, and what its rivers then lack on their way is added to them.
Result<std::vector<float>> inflow_of(const std::vector<RegionRiver>& rivers, std::span<const float> heights,
                                     std::span<const float> runoff, const RegionGrid& grid, const Execution& execution);

}  // namespace craton::zoom
