// sin, cos, tan, atan2. The reduction of large angles follows Payne & Hanek (1983), "Radian reduction for trigonometric
// functions", in whole numbers; the arctangent adds table angles as in Tang (1990).

#include "base/math_kernels.h"

#include <bit>
#include <cmath>

#include "base/double_double.h"
#include "base/math_tables.h"
#include "base/uint128.h"

namespace craton::math::kernel {
namespace {

/// x − quadrant · π/2, with |rest| ≤ π/4 (a hair more where rounding decides); the quadrant counts modulo 4.
struct ReducedAngle {
  unsigned quadrant = 0;
  DoubleDouble rest;
};

/// Bits [first, first + 192) of a row of words whose bits are counted from the most significant on; [0] is the highest word.
struct Bits192 {
  std::uint64_t word[3];
};

Bits192 two_over_pi_from(unsigned first) {
  const std::uint64_t* words = two_over_pi_bits + first / 64;
  const unsigned shift = first % 64;
  Bits192 bits{{words[0], words[1], words[2]}};
  if (shift == 0) return bits;
  for (int i = 0; i < 3; ++i) bits.word[i] = words[i] << shift | words[i + 1] >> (64 - shift);
  return bits;
}

Bits192 low_product(const Bits192& a, std::uint64_t b) {
  const uint128 low = wide_product(a.word[2], b);
  const uint128 middle = wide_product(a.word[1], b) + high_word(low);
  return {{a.word[0] * b + high_word(middle), low_word(middle), low_word(low)}};
}

Bits192 shifted_left(const Bits192& a, unsigned shift) {
  if (shift >= 64) return shifted_left({{a.word[1], a.word[2], 0}}, shift - 64);
  if (shift == 0) return a;
  return {{a.word[0] << shift | a.word[1] >> (64 - shift), a.word[1] << shift | a.word[2] >> (64 - shift), a.word[2] << shift}};
}

Bits192 negated(const Bits192& a) {
  const uint128 low = ~(uint128{a.word[1]} << 64 | a.word[2]) + 1;
  return {{~a.word[0] + (low == 0 ? 1 : 0), high_word(low), low_word(low)}};
}

/// For 0.5 ≤ x < ∞. With x = m · 2^e the digits of 2/π above weight 2^(1−e) only add whole turns; the next 192 digits times m
/// give x · 2/π modulo 4 with 190 bits behind the point. No double comes nearer than 2^-62 to a multiple of π/2 (relative to
/// π/2), so that at least 75 good bits remain.
ReducedAngle reduce(double x) {
  const std::uint64_t bits = bits_of(x);
  const std::uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | 0x10000000000000;
  const int exponent = static_cast<int>(bits >> 52) - 1075;
  const Bits192 turns = low_product(two_over_pi_from(static_cast<unsigned>(exponent + 62)), significand);

  const unsigned below = static_cast<unsigned>(turns.word[0] >> 62);
  Bits192 fraction = shifted_left(turns, 2);
  const bool past_half = fraction.word[0] >> 63 != 0;
  if (past_half) fraction = negated(fraction);

  unsigned zeros = 0;
  while (fraction.word[0] == 0) {
    fraction = shifted_left(fraction, 64);
    zeros += 64;
  }
  const unsigned more_zeros = static_cast<unsigned>(std::countl_zero(fraction.word[0]));
  fraction = shifted_left(fraction, more_zeros);
  zeros += more_zeros;

  // The upper 53 and the next 53 bits, each exact as a double.
  const double scale = power_of_two(-53 - static_cast<int>(zeros)) * (past_half ? -1.0 : 1.0);
  const double upper = static_cast<double>(fraction.word[0] >> 11) * scale;
  const std::uint64_t next = (fraction.word[0] & 0x7FF) << 42 | fraction.word[1] >> 22;
  const double lower = static_cast<double>(next) * (scale * 0x1p-53);
  return {(below + (past_half ? 1u : 0u)) & 3u, half_pi * sum_of_ordered(upper, lower)};
}

/// The same for 0.5 ≤ x < 2^19 after Cody & Waite (1980): π/2 in three parts, the first two so short that their products with
/// the number of quarter turns are exact.
ReducedAngle reduce_small(double x) {
  constexpr double quarter_turns_per_unit = 0x1.45f306dc9c883p-1;  // 2/π
  const double turns = std::floor(x * quarter_turns_per_unit + 0.5);
  const DoubleDouble near = sum_of(x - turns * half_pi_high, -(turns * half_pi_middle));
  return {static_cast<unsigned>(turns) & 3u, sum_of(near.high, near.low - turns * half_pi_low)};
}

ReducedAngle reduced(double x) {
  constexpr double quarter_pi = half_pi.high / 2;
  const double magnitude = magnitude_of(x);
  if (magnitude <= quarter_pi) return {0, {x, 0}};
  ReducedAngle angle;
  if (magnitude < 0x1p19) angle = reduce_small(magnitude);
  // Where much has cancelled, three parts of π/2 are too few.
  if (magnitude_of(angle.rest.high) < 0x1p-20) angle = reduce(magnitude);
  if (x < 0) angle = {(0u - angle.quadrant) & 3u, -angle.rest};
  return angle;
}

/// Taylor series about 0 on |r| ≤ π/4; the first term left out is below 2^-62 of the result. The leading term is kept apart
/// from the rest, so that the result has a few bits more than a double.
DoubleDouble sine_near_zero(DoubleDouble r) {
  constexpr double c3 = -1.0 / 6, c5 = 1.0 / 120, c7 = -1.0 / 5040, c9 = 1.0 / 362880, c11 = -1.0 / 39916800,
                   c13 = 1.0 / 6227020800, c15 = -1.0 / 1307674368000, c17 = 1.0 / 355687428096000;
  const double x = r.high, square = x * x;
  const double series = c5 + square * (c7 + square * (c9 + square * (c11 + square * (c13 + square * (c15 + square * c17)))));
  const double cube_terms = x * square * (c3 + square * series);
  // sin(x + low) = sin x + low · cos x
  return sum_of_ordered(x, cube_terms + r.low * (1.0 - 0.5 * square));
}

DoubleDouble cosine_near_zero(DoubleDouble r) {
  constexpr double c4 = 1.0 / 24, c6 = -1.0 / 720, c8 = 1.0 / 40320, c10 = -1.0 / 3628800, c12 = 1.0 / 479001600,
                   c14 = -1.0 / 87178291200, c16 = 1.0 / 20922789888000, c18 = -1.0 / 6402373705728000;
  const double x = r.high;
  const DoubleDouble square = product_of(x, x);
  const double s = square.high;
  const double series = c4 + s * (c6 + s * (c8 + s * (c10 + s * (c12 + s * (c14 + s * (c16 + s * c18))))));
  const DoubleDouble leading = sum_of_ordered(1.0, -0.5 * s);
  // cos(x + low) = cos x − low · sin x
  return sum_of_ordered(leading.high, leading.low + (s * s * series - 0.5 * square.low - r.low * x));
}

double sine_of_quadrant(unsigned quadrant, DoubleDouble rest) {
  const DoubleDouble result = quadrant % 2 == 0 ? sine_near_zero(rest) : cosine_near_zero(rest);
  return quadrant < 2 ? result.high : -result.high;
}

/// Below this sine, tangent and arctangent are their argument.
constexpr double smallest_bent = 0x1p-27;

double upper_bits(double x) { return std::bit_cast<double>(bits_of(x) & ~std::uint64_t{0x3FF}); }

/// atan(a / b) for 0 ≤ a ≤ b, 1 ≤ b < 2, a/b not tiny: with c the nearest sixteenth of a/b,
/// atan(a/b) = atan(c) + atan((a − c·b) / (b + c·a)), the latter argument at most 1/32.
DoubleDouble arctangent_of_ratio(double a, double b) {
  constexpr double c3 = -1.0 / 3, c5 = 1.0 / 5, c7 = -1.0 / 7, c9 = 1.0 / 9, c11 = -1.0 / 11, c13 = 1.0 / 13, c15 = -1.0 / 15;
  const int k = static_cast<int>(a / b * 16.0 + 0.5);
  const double c = k / 16.0;
  // c has five bits: its products with the upper 43 and the lower 10 bits of a and b are exact, and so is a − c · b_upper.
  const double a_upper = upper_bits(a), b_upper = upper_bits(b);
  const DoubleDouble above = sum_of(a - c * b_upper, -c * (b - b_upper));
  const DoubleDouble below = sum_of_ordered(b, c * a_upper);
  const DoubleDouble u = above / DoubleDouble{below.high, below.low + c * (a - a_upper)};
  const double square = u.high * u.high;
  const double series = c5 + square * (c7 + square * (c9 + square * (c11 + square * (c13 + square * c15))));
  const double bend = u.high * square * (c3 + square * series);
  const DoubleDouble sum = sum_of_ordered(arctangent_table[k].high, u.high);
  return sum_of_ordered(sum.high, sum.low + (arctangent_table[k].low + u.low + bend));
}

/// The angle in [0, π/2] of a point with finite positive coordinates.
DoubleDouble first_quadrant_angle(double y, double x) {
  const bool steep = y > x;
  double a = steep ? x : y, b = steep ? y : x;
  if (b < 0x1p-1000) {  // lifts subnormal numbers into the normal range
    a *= 0x1p80;
    b *= 0x1p80;
  }
  // b into [1, 2); a may lose bits below the normal range, but then it is so small that only a / b counts, which has them
  const int exponent = static_cast<int>(bits_of(b) >> 52) - 1023;
  const double ratio = a / b;
  DoubleDouble angle{ratio, 0};
  if (ratio >= 0x1p-60) {
    const double half_scale = power_of_two(-exponent / 2), other_half = power_of_two(-exponent - -exponent / 2);
    angle = arctangent_of_ratio(a * half_scale * other_half, b * half_scale * other_half);
  }
  return steep ? half_pi + -angle : angle;
}

}  // namespace

double sin(double x) {
  const double magnitude = magnitude_of(x);
  if (!(magnitude < infinity)) return not_a_number;
  if (magnitude < smallest_bent) return x;
  const ReducedAngle angle = reduced(x);
  return sine_of_quadrant(angle.quadrant, angle.rest);
}

double cos(double x) {
  if (!(magnitude_of(x) < infinity)) return not_a_number;
  const ReducedAngle angle = reduced(x);
  return sine_of_quadrant((angle.quadrant + 1) & 3u, angle.rest);
}

double tan(double x) {
  const double magnitude = magnitude_of(x);
  if (!(magnitude < infinity)) return not_a_number;
  if (magnitude < smallest_bent) return x;
  const ReducedAngle angle = reduced(x);
  const DoubleDouble sine = sine_near_zero(angle.rest), cosine = cosine_near_zero(angle.rest);
  return angle.quadrant % 2 == 0 ? (sine / cosine).high : -(cosine / sine).high;
}

double atan2(double y, double x) {
  if (is_nan(x) || is_nan(y)) return not_a_number;
  const double magnitude_x = magnitude_of(x), magnitude_y = magnitude_of(y);
  DoubleDouble angle;
  if (magnitude_y == 0) {
    angle = {0, 0};
  } else if (magnitude_x == 0) {
    angle = half_pi;
  } else if (magnitude_x == infinity || magnitude_y == infinity) {
    angle = magnitude_y < infinity ? DoubleDouble{} : magnitude_x < infinity ? half_pi : half_pi * 0.5;
  } else {
    angle = first_quadrant_angle(magnitude_y, magnitude_x);
  }
  if (is_negative(x)) angle = pi + -angle;
  return is_negative(y) ? -angle.high : angle.high;
}

float sin(float x) { return static_cast<float>(sin(double{x})); }
float cos(float x) { return static_cast<float>(cos(double{x})); }
float tan(float x) { return static_cast<float>(tan(double{x})); }
float atan2(float y, float x) { return static_cast<float>(atan2(double{y}, double{x})); }

}  // namespace craton::math::kernel
