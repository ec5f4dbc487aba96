#pragma once

#include <memory>

#include "noise/kite_kernels.h"

namespace craton {

/// Kite noise on rows of triangles along the x axis, one cell wide and one cell high, that close after a period.
std::unique_ptr<Generator> make_periodic_kites(const KiteOctave& octave, const OctaveSpec& spec);

}  // namespace craton
