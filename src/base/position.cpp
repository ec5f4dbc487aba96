#include <craton/base/position.h>

#include <cmath>

#include <craton/base/params.h>
#include "base/text.h"
#include "base/uint128.h"

namespace craton {
namespace {

constexpr double two_pow_53 = 9007199254740992.0;
constexpr double two_pow_54 = 18014398509481984.0;

/// Nearest whole number, halves to even. Every operation is exact, so that neither the rounding mode of the host nor
/// its libm can move the result; from 2^52 on every double is whole already.
double round_half_even(double x) {
  const double below = std::floor(x);
  const double rest = x - below;
  const double half_below = below * 0.5;
  const bool odd = std::floor(half_below) != half_below;
  return rest > 0.5 || (rest == 0.5 && odd) ? below + 1.0 : below;
}

Error out_of_range(double found, std::string_view what, std::string_view allowed) {
  return {ErrorCode::invalid_value, "", concat({what, ": found ", to_string(found), ", allowed ", allowed})};
}

}  // namespace

Result<std::int64_t> units_from_metres(double metres) {
  // The upper end is open: 2^53 m would be 2^63 units, one more than a position can hold.
  if (!(metres >= -two_pow_53 && metres < two_pow_53))
    return out_of_range(metres, "metres", "-2^53 m up to, but not including, 2^53 m");
  return static_cast<std::int64_t>(round_half_even(metres * units_per_metre));
}

double metres_from_units(std::int64_t units) { return static_cast<double>(units) / units_per_metre; }

Result<Frequency> Frequency::per_metre(double cells) {
  constexpr double lowest = 1.0 / 281474976710656.0, highest = 512.0;
  if (!(cells >= lowest && cells <= highest)) return out_of_range(cells, "frequency", "2^-48 … 512 cells per metre");
  // cells / 1024 · 2^64: a power of two, hence exact before the one rounding.
  return Frequency{static_cast<std::uint64_t>(round_half_even(cells * two_pow_54))};
}

double Frequency::cells_per_metre() const { return static_cast<double>(cells_per_wrap) / two_pow_54; }

// A negative position p is read as p + 2^64, which adds cells_per_wrap to the cell: the same cell of a lattice that
// closes after cells_per_wrap cells. The product alone stays below cells_per_wrap; only the carry of the offset reaches it.
LatticeCoordinate lattice_coordinate(std::int64_t position, Frequency frequency, std::uint64_t offset) {
  const uint128 place = wide_product(static_cast<std::uint64_t>(position), frequency.cells_per_wrap) + offset;
  std::uint64_t cell = high_word(place);
  if (cell >= frequency.cells_per_wrap) cell -= frequency.cells_per_wrap;
  return {cell, low_word(place)};
}

float fraction_as_float(std::uint64_t fraction) { return static_cast<float>(fraction >> 40) * 0x1p-24f; }

}  // namespace craton
