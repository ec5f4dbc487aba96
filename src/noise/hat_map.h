#pragma once

#include <cstdint>

#include "base/aligned.h"
#include "noise/hat_cover.h"

namespace craton {

/// A pair of kites of one hat: the direction of the long side that they share, and the hat's vertex as seen from theirs.
struct HatPair {
  int direction;
  std::int64_t a, b;
};

/// The hats around the vertices of a small box, a word for each vertex. Six kites around a vertex are three pairs, each of which
/// shares a long side and belongs to one hat: the pairs' long sides lie in directions 0, 2, 4 or 1, 3, 5. Bit 0 says which; then
/// come three times three bits, for directions (0 or 1), (2 or 3), (4 or 5): where the pair's hat has its vertex, 0: here,
/// 1 + h: at the neighbour in direction h.
struct HatMap {
  static constexpr std::size_t capacity = 4096;

  std::int64_t width = 0, height = 0;
  AlignedArray<std::uint32_t, capacity> code;

  static bool fits(std::int64_t width, std::int64_t height) {
    return width <= static_cast<std::int64_t>(capacity) && height <= static_cast<std::int64_t>(capacity) / width;
  }
  /// Vertices from `first` on, relative to the cover's.
  void make(const HatCover& cover, const HatVector<std::int64_t>& first, std::int64_t map_width, std::int64_t map_height);

  std::uint32_t at(std::int64_t a, std::int64_t b) const { return code[static_cast<std::size_t>(b * width + a)]; }
  /// The pair of kite k around a vertex.
  HatPair pair_of(std::int64_t a, std::int64_t b, int k) const;
};

/// Where the hat's vertex lies, for the three bits of a code; 7 is none.
inline constexpr std::int8_t hat_vertex_of_code[8][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}, {0, 0}};

/// In which direction from a kite's vertex the long side lies that it shares within its hat.
int hat_shared_side(const HatPlace& place);

}  // namespace craton
