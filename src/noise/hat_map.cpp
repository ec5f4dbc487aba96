#include "noise/hat_map.h"

#include <algorithm>

namespace craton {
namespace {

constexpr int shared_side(int k, int other) { return (k + 1) % 6 == other ? other : k; }

/// What a hat writes into the words of its three vertices.
struct HatMark {
  std::int8_t a, b;  // of the vertex, from the hat's own
  std::uint16_t bits;
};
using HatMarks = std::array<HatMark, 4>;

constexpr HatMarks marks_of(int turn, bool mirrored) {
  HatMarks marks{};
  for (std::size_t pair = 0; pair < 4; ++pair) {
    const HatKite one = hat_kite(2 * pair, turn, mirrored), other = hat_kite(2 * pair + 1, turn, mirrored);
    const int side = shared_side(one.k, other.k);
    unsigned owner = 0;  // which neighbour of this vertex the hat's own is
    for (unsigned h = 0; h < 6; ++h)
      if (hat_neighbours[h].a == -one.a && hat_neighbours[h].b == -one.b) owner = h + 1;
    marks[pair] = {one.a, one.b, static_cast<std::uint16_t>((side % 2) | owner << (1 + 3 * (side / 2)))};
  }
  return marks;
}

constexpr std::array<HatMarks, 12> all_marks = [] {
  std::array<HatMarks, 12> all{};
  for (int turn = 0; turn < 6; ++turn) {
    all[static_cast<std::size_t>(turn)] = marks_of(turn, false);
    all[static_cast<std::size_t>(turn + 6)] = marks_of(turn, true);
  }
  return all;
}();

}  // namespace

void HatMap::make(const HatCover& cover, const HatVector<std::int64_t>& first, std::int64_t map_width, std::int64_t map_height) {
  width = map_width;
  height = map_height;
  std::fill_n(code.data, width * height, 0U);
  const HatVector<std::int64_t> last{first.a + width - 1, first.b + height - 1};
  cover.for_each(first, last, [&](const HatTile<std::int64_t>& tile) {
    return for_each_hat(tile, [&](const HatRule& rule, const HatVector<std::int64_t>& at, int turn) {
      for (const HatMark& mark : all_marks[static_cast<std::size_t>(turn + (rule.mirrored ? 6 : 0))]) {
        const auto a = static_cast<std::uint64_t>(at.a + mark.a - first.a),
                   b = static_cast<std::uint64_t>(at.b + mark.b - first.b);
        if (a < static_cast<std::uint64_t>(width) && b < static_cast<std::uint64_t>(height))
          code[b * static_cast<std::uint64_t>(width) + a] |= mark.bits;
      }
      return false;
    });
  });
}

int hat_shared_side(const HatPlace& place) {
  const auto p = static_cast<std::size_t>(place.place);
  return shared_side(hat_kite(p, place.hat.turn, place.hat.mirrored).k, hat_kite(p ^ 1, place.hat.turn, place.hat.mirrored).k);
}

}  // namespace craton
