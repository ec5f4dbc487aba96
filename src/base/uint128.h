#pragma once

#include <cstdint>

namespace craton {

// Both compilers have 128-bit integers but call them an extension; __extension__ keeps -Wpedantic quiet in one place.
__extension__ using uint128 = unsigned __int128;

constexpr std::uint64_t high_word(uint128 value) { return static_cast<std::uint64_t>(value >> 64); }
constexpr std::uint64_t low_word(uint128 value) { return static_cast<std::uint64_t>(value); }

/// The full product of two words.
constexpr uint128 wide_product(std::uint64_t a, std::uint64_t b) { return uint128{a} * b; }

}  // namespace craton
