#pragma once

#include <concepts>
#include <cstdint>

namespace craton {

/// a / b rounded down, for b > 0: which square of side b a place lies in, also west and north of the origin.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// place modulo size: 0 … size − 1, also for places below 0.
template <std::integral Size>
constexpr Size wrapped(std::int64_t place, Size size) {
  const auto turn = static_cast<std::int64_t>(size);
  const std::int64_t rest = place % turn;
  return static_cast<Size>(rest < 0 ? rest + turn : rest);
}

}  // namespace craton
