#pragma once

#include <vector>

#include "noise/hat_substitution.h"

namespace craton {

/// A metatile of some level, where it lies.
template <class Int>
struct HatTile {
  HatVector<Int> origin;
  Metatile type = Metatile::H;
  std::uint8_t turn = 0;
};

/// What is asked for, as the six numbers of HatVector::along(): the least that a vertex has, negated.
template <class Int>
struct HatRegion {
  std::array<Int, 6> least_negated{};

  /// All vertices first … last.
  constexpr static HatRegion box(const HatVector<Int>& first, const HatVector<Int>& last) {
    return {{-first.a, last.b - first.a, last.b, last.a, last.a - first.b, -first.b}};
  }
  /// Whether the bounds of a tile reach it; `reach` is that of its metatile.
  constexpr bool touches(const HatTile<Int>& tile, const std::array<Int, 6>& reach) const {
    const std::array<Int, 6> s = tile.origin.along();
    for (std::size_t q = 0; q < 6; ++q) {
      std::size_t turned = q + tile.turn;
      if (turned >= 6) turned -= 6;
      if (s[q] + reach[turned] + least_negated[q] < 0) return false;
    }
    return true;
  }
};

/// A tile's child by rule r, where the tile is of level n.
template <class Levels, class Int>
constexpr HatTile<Int> hat_child(const Levels& levels, const HatTile<Int>& tile, int n, std::size_t r) {
  const MetatileRule& rule = metatile_rules[r];
  const int turn = tile.turn + rule.turn;
  return {tile.origin + levels.place[static_cast<std::size_t>(n)][r].turned(tile.turn), rule.type,
          static_cast<std::uint8_t>(turn >= 6 ? turn - 6 : turn)};
}

/// Calls use(child) for those children of a tile of level n that may touch the region, until it returns true.
template <class Levels, class Int, class Use>
bool for_touching_children(const Levels& levels, const HatTile<Int>& tile, int n, const HatRegion<Int>& region, const Use& use) {
  const auto t = static_cast<std::size_t>(tile.type);
  for (std::size_t r = first_metatile_rule[t]; r < first_metatile_rule[t + 1]; ++r) {
    const HatTile<Int> child = hat_child(levels, tile, n, r);
    const auto& reach = levels.reach[static_cast<std::size_t>(n - 1)][static_cast<std::size_t>(child.type)];
    if (region.touches(child, reach) && use(child)) return true;
  }
  return false;
}

/// The tiles of level `Leaf` in a tile of level n that may touch the region, until use(tile) returns true.
template <int Leaf, class Use>
bool for_touching_leaves(const HatTile<std::int64_t>& tile, int n, const HatRegion<std::int64_t>& region, const Use& use) {
  if (n == Leaf) return use(tile);
  return for_touching_children(hat_near_levels, tile, n, region, [&](const HatTile<std::int64_t>& child) {
    return for_touching_leaves<Leaf>(child, n - 1, region, use);
  });
}

/// The few metatiles that hold all kites around the vertices of a box: searches within the box begin here and not at the top.
/// Places are relative to the box's first vertex.
class HatCover {
 public:
  HatCover(const HatTiling& tiling, const HatBox& box);

  HatVertex first() const { return first_; }
  /// Whether a box from a relative vertex on lies within this one.
  bool contains(const HatVector<std::int64_t>& first, std::int64_t width, std::int64_t height) const {
    return first.a >= 0 && first.b >= 0 && first.a <= extent_.a - width + 1 && first.b <= extent_.b - height + 1;
  }

  /// Calls use(tile) for the metatiles of level `Leaf`, 0 or 1, with hats around the vertices of a box within this one, and
  /// perhaps for a few others, until it returns true.
  template <int Leaf, class Use>
  bool for_each(const HatVector<std::int64_t>& first, const HatVector<std::int64_t>& last, const Use& use) const {
    const auto region = HatRegion<std::int64_t>::box(first, last);
    for (const HatTile<std::int64_t>& tile : tiles_) {
      const auto& reach = hat_near_levels.reach[static_cast<std::size_t>(level_)][static_cast<std::size_t>(tile.type)];
      if (region.touches(tile, reach) && for_touching_leaves<Leaf>(tile, level_, region, use)) return true;
    }
    return false;
  }

  /// The hat of a kite, the kite's vertex being relative.
  HatPlace find(const HatVector<std::int64_t>& vertex, int k) const;

 private:
  HatVertex first_;
  HatVector<std::int64_t> extent_;
  int level_ = hat_near_level;
  std::vector<HatTile<std::int64_t>> tiles_;
};

/// Calls use(rule, vertex, turn) for each hat of a metatile of level 0, until it returns true.
template <class Use>
bool for_each_hat(const HatTile<std::int64_t>& tile, const Use& use) {
  for (const HatRule& rule : hats_of(tile.type)) {
    const int turn = tile.turn + rule.turn;
    if (use(rule, tile.origin + HatVector<std::int64_t>{rule.a, rule.b}.turned(tile.turn), turn >= 6 ? turn - 6 : turn))
      return true;
  }
  return false;
}

}  // namespace craton
