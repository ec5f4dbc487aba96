#pragma once

#include <memory>

#include "noise/generator.h"
#include "noise/gradients.h"

namespace craton {

/// Gradients of `gradients` whose sums stay within ±weight. On the lattice of simplex noise; where an axis has a period, on rows
/// along the x axis, every other of which is shifted (kite noise only).
std::unique_ptr<Generator> make_kite_generator(const OctaveSpec& spec, GradientSet gradients, bool hats);

}  // namespace craton
