#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

/// Hilbert's curve through a square of 2ⁿ × 2ⁿ cells, from (0, 0) to (2ⁿ − 1, 0): places that follow each other are neighbours.
namespace craton::files {

namespace hilbert {

/// How a quarter of the curve lies: its axes swapped, and both run backwards.
struct Turn {
  bool swapped = false, reversed = false;

  /// The quarter of the square that the curve comes to as number `quarter`, 0 … 3.
  std::array<unsigned, 2> place(unsigned quarter) const {
    unsigned x = quarter >> 1, y = (quarter ^ x) & 1;
    if (swapped) std::swap(x, y);
    return {x ^ unsigned{reversed}, y ^ unsigned{reversed}};
  }
  /// The other way round.
  unsigned quarter(unsigned x, unsigned y) const {
    x ^= unsigned{reversed};
    y ^= unsigned{reversed};
    if (swapped) std::swap(x, y);
    return x << 1 | (x ^ y);
  }
  Turn within(unsigned quarter) const { return {swapped != (quarter == 0 || quarter == 3), reversed != (quarter == 3)}; }
};

}  // namespace hilbert

/// Which cell of the square the curve comes to as number `result`.
inline std::uint64_t hilbert_number(unsigned bits, std::uint64_t x, std::uint64_t y) {
  hilbert::Turn turn;
  std::uint64_t number = 0;
  while (bits-- > 0) {
    const unsigned quarter = turn.quarter(static_cast<unsigned>(x >> bits & 1), static_cast<unsigned>(y >> bits & 1));
    number = number << 2 | quarter;
    turn = turn.within(quarter);
  }
  return number;
}

/// The cell of number `number` among those of the curve that lie in `columns` × `rows`, counted along the curve. It is found from
/// the sizes of quarters alone: no list is kept.
inline std::array<std::uint64_t, 2> hilbert_place(std::uint64_t number, std::uint64_t columns, std::uint64_t rows) {
  hilbert::Turn turn;
  std::uint64_t side = 1, x = 0, y = 0;
  while (side < std::max(columns, rows)) side *= 2;
  const auto within = [](std::uint64_t first, std::uint64_t length, std::uint64_t end) {
    return first >= end ? std::uint64_t{0} : std::min(length, end - first);
  };
  while (side > 1) {
    side /= 2;
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
      const auto [right, down] = turn.place(quarter);
      const std::uint64_t qx = x + right * side, qy = y + down * side;
      const std::uint64_t cells = within(qx, side, columns) * within(qy, side, rows);
      if (number >= cells) {
        number -= cells;
        continue;
      }
      x = qx;
      y = qy;
      turn = turn.within(quarter);
      break;
    }
  }
  return {x, y};
}

}  // namespace craton::files
