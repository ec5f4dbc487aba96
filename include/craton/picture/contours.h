#pragma once

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/ground.h>
#include <craton/picture/image.h>

namespace craton {

struct ContourOptions {
  double interval = 0;           ///< metres between lines; 0: the usual one
  double width = 0.9;            ///< of a line, in pixels; every fifth is wider by two thirds
  double strength = 0.6;         ///< 0 … 1: how much of its colour a line has; every fifth has more
  bool coast = true;             ///< whether the line at 0 is drawn: not where a map's coast is drawn already
  Rgb8 land{0x6e, 0x4a, 0x2c};   ///< brown, as maps print them
  Rgb8 water{0x2d, 0x5b, 0x80};  ///< of lines below 0
};

/// 1, 2 or 5 times a power of ten, such that lines on a typical slope stand some ten pixels apart and some twenty lie between the
/// lowest and the highest ground. 1 of flat ground.
CRATON_API double usual_contour_interval(FloatView heights, const Ground& ground);

/// Draws lines of equal height over a picture of the same size. Lines lie where heights between samples cross a multiple of the
/// interval; level ground has none, even at such a height.
CRATON_API Result<void> draw_contours(Rgb8Image& picture, FloatView heights, const Ground& ground,
                                      const ContourOptions& options = {}, const Execution& execution = {});

}  // namespace craton
