#pragma once

#include <vector>

#include "picture/view/vec.h"

namespace craton::view {

/// The light of a clear day: an atmosphere of air, fine haze and ozone lit by one sun, with its sky, once and many times
/// scattered.
class Atmosphere {
 public:
  explicit Atmosphere(Vec to_sun);

  Vec to_sun() const { return to_sun_; }
  Colour sun() const { return sun_; }  ///< irradiance of a surface that faces it
  Colour sky(Vec direction) const;     ///< radiance; below the horizon that of the horizon
  /// The same without the glow around the sun: light for the ground, which would be grainy with it.
  Colour soft_sky(Vec direction) const;
  /// What the distance fades to.
  Colour haze(Vec direction) const;
  Colour sky_irradiance() const { return sky_irradiance_; }  ///< of level ground

 private:
  struct Scattered {
    Colour air, haze;  ///< without their phases
  };
  Scattered scattered(Vec direction) const;

  Vec to_sun_;
  Colour sun_, sky_irradiance_;
  std::vector<Scattered> table_;
};

}  // namespace craton::view
