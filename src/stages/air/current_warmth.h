#pragma once

#include <span>
#include <vector>

#include "stages/air/climate_mesh.h"

namespace craton::air {

struct CurrentPhysics {
  float warm = 6.6F, cold = 7.6F;  ///< °C: of currents towards the pole, and towards the equator
  float width = 1.2F;              ///< megametres: how far from a coast they are felt
  float days = 4;                  ///< until air over land forgets them
};

/// How much warmer the sea makes the air above it and on the coasts downwind, °C.
std::vector<float> current_warmth(const ClimateMesh& mesh, std::span<const float> land, const CurrentPhysics& physics);

}  // namespace craton::air
