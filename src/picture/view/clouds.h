#pragma once

#include "picture/view/atmosphere.h"
#include "picture/view/camera.h"

namespace craton::view {

/// Thin high clouds, drawn out by the wind; without them a sky looks painted.
class Clouds {
 public:
  /// Others over every stand, or those that the options ask for.
  Clouds(const Atmosphere& air, const Stand& stand, const std::optional<ViewPlace>& over = {});
  /// The sky in a direction, which is `behind` where it is clear.
  Colour over(Colour behind, Vec direction) const;

 private:
  const Atmosphere& air_;
  float amount_ = 1, wind_ = 0, place_ = 0;
};

}  // namespace craton::view
