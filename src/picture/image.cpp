#include <craton/picture/image.h>

#include <algorithm>
#include <cassert>

namespace craton {
namespace {

// One level is the value's share of the range times the highest level, rounded to nearest. Doubles keep all 16 bits
// exact; the comparison is written so that NaN becomes the dark end.
template <class Pixel>
Image<Pixel> quantise(FloatView view, ToneRange range, double levels) {
  assert(view.values.size() == std::size_t{view.width} * view.height);
  Image<Pixel> image(view.width, view.height);
  const double low = range.low;
  const double width = double{range.high} - low;
  const double scale = width > 0 ? levels / width : 0.0;
  std::transform(view.values.begin(), view.values.end(), image.pixels.begin(), [&](float value) {
    const double level = (double{value} - low) * scale + 0.5;
    return static_cast<Pixel>(level > 0 ? std::min(level, levels) : 0.0);
  });
  return image;
}

}  // namespace

ToneRange tone_range_of(FloatView view) {
  if (view.values.empty()) return {0, 0};
  ToneRange range{view.values.front(), view.values.front()};
  for (float value : view.values) {
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  return range;
}

Grey8Image grey8(FloatView values, ToneRange range) { return quantise<std::uint8_t>(values, range, 255.0); }
Grey16Image grey16(FloatView values, ToneRange range) { return quantise<std::uint16_t>(values, range, 65535.0); }

}  // namespace craton
