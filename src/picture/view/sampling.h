#pragma once

#include <cstdint>

#include "picture/view/vec.h"

namespace craton::view {

inline std::uint32_t scrambled(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}
inline float unit_float(std::uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24F; }

struct Pair {
  float a = 0, b = 0;  ///< 0 … 1
};

/// Evenly spread numbers for the samples of a pixel, pair by pair (Roberts 2018, the R2 sequence, and Kronecker sequences of
/// other roots): each pixel starts at a place of its own, so that what error remains is fine grain. They depend on the pixel
/// alone.
class PixelSamples {
 public:
  PixelSamples(std::uint32_t x, std::uint32_t y) : hash_(scrambled(x + scrambled(y + 0x9e3779b9u))) {}

  enum Use : std::uint32_t { film, sun, sky, wave, use_count };

  Pair pair(std::uint32_t sample, Use use) const {
    constexpr double steps[use_count][2] = {{0.7548776662466927, 0.5698402909980532},
                                            {0.4142135623730951, 0.7320508075688772},
                                            {0.2360679774997898, 0.6457513110645907},
                                            {0.3166247903553998, 0.6055512754639891}};
    const std::uint32_t start = scrambled(hash_ + use * 0x632be5abu), other = scrambled(start ^ 0x5bd1e995u);
    return {moved(start, steps[use][0], sample), moved(other, steps[use][1], sample)};
  }

 private:
  static float moved(std::uint32_t start, double step, std::uint32_t sample) {
    return unit_float(start + static_cast<std::uint32_t>(static_cast<std::uint64_t>(step * 4294967296.0) * sample));
  }
  std::uint32_t hash_;
};

/// Directions around z with a density proportional to the cosine.
inline Vec cosine_direction(Pair u) {
  const float r = std::sqrt(u.a), angle = 2 * pi * u.b;
  return {r * std::cos(angle), r * std::sin(angle), std::sqrt(std::max(0.0F, 1 - u.a))};
}

/// `local` is told around z; the result is told around `axis`.
inline Vec around(Vec axis, Vec local) {
  Vec s, t;
  across(axis, s, t);
  return s * local.x + t * local.y + axis * local.z;
}

}  // namespace craton::view
