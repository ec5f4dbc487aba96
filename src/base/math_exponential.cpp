// exp, log, pow by tables and short series (Tang 1989, 1990: "Table-driven implementation of the exponential / logarithm
// function in IEEE floating-point arithmetic"), with the leading terms in double-double.

#include "base/math_kernels.h"

#include <cmath>

#include "base/double_double.h"
#include "base/math_tables.h"

namespace craton::math::kernel {
namespace {

/// x · 2^exponent for −2000 < exponent < 2000, rounded once (x is near 1: the first factor keeps it normal).
double scaled(double x, int exponent) {
  const int first = exponent / 2;
  return x * power_of_two(first) * power_of_two(exponent - first);
}

/// exp(x) for |x| < 760: x = k · ln2/64 + r, |r| ≤ ln2/128, hence exp(x) = 2^(k/64) (1 + r + r²/2 + …).
double exponential(DoubleDouble x) {
  constexpr double c3 = 1.0 / 6, c4 = 1.0 / 24, c5 = 1.0 / 120, c6 = 1.0 / 720, c7 = 1.0 / 5040;
  const double steps = std::floor(x.high * steps_per_unit + 0.5);
  // |steps| < 2^17, so that its products with the first two parts are exact, and so is the first difference.
  const DoubleDouble near = sum_of(x.high - steps * ln2_64th_high, -(steps * ln2_64th_middle));
  const DoubleDouble rest = sum_of(near.high, near.low + (x.low - steps * ln2_64th_low));
  const double r = rest.high;
  const double growth = r + (rest.low + r * r * (0.5 + r * (c3 + r * (c4 + r * (c5 + r * (c6 + r * c7))))));

  const int k = static_cast<int>(steps);
  const DoubleDouble power = power_of_two_table[k & 63];
  return scaled(power.high + (power.low + power.high * growth), (k - (k & 63)) / 64);
}

/// ln x for 0 < x < ∞ with an error below 2^-64 of the result: x = 2^e · m, c ≈ 1/m from a table, z = c·m − 1, hence
/// ln x = e · ln2 − ln c + ln(1 + z). Beside 1 the first two are zero and nothing cancels; elsewhere they outweigh z.
DoubleDouble logarithm(double x) {
  constexpr double c3 = 1.0 / 3, c4 = -1.0 / 4, c5 = 1.0 / 5, c6 = -1.0 / 6, c7 = 1.0 / 7, c8 = -1.0 / 8, c9 = 1.0 / 9,
                   c10 = -1.0 / 10;
  int exponent = -1023;
  if (x < 0x1p-1022) {  // subnormal
    x *= 0x1p54;
    exponent -= 54;
  }
  const std::uint64_t bits = bits_of(x);
  exponent += static_cast<int>(bits >> 52);
  const unsigned row = static_cast<unsigned>(bits >> 45) & 127;
  if (row >= logarithm_raise_from) ++exponent;
  const double e = exponent;

  // The reciprocal has ten bits: its products with the upper 43 and the lower 10 bits of the significand are exact.
  const LogarithmEntry& entry = logarithm_table[row];
  const std::uint64_t significand_bits = (bits & 0xFFFFFFFFFFFFF) | 0x3FF0000000000000;
  const double upper = std::bit_cast<double>(significand_bits & ~std::uint64_t{0x3FF});
  const double lower = std::bit_cast<double>(significand_bits) - upper;
  const DoubleDouble z = sum_of(entry.reciprocal * upper - 1.0, entry.reciprocal * lower);

  const double t = z.high;
  const DoubleDouble square = product_of(t, t);
  const double series = c3 + t * (c4 + t * (c5 + t * (c6 + t * (c7 + t * (c8 + t * (c9 + t * c10))))));
  const DoubleDouble bent = sum_of_ordered(t, -0.5 * square.high);
  const double bent_low = bent.low + (square.high * t * series + (z.low - (0.5 * square.low + t * z.low)));

  const DoubleDouble lead = sum_of_ordered(e * ln2_high, entry.minus_log.high);
  const double lead_low = lead.low + (e * ln2_low + entry.minus_log.low);
  const DoubleDouble sum = sum_of_ordered(lead.high, bent.high);
  return sum_of_ordered(sum.high, sum.low + (lead_low + bent_low));
}

enum class Parity { broken, even, odd };

Parity parity_of(double y) {
  if (std::floor(y) != y) return Parity::broken;
  const double half = y * 0.5;
  return std::floor(half) == half ? Parity::even : Parity::odd;
}

/// For a base of 0, an exponent or a base of ±∞: what |x|^y is.
double extreme_power(double magnitude, double y) {
  if (magnitude == 1.0) return 1.0;
  return (magnitude > 1.0) == (y > 0) ? infinity : 0.0;
}

/// For 0 < x < ∞, x ≠ 1, y finite and not 0.
double finite_power(double x, double y) {
  const double magnitude = magnitude_of(y);
  // |ln x| is at least 2^-53 and at most 745: beyond these exponents only one answer is left.
  if (magnitude > 0x1p65) return extreme_power(x, y);
  if (magnitude < 0x1p-65) return 1.0;
  const DoubleDouble exponent = logarithm(x) * y;
  if (exponent.high > 750) return infinity;
  if (exponent.high < -750) return 0.0;
  return exponential(exponent);
}

}  // namespace

double exp(double x) {
  if (is_nan(x)) return not_a_number;
  if (x > 750) return infinity;
  if (x < -750) return 0.0;
  return exponential({x, 0});
}

double log(double x) {
  if (x == 0) return -infinity;
  if (!(x > 0)) return not_a_number;
  if (x == infinity) return infinity;
  return logarithm(x).high;
}

double pow(double x, double y) {
  if (y == 0 || x == 1.0) return 1.0;
  if (is_nan(x) || is_nan(y)) return not_a_number;
  const double base = magnitude_of(x);
  const Parity parity = parity_of(y);
  const bool extreme = base == 0 || base == infinity || magnitude_of(y) == infinity;
  if (is_negative(x) && !extreme && parity == Parity::broken) return not_a_number;
  const double power = extreme || base == 1.0 ? extreme_power(base, y) : finite_power(base, y);
  return is_negative(x) && parity == Parity::odd ? -power : power;
}

float exp(float x) { return static_cast<float>(exp(double{x})); }
float log(float x) { return static_cast<float>(log(double{x})); }
float pow(float x, float y) { return static_cast<float>(pow(double{x}, double{y})); }

}  // namespace craton::math::kernel
