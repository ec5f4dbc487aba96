#pragma once

#include "stages/erosion/grid_strip.h"
#include "stages/erosion/neighbourhood.h"

namespace craton {

/// What a pass of hydraulic erosion knows; fields are those of the stage.
struct HydraulicPass {
  Field rain, solubility, settling, capacity, banks, evaporation, strength;
  Neighbourhood neighbourhood = Neighbourhood::moore;
  float spacing = 1;  ///< metres
  float share = 1;    ///< of a whole pass: how much of the water moves
  float time = 1;     ///< in iterations

  const float *height_in = nullptr, *water_in = nullptr, *load_in = nullptr;
  float *height_out = nullptr, *water_out = nullptr, *load_out = nullptr;
  float* deposit = nullptr;  ///< changed where it lies

  /// The most of the drop of the water's surface that crosses a link: it levels as the ground in thermal.h, without swinging.
  float bound() const { return 0.5F / static_cast<float>(most_links(neighbourhood)); }
};

/// The most that a pass digs, of the drop to the lowest neighbour, and fills, of the rise to the highest one: no pits, no spikes.
inline constexpr float deepest_cut = 0.25F, highest_fill = 0.25F;
/// And under water, of its depth.
inline constexpr float highest_fill_of_water = 0.5F;

/// A cell that is raised by a metre has 1 / spacing more slope, carries more at once and gets less: large waters answer so
/// strongly that a pass must not go the whole way, or ripples grow. How much the step is shortened, for itself and its
/// neighbours.
inline constexpr float response = 4;

/// Metres of water: a thinner film counts as this where load is shared out in it, and leaves some behind.
inline constexpr float water_film = 1e-6F;

/// One pass over a strip of a grid, in vectors.
void hydraulic_strip(const HydraulicPass& pass, const GridStrip& strip);

}  // namespace craton
