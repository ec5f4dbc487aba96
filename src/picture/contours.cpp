#include <craton/picture/contours.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "picture/blend.h"
#include "picture/height_rows.h"
#include "picture/height_tints.h"
#include "picture/relief_levels.h"

namespace craton {
namespace {

/// The next 1, 2 or 5 times a power of ten from `value` up.
double next_in_series(double value) {
  const double ten = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * ten >= value * 0.999) return digit * ten;
  return 10 * ten;
}

/// Five samples of the ground: a height and those beside it.
struct Cross {
  float here, west, east, north, south;
  float lowest() const { return std::min({here, west, east, north, south}); }
  float highest() const { return std::max({here, west, east, north, south}); }
  /// Pixels from a height to `level`: along the steeper side of each axis, so that a crest or a step does not thicken its line.
  float distance(float level) const {
    const float along = std::max(std::abs(east - here), std::abs(here - west));
    const float across = std::max(std::abs(south - here), std::abs(here - north));
    return std::abs(level - here) / std::sqrt(along * along + across * across);
  }
};

struct Line {
  float cover = 0;  ///< 0 … 1
  bool water = false;
};

Line line_at(const Cross& cross, float interval, float width, float strength, bool coast) {
  const float number = std::floor(cross.here / interval + 0.5F);
  if (number == 0 && !coast) return {};
  const float level = number * interval;
  // Only where the ground passes through the level beside this sample; ground that touches it and stays is not crossed.
  if (!(cross.lowest() < level && cross.highest() >= level)) return {};
  const bool bold = std::fmod(number, 5.0F) == 0;
  const float half = 0.5F * width * (bold ? 1.67F : 1.0F);
  const float cover = std::clamp(half + 0.5F - cross.distance(level), 0.0F, std::min(1.0F, 2 * half));
  return {cover * (bold ? std::min(1.0F, strength * 1.35F) : strength), level < 0};
}

}  // namespace

double usual_contour_interval(FloatView heights, const Ground& ground) {
  constexpr double pixels_apart = 9, lines = 22;
  const ToneRange range = usual_tint_range(heights, false);
  const double slope = picture::typical_slope(picture::HeightRows(heights, ground, 1));
  const double least = std::max((double{range.high} - double{range.low}) / lines,
                                slope * std::sqrt(ground.metres_x * ground.metres_y) * pixels_apart * 0.5);
  return least > 0 && std::isfinite(least) ? next_in_series(least) : 1;
}

Result<void> draw_contours(Rgb8Image& image, FloatView heights, const Ground& ground, const ContourOptions& options,
                           const Execution& execution) {
  assert(image.width == heights.width && image.height == heights.height);
  if (!(options.interval >= 0) || !std::isfinite(options.interval))
    return Error{ErrorCode::invalid_value, "contours", "metres between lines must be more than 0"};
  const auto interval = static_cast<float>(options.interval > 0 ? options.interval : usual_contour_interval(heights, ground));
  const auto width = static_cast<float>(options.width), strength = static_cast<float>(options.strength);
  const picture::HeightRows rows(heights, ground, 1);
  const std::size_t columns = heights.width;
  return parallel_blocks(
      heights.height, std::max<std::uint64_t>(8, 65536 / columns), execution, [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<float> north(columns + 2), here(columns + 2), south(columns + 2);
        for (std::uint64_t y = begin; y < end; ++y) {
          const auto row = static_cast<int>(y);
          rows.fill(row - 1, 1, north.data() + 1);
          rows.fill(row, 1, here.data() + 1);
          rows.fill(row + 1, 1, south.data() + 1);
          for (std::size_t x = 0; x < columns; ++x) {
            const Line line = line_at({here[x + 1], here[x], here[x + 2], north[x + 1], south[x + 1]}, interval, width, strength,
                                      options.coast);
            if (line.cover <= 0 || !std::isfinite(heights.values[y * columns + x])) continue;
            picture::blend(image.pixels[y * columns + x], line.water ? options.water : options.land, line.cover);
          }
        }
      });
}

}  // namespace craton
