#include "noise/fractal.h"

namespace craton {

template <>
std::span<const ParamInfo> params_of<FbmParams>() {
  static const ParamInfo list[] = {
      integer_param<&FbmParams::octaves>("octaves", 1, 32, "", "Number of octaves."),
      number_param<&FbmParams::lacunarity>("lacunarity", 1, 16, "", "Frequency of an octave relative to the one before."),
      number_param<&FbmParams::persistence>("persistence", 0, 16, "", "Weight of an octave relative to the one before."),
      numbers_param<&FbmParams::amplitudes>("amplitudes", -1e6, 1e6, 32, "",
                                            "Weight of each octave, in place of persistence; sets the number of octaves too."),
      boolean_param<&FbmParams::normalise>("normalise",
                                           "Divide the weights by their sum, so that the result stays in the source's range."),
  };
  return list;
}

std::vector<double> fbm_weights(const FbmParams& params) {
  std::vector<double> weights = params.amplitudes;
  if (weights.empty()) {
    double weight = 1;
    for (int i = 0; i < params.octaves; ++i, weight *= params.persistence) weights.push_back(weight);
  }
  double sum = 0;
  for (const double w : weights) sum += w < 0 ? -w : w;
  if (params.normalise && sum > 0)
    for (double& w : weights) w /= sum;
  return weights;
}

}  // namespace craton
