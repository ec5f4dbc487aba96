#include <craton/picture/shade.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "base/smooth_step.h"
#include "picture/oklab.h"
#include "picture/ramp_table.h"

namespace craton {
namespace {

// Linear light to 8-bit levels by interpolation in a table over the square root: fine steps where the eye sees them.
struct Encoder {
  std::vector<float> levels;

  Encoder() : levels(2049) {
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const double root = static_cast<double>(i) / 2048;
      levels[i] = static_cast<float>(255 * picture::srgb_encoded(root * root));
    }
  }
  float operator()(double linear) const {
    const double place = 2048 * std::sqrt(std::clamp(linear, 0.0, 1.0));
    const std::size_t i = std::min<std::size_t>(static_cast<std::size_t>(place), 2047);
    const float part = static_cast<float>(place - static_cast<double>(i));
    return levels[i] + (levels[i + 1] - levels[i]) * part;
  }
};

// Imhof's manner, kept short: contrast grows with height (aerial perspective), level ground keeps its tint, and a soft
// second light from the west keeps the shadow sides readable.
class Painter {
 public:
  explicit Painter(const Ramp& ramp) : table_(ramp, picture::RampTable::Levels::linear) {}

  /// `east` and `south` are how far the ground rises in these directions, in pixels a pixel.
  Rgb8 colour(double tint_place, double east, double south, double contrast, std::uint32_t x, std::uint32_t y) const {
    const double length = std::sqrt(1 + east * east + south * south);
    // Lights at 45° of height; level ground receives sin 45° of each and is the neutral tone.
    const double main_light = (east * 0.5 + south * 0.5 + 0.70710678) / length / 0.70710678;
    const double side_light = (east * 0.65328148 - south * 0.27059805 + 0.70710678) / length / 0.70710678;
    const double light = 0.75 * std::max(main_light, 0.0) + 0.25 * std::max(side_light, 0.0);
    const double gain = 1 + (light - 1) * contrast;
    const auto& tint = table_.at(tint_place);
    // Light lifts tints towards white rather than past the screen's range.
    auto lit = [&](double c) { return gain <= 1 ? c * gain : c + (1 - c) * (gain - 1) * 0.55; };
    return {picture::dithered_level(encode_(lit(tint[0])), x, y, 0), picture::dithered_level(encode_(lit(tint[1])), x, y, 1),
            picture::dithered_level(encode_(lit(tint[2])), x, y, 2)};
  }

 private:
  picture::RampTable table_;
  Encoder encode_;
};

double contrast_at(double strength, double low, double height) {
  return strength * (0.42 + 0.58 * smooth_step(low, 0.95, height));
}

}  // namespace

Rgb8Image shaded(FloatView view, ToneRange range, const Ramp& ramp, const ShadeOptions& options) {
  assert(view.values.size() == std::size_t{view.width} * view.height);
  const Painter painter(ramp);
  const double scale = picture::share_scale(range);
  auto share = [&](std::int64_t x, std::int64_t y) {
    x = std::clamp<std::int64_t>(x, 0, std::int64_t{view.width} - 1);
    y = std::clamp<std::int64_t>(y, 0, std::int64_t{view.height} - 1);
    const double s = (double{view.values[static_cast<std::size_t>(y * view.width + x)]} - range.low) * scale;
    return options.flat_low ? std::max(s, 0.5) : s;
  };
  Rgb8Image image(view.width, view.height);
  for (std::uint32_t y = 0; y < view.height; ++y)
    for (std::uint32_t x = 0; x < view.width; ++x) {
      const std::size_t i = std::size_t{y} * view.width + x;
      const double height = (double{view.values[i]} - range.low) * scale;
      const double east = (share(x + 1LL, y) - share(x - 1LL, y)) * options.relief / 2;
      const double south = (share(x, y + 1LL) - share(x, y - 1LL)) * options.relief / 2;
      const double contrast = contrast_at(options.strength, options.flat_low ? 0.5 : 0.0, height);
      image.pixels[i] = painter.colour(height, east, south, contrast, x, y);
    }
  return image;
}

}  // namespace craton
