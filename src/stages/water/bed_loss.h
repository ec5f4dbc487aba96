#pragma once

#include <algorithm>
#include <cmath>

#include "stages/water/hydrography.h"

namespace craton {

/// m³ a year that water on its way loses to the ground and the air over so many metres: `loss` m a year, over its whole width. As
/// that is 5 √Q, √Q falls by 2.5 · loss a metre (Q in m³/s, loss in m/s), however the way is divided: small rivers end soon,
/// great ones late or never.
inline double lost_in_bed(double discharge, double loss, double length) {
  const double before = std::max(discharge, 0.0);
  const double root = std::max(std::sqrt(before / seconds_a_year) - 2.5 * loss / seconds_a_year * length, 0.0);
  return std::clamp(before - root * root * seconds_a_year, 0.0, before);
}

}  // namespace craton
