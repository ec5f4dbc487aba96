#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <craton/noise/hat_tiling.h>

#include "base/uint128.h"

/// How metatiles are made of smaller ones (Smith, Myers, Kaplan & Goodman-Strauss 2024, "An aperiodic monotile", section 5), as a
/// partition: every hat belongs to one metatile of each level.
///
/// Children keep their turns from level to level, and from level 2 on their places follow t(n) = 3 t(n − 1) − t(n − 2), for
/// they are sums of Fibonacci numbers. tools/make_hat_rules.cpp derives the numbers below from the outlines of the metatiles in
/// exact fractions, and proves that they cover every kite of large patches once.
namespace craton {

__extension__ using int128 = __int128;

/// The six directions of the lattice: the neighbour in direction h lies h·60° − 15° from the x axis.
inline constexpr std::array<HatVertex, 6> hat_neighbours{{{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}};

/// A vertex relative to another, in integers that hold the level's distances.
template <class Int>
struct HatVector {
  Int a = 0, b = 0;

  /// How far the vector goes along each of the three axes a, a − b, −b and back: turning a vector by 60° takes each number to
  /// the one after it.
  constexpr std::array<Int, 6> along() const { return {a, a - b, -b, -a, b - a, b}; }
  constexpr HatVector turned(int by) const {
    const std::array<Int, 6> s = along();
    return {s[static_cast<std::size_t>(by)], s[static_cast<std::size_t>((by + 5) % 6)]};
  }
  friend constexpr HatVector operator+(const HatVector& x, const HatVector& y) { return {x.a + y.a, x.b + y.b}; }
};

/// A hat within a metatile of level 0.
struct HatRule {
  std::uint8_t turn;
  bool mirrored;
  std::int8_t a, b;
};

/// A metatile within one of the next level: its place where the larger one is of level 1, 2 and 3.
struct MetatileRule {
  Metatile type;
  std::uint8_t turn;
  std::int8_t place[3][2];
};

inline constexpr HatRule hat_rules[] = {
    {4, false, 0, 0}, {4, false, 1, -1}, {2, false, 1, 0}, {1, true, 0, -1},  // H
    {3, false, 0, 0},                                                         // T
    {0, false, 0, 0}, {5, false, 0, 1},                                       // P
    {0, false, 0, 0}, {5, false, 0, 1},                                       // F
};
inline constexpr std::size_t first_hat_rule[5] = {0, 4, 5, 7, 9};

inline constexpr MetatileRule metatile_rules[] = {
    // H
    {Metatile::H, 0, {{0, 0}, {0, 0}, {0, 0}}},
    {Metatile::H, 0, {{1, -2}, {2, -5}, {5, -13}}},
    {Metatile::H, 4, {{4, 1}, {11, 3}, {29, 8}}},
    {Metatile::T, 0, {{2, -1}, {5, -1}, {13, -2}}},
    {Metatile::P, 4, {{3, 2}, {10, 6}, {26, 16}}},
    {Metatile::F, 4, {{0, 1}, {3, 4}, {8, 11}}},
    {Metatile::P, 0, {{-1, -2}, {-3, -4}, {-8, -11}}},
    {Metatile::F, 0, {{0, -4}, {-1, -9}, {-3, -24}}},
    {Metatile::P, 5, {{3, -2}, {9, -3}, {23, -8}}},
    {Metatile::F, 2, {{5, 1}, {12, 0}, {32, 0}}},
    // T
    {Metatile::H, 5, {{0, 0}, {0, 0}, {0, 0}}},
    // P
    {Metatile::F, 5, {{-1, 0}, {-1, 3}, {-3, 8}}},
    {Metatile::H, 1, {{0, 0}, {0, 0}, {0, 0}}},
    {Metatile::P, 1, {{1, -1}, {1, -3}, {3, -8}}},
    {Metatile::H, 2, {{1, -3}, {3, -8}, {8, -21}}},
    {Metatile::F, 2, {{3, -2}, {7, -7}, {19, -18}}},
    // F
    {Metatile::F, 5, {{-1, 0}, {-1, 3}, {-3, 8}}},
    {Metatile::H, 1, {{0, 0}, {0, 0}, {0, 0}}},
    {Metatile::P, 1, {{1, -1}, {1, -3}, {3, -8}}},
    {Metatile::H, 2, {{1, -3}, {3, -8}, {8, -21}}},
    {Metatile::F, 0, {{0, -4}, {-1, -9}, {-3, -24}}},
    {Metatile::F, 2, {{3, -2}, {7, -7}, {19, -18}}},
};
inline constexpr std::size_t first_metatile_rule[5] = {0, 10, 11, 16, 22};

constexpr std::span<const HatRule> hats_of(Metatile type) {
  const auto t = static_cast<std::size_t>(type);
  return std::span(hat_rules).subspan(first_hat_rule[t], first_hat_rule[t + 1] - first_hat_rule[t]);
}

/// The hat's kites around its own vertex and around two neighbours, before it is mirrored and turned: pairs share a long side.
struct HatKite {
  std::int8_t a, b, k;
};
inline constexpr HatKite hat_kites[8] = {{0, 0, 0},  {0, 0, 5},  {0, 0, 3}, {0, 0, 4},
                                         {0, -1, 0}, {0, -1, 1}, {1, 0, 3}, {1, 0, 2}};

/// A kite of the hat as it lies.
constexpr HatKite hat_kite(std::size_t place, int turn, bool mirrored) {
  const HatKite kite = hat_kites[place];
  const int a = mirrored ? kite.a - kite.b : kite.a, b = mirrored ? -kite.b : kite.b, k = mirrored ? 5 - kite.k : kite.k;
  const HatVector<int> at = HatVector<int>{a, b}.turned(turn);
  return {static_cast<std::int8_t>(at.a), static_cast<std::int8_t>(at.b), static_cast<std::int8_t>((k + turn) % 6)};
}

/// All levels up to the last: places of children, and how far the vertices of a metatile reach in the six directions of
/// HatVector::along().
template <class Int, int Last>
struct HatLevels {
  static constexpr int last = Last;
  using Reach = std::array<Int, 6>;

  std::array<std::array<HatVector<Int>, std::size(metatile_rules)>, Last + 1> place{};  ///< [level of the parent]; none at 0
  std::array<std::array<Reach, 4>, Last + 1> reach{};                                   ///< [level][metatile]

  constexpr HatLevels() {
    for (std::size_t r = 0; r < std::size(metatile_rules); ++r)
      for (std::size_t n = 1; n <= Last; ++n) {
        if (n <= 3)
          place[n][r] = {metatile_rules[r].place[n - 1][0], metatile_rules[r].place[n - 1][1]};
        else
          place[n][r] = {3 * place[n - 1][r].a - place[n - 2][r].a, 3 * place[n - 1][r].b - place[n - 2][r].b};
      }
    for (std::size_t t = 0; t < 4; ++t) reach[0][t] = reach_of_hats(static_cast<Metatile>(t));
    for (std::size_t n = 1; n <= Last; ++n)
      for (std::size_t t = 0; t < 4; ++t) reach[n][t] = reach_of_children(n, t);
  }

 private:
  static constexpr void grow(Reach& reach, std::size_t direction, Int by, bool first) {
    if (first || reach[direction] < by) reach[direction] = by;
  }
  static constexpr Reach reach_of_hats(Metatile type) {
    Reach found{};
    bool first = true;
    for (const HatRule& hat : hats_of(type))
      for (std::size_t p = 0; p < 8; ++p, first = false) {
        const HatKite kite = hat_kite(p, hat.turn, hat.mirrored);
        const std::array<Int, 6> s = HatVector<Int>{hat.a + kite.a, hat.b + kite.b}.along();
        for (std::size_t q = 0; q < 6; ++q) grow(found, q, s[q], first);
      }
    return found;
  }
  constexpr Reach reach_of_children(std::size_t n, std::size_t t) const {
    Reach found{};
    for (std::size_t r = first_metatile_rule[t]; r < first_metatile_rule[t + 1]; ++r) {
      const std::array<Int, 6> s = place[n][r].along();
      const Reach& child = reach[n - 1][static_cast<std::size_t>(metatile_rules[r].type)];
      for (std::size_t q = 0; q < 6; ++q)
        grow(found, q, s[q] + child[(q + metatile_rules[r].turn) % 6], r == first_metatile_rule[t]);
    }
    return found;
  }
};

/// The largest metatile: an H that holds all vertices with 64-bit coordinates around any hat that a seed may choose.
inline constexpr int hat_top_level = 47;
/// Up to here distances within a metatile, and to all that touches it, are far below 2^63.
inline constexpr int hat_near_level = 41;

inline constexpr HatLevels<int128, hat_top_level> hat_far_levels{};
inline constexpr HatLevels<std::int64_t, hat_near_level> hat_near_levels{};

}  // namespace craton
