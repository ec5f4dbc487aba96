#pragma once

#include <span>

#include "reference/noise_reference.h"
#include "src/noise/generator.h"

/// Further noises as their definitions read, at a place of the octave's lattice: see noise_reference.h.
namespace craton::reference {

using Places = std::span<const AxisPlace>;  ///< one per dimension

/// Gradient noise: the blended vector.
Vector gradient_vector_at(const OctaveSpec& octave, Places places, int smoothness, bool fixed);

/// Cubic noise.
float cubic_at(const OctaveSpec& octave, Places places);

}  // namespace craton::reference
