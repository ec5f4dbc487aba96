#pragma once

#include "stages/erosion/gravity.h"

namespace craton {

/// One pass over a strip of a grid, in vectors.
void inverse_thermal_strip(const GravityPass& pass, const GridStrip& strip);

}  // namespace craton
