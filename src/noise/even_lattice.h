#pragma once

#include <string_view>

#include "noise/axis_lattice.h"

/// Lattices whose even and odd cells differ close onto themselves after an even number of cells only.
namespace craton {

/// The lattice with an even number of cells that is nearest in frequency.
AxisLattice even_lattice(const AxisLattice& lattice);

/// An error where a period that was asked for is odd: `reason` says why it may not be. `path` is where the parameters stand.
Result<void> check_even_period(double cells, std::string_view reason, std::string_view path);

}  // namespace craton
