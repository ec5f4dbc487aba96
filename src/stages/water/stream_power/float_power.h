#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace craton {

/// x^y for normal x > 0, right to about two units in the last place of a float: for loops in which the eight times dearer
/// math::pow would be all of the work. By series of ln((1 + z)/(1 − z)) and exp, in double.
inline float float_power(float x, double y) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  // 1/√2 ≤ significand < √2, so that |z| < 0.172.
  const auto above = static_cast<std::int32_t>(bits) - 0x3F3504F3;
  const int exponent = above >> 23;
  const double significand = std::bit_cast<float>(static_cast<std::uint32_t>((above & 0x7FFFFF) + 0x3F3504F3));
  const double z = (significand - 1) / (significand + 1), zz = z * z;
  const double series = z * (1 + zz * (1.0 / 3 + zz * (1.0 / 5 + zz * (1.0 / 7 + zz * (1.0 / 9)))));
  constexpr double two_over_ln2 = 2.8853900817779268, ln2 = 0.69314718055994531;

  const double power = (exponent + two_over_ln2 * series) * y;
  if (power > 127.9) return std::bit_cast<float>(0x7F7FFFFFu);  // the largest float: nothing here becomes infinite
  if (power < -125) return 0;
  const double whole = std::floor(power + 0.5), r = (power - whole) * ln2;  // |r| < 0.347
  const double growth =
      1 + r * (1 + r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040)))))));
  const auto scale = static_cast<std::uint64_t>(static_cast<std::int64_t>(whole) + 1023) << 52;
  return static_cast<float>(growth * std::bit_cast<double>(scale));
}

}  // namespace craton
