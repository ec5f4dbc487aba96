#pragma once

#include <vector>

#include <craton/noise/noise.h>

namespace craton::large {

inline constexpr double octave_gain = 0.56;

/// Octaves whose weights are shares of an infinite sum: how many there are changes nothing but the detail. Those that follow are
/// octaves of half the length, as many times weaker as `weaker` says.
struct Octaves {
  double length = 1;  ///< metres, of the longest
  int count = 1;
  double gain = octave_gain;

  NoiseSpec spec() const {
    NoiseSpec perlin{.kind = "perlin"};
    perlin.params.set("frequency", 1 / length);
    NoiseSpec sum{.kind = "fbm", .inputs = {{"source", perlin}}};
    std::vector<double> weights;
    for (double weight = 1 - gain; std::ssize(weights) < count; weight *= gain) weights.push_back(weight);
    sum.params.set("octaves", std::int64_t{count});
    sum.params.set("amplitudes", weights);
    sum.params.set("normalise", false);
    return sum;
  }
};

}  // namespace craton::large
