#pragma once

#include <array>
#include <cstddef>

#include "noise/generator.h"

namespace craton {

/// How a fractal shapes its octaves before it adds them up.
enum class OctaveShape {
  plain,       ///< v
  billow,      ///< 2|v| − 1
  turbulence,  ///< |v|
  ridged,      ///< 2(1 − |v|)²·m − 1, where m = gain × the octave before, held to 0 … 1 (Musgrave 1998)
  ping_pong,   ///< v + 1, times the strength, folded back and forth between −1 and 1
  eroded,      ///< v / (1 + strength·|sum of the slopes so far|²) (Quilez 2008)
};

/// One octave on its way into the sum. Arrays are aligned and padded to whole vectors; slopes may be missing.
struct ShapedOctave {
  OctaveShape shape;
  bool first;    ///< starts the sum
  float weight;  ///< of the octave, or a factor where `weights` says more
  const float* weights;
  float strength;    ///< gain, strength
  float slope_unit;  ///< eroded: metres of the octave's own cells, which makes slopes free of units
  int dimensions;
  std::size_t count;
  const float* value;
  float* sum;
  float* state;                                    ///< ridged: the octave before
  std::array<const float*, max_dimensions> slope;  ///< all of `dimensions`, or none
  std::array<float*, max_dimensions> slope_sum, slope_state;
};

void add_shaped_octave(const ShapedOctave& octave);

/// weights = 1 / Σ pⁱ over `octaves`, and weights ·= p.
void start_weights(const float* persistence, int octaves, float* weights, std::size_t count);
void next_weights(const float* persistence, float* weights, std::size_t count);

}  // namespace craton
