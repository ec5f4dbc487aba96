#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

// Numbers as the unevaluated sum of two doubles, about 106 bits (Dekker 1971; Knuth, TAOCP 2, 4.2.2). Only + − × and no fused
// multiply-add: the same bits everywhere. Every step relies on each operation being rounded to double at once.
static_assert(FLT_EVAL_METHOD == 0, "double arithmetic must not carry extra bits");

namespace craton::math {

struct DoubleDouble {
  double high = 0, low = 0;
};

/// a + b exactly, for |a| ≥ |b| or a = 0.
constexpr DoubleDouble sum_of_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
constexpr DoubleDouble sum_of(double a, double b) {
  const double sum = a + b;
  const double from_b = sum - a;
  return {sum, (a - (sum - from_b)) + (b - from_b)};
}

/// a · b exactly, for |a|, |b| < 2^995 and a product whose lowest bits stay in the normal range.
constexpr DoubleDouble product_of(double a, double b) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1 cuts 53 bits into 26 and 26 with a sign
  const double a_scaled = splitter * a, b_scaled = splitter * b;
  const double a_high = a_scaled - (a_scaled - a), b_high = b_scaled - (b_scaled - b);
  const double a_low = a - a_high, b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

constexpr DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }

constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = sum_of(a.high, b.high), low = sum_of(a.low, b.low);
  const DoubleDouble middle = sum_of_ordered(high.high, high.low + low.high);
  return sum_of_ordered(middle.high, middle.low + low.low);
}

constexpr DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble high = product_of(a.high, b);
  return sum_of_ordered(high.high, high.low + a.low * b);
}

constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = product_of(a.high, b.high);
  return sum_of_ordered(high.high, high.low + (a.high * b.low + a.low * b.high));
}

constexpr DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double quotient = a.high / b.high;
  const DoubleDouble back = product_of(quotient, b.high);  // so near to a.high that their difference is exact
  const double rest = ((a.high - back.high) - back.low) + (a.low - quotient * b.low);
  return sum_of_ordered(quotient, rest / b.high);
}

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The one NaN that functions return: the sign of a NaN made by arithmetic differs between x86 and ARM.
inline constexpr double not_a_number = std::bit_cast<double>(std::uint64_t{0x7FF8000000000000});

constexpr std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
constexpr double magnitude_of(double x) { return std::bit_cast<double>(bits_of(x) & 0x7FFFFFFFFFFFFFFF); }
constexpr bool is_negative(double x) { return (bits_of(x) >> 63) != 0; }
constexpr bool is_nan(double x) { return !(x == x); }

/// 2^exponent for −1022 ≤ exponent ≤ 1023.
constexpr double power_of_two(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52); }

}  // namespace craton::math
