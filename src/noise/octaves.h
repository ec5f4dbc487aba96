#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noise/generator.h"

namespace craton {

/// "path/name", or the name alone where the path is empty or the "--" of options.
std::string path_of(std::string_view path, std::string_view name);

/// The octaves of a source noise, each `lacunarity` times finer than the one before: seeds, lattices and weights. Octaves after
/// the first have their own seed and a shifted lattice, so that their lattices never coincide. Where the source has a period, all
/// octaves repeat after the same length, in a whole number of cells each.
/// Where the whole noise must repeat, axes without a period of their own get that length, those with one must fit into it.
/// Octaves begin `finer` times finer than the source says. `path` is where the source's parameters stand, for errors.
Result<std::vector<OctaveSpec>> make_octaves(const NoiseKind& kind, const ParamValues& source, std::string_view path, Seed seed,
                                             double finer, double lacunarity, std::span<const double> weights,
                                             const NoiseRepeat& repeat = {});

}  // namespace craton
