#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "base/function_ref.h"

// Lines that grow and shrink along their way, as the share of each pixel that they cover.
namespace craton::picture {

/// A piece of a line, in pixels: the middle of the first pixel is at (½, ½).
struct Stroke {
  float x0 = 0, y0 = 0, width0 = 0;
  float x1 = 0, y1 = 0, width1 = 0;
  float strength = 1;                                  ///< of what it covers
  std::uint32_t first_row = 0, end_row = 0xFFFFFFFFu;  ///< it is cut off outside
};

/// Calls `paint(y, covers)` once for each row that something covers, with one value a pixel. Where strokes overlap the strongest
/// counts: neither their order nor the number of threads makes a difference. Across a line covers sum up to its width.
Result<void> paint_strokes(std::span<const Stroke> strokes, std::uint32_t width, std::uint32_t height, const Execution& execution,
                           FunctionRef<void(std::uint32_t y, std::span<const float> covers)> paint);

}  // namespace craton::picture
