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

/// What all hats of a metatile of level 1 write, a word for each vertex.
struct TileMarks {
  std::array<HatMark, 64> mark{};
  std::size_t count = 0;

  constexpr void add(int a, int b, std::uint16_t bits) {
    for (std::size_t i = 0; i < count; ++i)
      if (mark[i].a == a && mark[i].b == b) {
        mark[i].bits = static_cast<std::uint16_t>(mark[i].bits | bits);
        return;
      }
    mark[count++] = {static_cast<std::int8_t>(a), static_cast<std::int8_t>(b), bits};
  }
};

constexpr TileMarks marks_of_tile(Metatile type, int tile_turn) {
  TileMarks marks;
  const auto t = static_cast<std::size_t>(type);
  for (std::size_t r = first_metatile_rule[t]; r < first_metatile_rule[t + 1]; ++r) {
    const MetatileRule& child = metatile_rules[r];
    const HatVector<int> child_at = HatVector<int>{child.place[0][0], child.place[0][1]}.turned(tile_turn);
    const int child_turn = (tile_turn + child.turn) % 6;
    for (const HatRule& hat : hats_of(child.type)) {
      const HatVector<int> at = child_at + HatVector<int>{hat.a, hat.b}.turned(child_turn);
      for (const HatMark& mark : marks_of((child_turn + hat.turn) % 6, hat.mirrored))
        marks.add(at.a + mark.a, at.b + mark.b, mark.bits);
    }
  }
  return marks;
}

/// By type and turn.
constexpr std::array<TileMarks, 24> all_marks = [] {
  std::array<TileMarks, 24> all{};
  for (std::size_t i = 0; i < 24; ++i) all[i] = marks_of_tile(static_cast<Metatile>(i / 6), static_cast<int>(i % 6));
  return all;
}();

}  // namespace

void HatMap::make(const HatCover& cover, const HatVector<std::int64_t>& first, std::int64_t map_width, std::int64_t map_height) {
  width = map_width;
  height = map_height;
  std::fill_n(code.data, width * height, 0U);
  const HatVector<std::int64_t> last{first.a + width - 1, first.b + height - 1};
  cover.for_each<1>(first, last, [&](const HatTile<std::int64_t>& tile) {
    const TileMarks& marks = all_marks[static_cast<std::size_t>(tile.type) * 6 + tile.turn];
    const auto from_a = static_cast<std::uint64_t>(tile.origin.a - first.a),
               from_b = static_cast<std::uint64_t>(tile.origin.b - first.b);
    for (std::size_t i = 0; i < marks.count; ++i) {
      const HatMark& mark = marks.mark[i];
      const std::uint64_t a = from_a + static_cast<std::uint64_t>(std::int64_t{mark.a}),
                          b = from_b + static_cast<std::uint64_t>(std::int64_t{mark.b});
      if (a < static_cast<std::uint64_t>(width) && b < static_cast<std::uint64_t>(height))
        code[b * static_cast<std::uint64_t>(width) + a] |= mark.bits;
    }
    return false;
  });
}

HatPair HatMap::pair_of(std::int64_t a, std::int64_t b, int k) const {
  const std::uint32_t word = at(a, b);
  const int direction = (static_cast<std::uint32_t>(k) & 1U) == (word & 1U) ? k : (k + 1) % 6;
  const std::int8_t(&vertex)[2] = hat_vertex_of_code[word >> (1 + 3 * (direction / 2)) & 7U];
  return {direction, vertex[0], vertex[1]};
}

int hat_shared_side(const HatPlace& place) {
  const auto p = static_cast<std::size_t>(place.place);
  return shared_side(hat_kite(p, place.hat.turn, place.hat.mirrored).k, hat_kite(p ^ 1, place.hat.turn, place.hat.mirrored).k);
}

}  // namespace craton
