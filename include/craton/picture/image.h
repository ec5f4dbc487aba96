#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/export.h>

namespace craton {

struct Rgb8 {
  std::uint8_t r = 0, g = 0, b = 0;

  friend bool operator==(const Rgb8&, const Rgb8&) = default;
};
struct Rgba8 {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;

  friend bool operator==(const Rgba8&, const Rgba8&) = default;
};

/// Pixels row by row, top row first. Colours are sRGB.
template <class Pixel>
struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<Pixel> pixels;

  Image() = default;
  Image(std::uint32_t w, std::uint32_t h, Pixel fill = {}) : width(w), height(h), pixels(std::size_t{w} * h, fill) {}

  Pixel& at(std::uint32_t x, std::uint32_t y) { return pixels[std::size_t{y} * width + x]; }
  const Pixel& at(std::uint32_t x, std::uint32_t y) const { return pixels[std::size_t{y} * width + x]; }

  friend bool operator==(const Image&, const Image&) = default;
};

using Grey8Image = Image<std::uint8_t>;
using Grey16Image = Image<std::uint16_t>;
using Rgb8Image = Image<Rgb8>;
using Rgba8Image = Image<Rgba8>;

/// Values that somebody else holds, seen as a picture: row by row, width · height of them.
struct FloatView {
  std::span<const float> values;
  std::uint32_t width = 0, height = 0;
};

/// The values that become the dark and the bright end of a picture. Values outside are clamped; NaN is the dark end.
struct ToneRange {
  float low = -1, high = 1;
};

/// Smallest and largest value of a view; {0, 0} of an empty one.
CRATON_API ToneRange tone_range_of(FloatView values);

/// Nearest of the 256 or 65536 levels: for data, where a dither would be false detail. Where low = high all is 0.
CRATON_API Grey8Image grey8(FloatView values, ToneRange range);
CRATON_API Grey16Image grey16(FloatView values, ToneRange range);

}  // namespace craton
