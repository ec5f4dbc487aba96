#pragma once

#include <cmath>
#include <cstdint>

#include <craton/picture/image.h>

namespace craton::picture {

/// Lays a colour over a pixel; `cover` 1 hides what was there.
inline void blend(Rgb8& pixel, Rgb8 colour, float cover) {
  const auto mix = [&](std::uint8_t& to, std::uint8_t from) {
    to = static_cast<std::uint8_t>(
        std::lround(static_cast<float>(to) + (static_cast<float>(from) - static_cast<float>(to)) * cover));
  };
  mix(pixel.r, colour.r);
  mix(pixel.g, colour.g);
  mix(pixel.b, colour.b);
}

}  // namespace craton::picture
