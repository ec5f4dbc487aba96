#pragma once

#include <craton/stages/stage.h>

#include "stages/water/endless/endless_network.h"
#include "stages/water/endless/endless_valleys.h"

namespace craton::endless {

/// The stage's parameters.
struct Params {
  const NoiseSpec *relief = nullptr, *ruggedness = nullptr;
  Write<float> layer = "height", river = "river", distance = "river_distance", level = "river_level";
  double scale = 1000, offset = 0;
  double spacing = 8192;
  int orders = 6;
  double foot = 10, summit = 520, plains = 0.035;
  double steepness = 0.6, concavity = 1.5, roundness = 0.35;
  double width = 14, bends = 0.12;
  bool settled = false;
};

/// All that rivers and valleys depend on. The network lies in a plane of its own; the place x of the world is x + bend(x) there,
/// which makes curves of straight pieces and lets none cross: it never folds, for bends are gentler than 1 m/m.
struct Plan {
  SmoothLand land;
  Seed seed;
  Noise bend_x, bend_y;
  float bend;  ///< metres where the noise is 1
  ValleyLaws valleys;

  double farthest_bend() const;
  Box network_box(Point2 low, Point2 high, double around) const;  ///< all that places of the world may be bent to, and around
};

/// `path` is that of the stage.
Result<Plan> make_plan(const Params& params, Seed seed, const std::string& path);

}  // namespace craton::endless
