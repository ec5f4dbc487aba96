#pragma once

#include <cstdint>

namespace craton {

inline constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15u;

/// mix64 of base/hash.h, inline for loops that live on it.
constexpr std::uint64_t mixed(std::uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return key ^ (key >> 31);
}

}  // namespace craton
