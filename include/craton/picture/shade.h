#pragma once

#include <craton/base/export.h>
#include <craton/picture/image.h>
#include <craton/picture/ramp.h>

namespace craton {

struct ShadeOptions {
  double relief = 40;     ///< how many pixels high the whole range of values stands
  double strength = 0.5;  ///< 0: tints alone, 1: full light and shadow
  bool flat_low = false;  ///< the lower half of the range lies flat (seas)
};

/// Colours values by a ramp and lets light fall on them from the north-west.
CRATON_API Rgb8Image shaded(FloatView values, ToneRange range, const Ramp& ramp, const ShadeOptions& options = {});

}  // namespace craton
