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

struct LightOptions {
  double strength = 0.5;                ///< 0: tints alone, 1: full light and shadow
  bool wrap_x = false, wrap_y = false;  ///< the picture closes onto itself: its borders are lit as its middle
};

/// The same where colour and light are told apart: `tints` are places on the ramp, 0 … 1, and `heights` count pixels. NaN in the
/// tints is left for the caller to paint over.
CRATON_API Rgb8Image lit(FloatView tints, FloatView heights, const Ramp& ramp, const LightOptions& options = {});

}  // namespace craton
