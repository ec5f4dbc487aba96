#include "noise/even_lattice.h"

#include <cmath>
#include <string>

#include <craton/base/params.h>

namespace craton {

AxisLattice even_lattice(const AxisLattice& lattice) {
  AxisLattice even = lattice;
  if (lattice.cells % 2 == 0) return even;
  if (lattice.period == 0) {
    even.cells_per_wrap = even.cells = lattice.cells + 1;  // one in 2^64 units: far less than a frequency is rounded by
    return even;
  }
  // An octave of a period; cells stay at least two units wide.
  even =
      AxisLattice::repeating(2 * (lattice.cells + 1) <= lattice.period ? lattice.cells + 1 : lattice.cells - 1, lattice.period);
  even.offset = lattice.offset;
  return even;
}

Result<void> check_even_period(double cells, std::string_view reason, std::string_view path) {
  if (cells == 2 * std::floor(cells / 2)) return {};
  const bool inner = !path.empty() && path != "--";
  return Error{ErrorCode::invalid_value, std::string(path) + (inner ? "/period" : "period"),
               std::string(reason) + " is an even number of cells, found " + to_string(ParamValue{cells})};
}

}  // namespace craton
