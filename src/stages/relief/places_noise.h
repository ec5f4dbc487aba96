#pragma once

#include <array>

#include <craton/noise/noise.h>

#include "stages/relief/cell_patches.h"

namespace craton::relief {

/// A vector at every place, each component within ± amplitude: what bends straight things. One component an axis of the domain.
class PlacesNoise {
 public:
  /// `wavelength` of the longest waves, in metres.
  static Result<PlacesNoise> make(const Domain& domain, Seed seed, double wavelength, int octaves, double amplitude,
                                  const std::string& path);

  void at(const Patch& patch, std::array<std::array<float, Patch::capacity>, 3>& metres) const;

 private:
  std::vector<Noise> axis_;  // empty: nothing moves
  float amplitude_ = 0;
};

}  // namespace craton::relief
