#pragma once

#include <memory>

#include "noise/generator.h"

namespace craton {

/// An octave that fades on grids whose samples are too far apart for it: whole where its cells hold at least twice `least`
/// samples along each axis, gone where they hold no more than `least`. Single points and arrays of them know no distance between
/// samples, and get it whole.
Result<std::unique_ptr<Generator>> make_band_limited(const GeneratorKind& kind, const ParamValues& params, std::string_view path,
                                                     const OctaveSpec& spec, double least);

/// How much of an octave is left on a grid, 0 … 1.
double share_on_grid(const OctaveSpec& spec, const GridShape& shape, double least);

}  // namespace craton
