#pragma once

#include <vector>

#include <craton/base/params.h>

namespace craton {

/// A sum of octaves of one source noise (fractional Brownian motion).
struct FbmParams {
  int octaves = 6;
  double lacunarity = 2;
  double persistence = 0.5;
  std::vector<double> amplitudes;
  bool normalise = true;
};

template <>
std::span<const ParamInfo> params_of<FbmParams>();

/// Weight of each octave.
std::vector<double> fbm_weights(const FbmParams& params);

}  // namespace craton
