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

/// Wavelet noise; the octave's lattices have even numbers of cells. `scale` is one over the largest value.
float wavelet_at(const OctaveSpec& octave, Places places, float scale);

/// Tiling simplex noise; the octave's lattice along y has an even number of cells. `scale` is how long gradients are.
float tiling_simplex_at(const OctaveSpec& octave, Places places, int falloff, bool fixed, float scale);

}  // namespace craton::reference
