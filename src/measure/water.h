#pragma once

#include <optional>

#include "measure/channels.h"
#include "measure/ground.h"

namespace craton::measure {

/// What water tells of a ground that has land. Nothing where there is too little of it.
struct WaterLaws {
  double pit_share = 0;                ///< of the land (by area), that filling its hollows would raise
  std::optional<double> closed_share;  ///< of the land, whose water stays in it; nothing where no water can leave
  bool any_channels = false;
  std::optional<double> hack, concavity;
  std::optional<HortonRatios> horton;
  double river_length = 0;   ///< m, but for lakes
  double river_count = 0;    ///< as many as there are sources
  double longest_river = 0;  ///< m, from its source to its mouth
  std::optional<double> lake_exponent;
};

/// Water leaves at the sea and at the borders of planes; where there is neither, at the lowest cell.
Result<WaterLaws> measure_water(const Domain& domain, const Ground& ground, const Execution& execution);

}  // namespace craton::measure
