#pragma once

#include "picture/view/atmosphere.h"

namespace craton::view {

/// Thin high clouds, drawn out by the wind; without them a sky looks painted.
class Clouds {
 public:
  Clouds(const Atmosphere& air, float amount, float wind_azimuth) : air_(air), amount_(amount), wind_(wind_azimuth) {}
  /// The sky in a direction, which is `behind` where it is clear.
  Colour over(Colour behind, Vec direction) const;

 private:
  const Atmosphere& air_;
  float amount_, wind_;
};

}  // namespace craton::view
