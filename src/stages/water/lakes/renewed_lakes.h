#pragma once

#include <craton/surface/surface.h>

#include "stages/water/lakes/lake_finder.h"
#include "stages/water/rivers/water_tables.h"

namespace craton {

/// Writes lakes whose cells, level or ground have changed into the layers and the table: areas, volumes, depths and shores as
/// they are now. The table's lakes come first and keep their rows, kinds and catchments; `added` are the kinds of those behind
/// them.
Result<void> renew_lakes(Surface& surface, Lakes lakes, std::span<const LakeKind> added, std::span<const float> heights,
                         Layer& number, Layer& depth);

}  // namespace craton
