#pragma once

#include <bit>
#include <cstdint>

namespace craton {

/// `condition ? yes : no` by bits: g++ turns the plain form into a jump where one side takes work, and then no loop around it
/// becomes vectors. For the same reason what such loops call must be inlined, however often: [[gnu::always_inline]].
[[gnu::always_inline]] inline float chosen(bool condition, float yes, float no) {
  const std::uint32_t mask = 0 - static_cast<std::uint32_t>(condition);
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(yes) & mask) | (std::bit_cast<std::uint32_t>(no) & ~mask));
}
[[gnu::always_inline]] inline float lesser(float a, float b) { return chosen(a < b, a, b); }
[[gnu::always_inline]] inline float greater(float a, float b) { return chosen(a > b, a, b); }

}  // namespace craton
