#pragma once

#include <span>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>

namespace craton {

/// A colour of a ramp at a share of its length; between two stops the colour runs straight through OKLab, where equal
/// steps look equal. Two stops at the same place make an edge (a coast).
struct RampStop {
  double at = 0;
  Rgb8 colour;
};

/// A named run of colours from the low end (0) to the high end (1).
struct Ramp {
  std::string_view id;
  std::string_view doc;
  std::span<const RampStop> stops;
};

CRATON_API std::span<const Ramp> all_ramps();

/// An error that names the nearest ramp where there is none of this name. `path` is put into it.
CRATON_API Result<const Ramp*> find_ramp(std::string_view id, std::string_view path);

/// A colour in linear light, 0 … 1 where the screen can show it.
struct LinearColour {
  double r = 0, g = 0, b = 0;
};

CRATON_API LinearColour to_linear(Rgb8 colour);
CRATON_API LinearColour ramp_colour(const Ramp& ramp, double share);

/// Colours values by a ramp. The rest below one 8-bit level is spread by an ordered pattern, so that no bands show.
CRATON_API Rgb8Image coloured(FloatView values, ToneRange range, const Ramp& ramp, const Execution& execution = {.threads = 1});

}  // namespace craton
