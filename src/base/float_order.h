#pragma once

#include <bit>
#include <cstdint>

namespace craton {

/// An integer that is ordered as the numbers are; −0 is 0, NaN comes last.
inline std::uint32_t ordered_key(float number) {
  if (number != number) return 0xFFFFFFFFu;
  const auto bits = std::bit_cast<std::uint32_t>(number + 0.0F);
  return (bits & 0x80000000u) ? ~bits : bits | 0x80000000u;
}

inline float number_of_key(std::uint32_t key) { return std::bit_cast<float>((key & 0x80000000u) ? key & 0x7FFFFFFFu : ~key); }

}  // namespace craton
