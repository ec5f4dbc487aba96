#pragma once

#include "stages/erosion/gravity.h"

namespace craton {

/// The most of a drop that crosses a link in one pass of thermal erosion: 1 / (2 · links). Heights after a pass are then sums of
/// heights before it with weights that are not negative, a cell's own being ½ or more: no new extremes, no oscillation.
constexpr float thermal_bound(Neighbourhood n) { return 0.5F / static_cast<float>(most_links(n)); }

/// One pass over a strip of a grid, in vectors.
void thermal_strip(const GravityPass& pass, const GridStrip& strip);

}  // namespace craton
