#pragma once

#include <cstdint>
#include <vector>

#include <craton/base/export.h>
#include <craton/picture/image.h>

namespace craton {

/// A picture of at most 256 colours: each pixel is a place in the palette.
struct IndexedImage {
  Image<std::uint8_t> pixels;
  std::vector<Rgb8> palette;
};

/// The picture in its `colours` (2 … 256) most fitting colours, from dark to bright: small files for pictures of one ramp. Median
/// cut (Heckbert 1982): the colours are split, time and again, where they spread most.
CRATON_API IndexedImage indexed(const Rgb8Image& image, unsigned colours);

/// The same, with what a pixel's colour lacks handed on to its neighbours where the picture is smooth (Floyd & Steinberg 1976): a
/// sky has no bands. Busy parts stay as they are, which keeps files small.
CRATON_API IndexedImage dithered(const Rgb8Image& image, unsigned colours);

}  // namespace craton
