#pragma once

#include <craton/picture/ramp.h>

// Björn Ottosson 2020, "A perceptual color space for image processing".
namespace craton::picture {

struct Oklab {
  double lightness = 0, a = 0, b = 0;
};

Oklab oklab_from_linear(LinearColour colour);
LinearColour linear_from_oklab(Oklab colour);

double srgb_encoded(double linear);  ///< IEC 61966-2-1; 0 … 1 to 0 … 1
double srgb_decoded(double encoded);

/// Where an 8-bit level is rounded up at this pixel, in [0, 1): the low-discrepancy sequence R2 (Roberts 2018). Integer
/// arithmetic, so that the pattern is the same everywhere; channels are shifted, so that errors do not add up to grey.
inline float dither_threshold(std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
  const std::uint32_t mixed = x * 3242174889u + y * 2447445414u + channel * 1431655765u;
  return static_cast<float>(mixed >> 8) * 0x1p-24f;
}

inline std::uint8_t dithered_level(float level, std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
  const float moved = level + dither_threshold(x, y, channel);
  return static_cast<std::uint8_t>(moved > 0 ? (moved < 255 ? moved : 255.0f) : 0.0f);
}

}  // namespace craton::picture
