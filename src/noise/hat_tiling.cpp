// The hat tiling by descent (Smith, Myers, Kaplan & Goodman-Strauss 2024, "An aperiodic monotile"). The plane is one metatile of
// level 47. A search follows all children whose exact bounds touch what is asked for, down to hats: no table grows with the
// world, and nothing is remembered between searches.
#include <craton/noise/hat_tiling.h>

#include <algorithm>
#include <cassert>

#include <craton/base/hash.h>

#include "noise/hat_cover.h"

namespace craton {
namespace {

/// Children by which the top two levels are left, H → T → H: the whole of that H is far from the border of the largest. The
/// seed chooses from there on.
constexpr std::size_t central_rules[] = {3, 10};

/// How many hats a metatile holds, in proportion: counts at level 8, which are right to a part in a million at all higher ones.
constexpr std::array<std::uint64_t, 4> hat_share = [] {
  std::array<std::uint64_t, 4> count{};
  for (std::size_t t = 0; t < 4; ++t) count[t] = hats_of(static_cast<Metatile>(t)).size();
  for (int level = 1; level <= 8; ++level) {
    std::array<std::uint64_t, 4> next{};
    for (std::size_t t = 0; t < 4; ++t)
      for (std::size_t r = first_metatile_rule[t]; r < first_metatile_rule[t + 1]; ++r)
        next[t] += count[static_cast<std::size_t>(metatile_rules[r].type)];
    count = next;
  }
  return count;
}();

std::size_t choose_child(Metatile type, std::uint64_t random) {
  const auto t = static_cast<std::size_t>(type);
  // Every metatile has children, and every child hats.
  std::uint64_t all = hat_share[static_cast<std::size_t>(metatile_rules[first_metatile_rule[t]].type)];
  for (std::size_t r = first_metatile_rule[t] + 1; r < first_metatile_rule[t + 1]; ++r)
    all += hat_share[static_cast<std::size_t>(metatile_rules[r].type)];
  std::uint64_t rest = random % all;
  std::size_t r = first_metatile_rule[t];
  for (; rest >= hat_share[static_cast<std::size_t>(metatile_rules[r].type)]; ++r)
    rest -= hat_share[static_cast<std::size_t>(metatile_rules[r].type)];
  return r;
}

int128 from_words(std::uint64_t low, std::uint64_t high) { return static_cast<int128>((uint128{high} << 64) | low); }

Hat make_hat(const HatTile<std::int64_t>& tile, const HatRule& rule, const HatVector<std::int64_t>& at, int turn,
             HatVertex first) {
  return {{static_cast<std::int64_t>(static_cast<std::uint64_t>(at.a) + static_cast<std::uint64_t>(first.a)),
           static_cast<std::int64_t>(static_cast<std::uint64_t>(at.b) + static_cast<std::uint64_t>(first.b))},
          static_cast<std::uint8_t>(turn),
          rule.mirrored,
          tile.type};
}

}  // namespace

std::array<Kite, 8> Hat::kites() const {
  std::array<Kite, 8> list;
  for (std::size_t p = 0; p < 8; ++p) {
    const HatKite kite = hat_kite(p, turn, mirrored);
    // Modulo 2^64, as a hat at the rim of the plane may reach beyond it.
    list[p] = {{static_cast<std::int64_t>(static_cast<std::uint64_t>(vertex.a) + static_cast<std::uint64_t>(kite.a)),
                static_cast<std::int64_t>(static_cast<std::uint64_t>(vertex.b) + static_cast<std::uint64_t>(kite.b))},
               kite.k};
  }
  return list;
}

HatTiling::HatTiling(Seed seed) : seed_(seed) {
  std::uint64_t state = seed.child("hat tiling").value;
  const auto draw = [&state] { return mix64(state += 0x9e3779b97f4a7c15U); };
  turn_ = static_cast<int>(draw() % 6);
  HatTile<int128> tile{{}, Metatile::H, static_cast<std::uint8_t>(turn_)};
  int level = hat_top_level;
  for (const std::size_t rule : central_rules) tile = hat_child(hat_far_levels, tile, level--, rule);
  for (; level > 0; --level) tile = hat_child(hat_far_levels, tile, level, choose_child(tile.type, draw()));
  const auto a = static_cast<uint128>(-tile.origin.a), b = static_cast<uint128>(-tile.origin.b);
  root_ = {low_word(a), high_word(a), low_word(b), high_word(b)};
}

HatCover::HatCover(const HatTiling& tiling, const HatBox& box) : first_(box.first) {
  const HatVector<int128> first{box.first.a, box.first.b}, last{box.last.a, box.last.b};
  const auto far_region = HatRegion<int128>::box(first, last);
  const auto& root = tiling.root_;
  std::vector<HatTile<int128>> far{
      {{from_words(root[0], root[1]), from_words(root[2], root[3])}, Metatile::H, static_cast<std::uint8_t>(tiling.turn_)}};
  for (int level = hat_top_level; level > hat_near_level; --level) {
    std::vector<HatTile<int128>> next;
    for (const auto& tile : far)
      for_touching_children(hat_far_levels, tile, level, far_region, [&](const HatTile<int128>& child) {
        next.push_back(child);
        return false;
      });
    far = std::move(next);
  }
  for (const auto& tile : far)
    tiles_.push_back({{static_cast<std::int64_t>(tile.origin.a - first.a), static_cast<std::int64_t>(tile.origin.b - first.b)},
                      tile.type,
                      tile.turn});

  constexpr std::size_t most_tiles = 12;
  extent_ = {static_cast<std::int64_t>(last.a - first.a), static_cast<std::int64_t>(last.b - first.b)};
  const auto region = HatRegion<std::int64_t>::box({}, extent_);
  std::vector<HatTile<std::int64_t>> next;
  for (; level_ > 1; --level_) {
    next.clear();
    for (const auto& tile : tiles_)
      for_touching_children(hat_near_levels, tile, level_, region, [&](const HatTile<std::int64_t>& child) {
        next.push_back(child);
        return false;
      });
    if (next.size() > most_tiles && level_ < hat_near_level - 2) break;
    tiles_.swap(next);
  }
}

HatPlace HatCover::find(const HatVector<std::int64_t>& vertex, int k) const {
  HatPlace found;
  [[maybe_unused]] const bool is_found = for_each<0>(vertex, vertex, [&](const HatTile<std::int64_t>& tile) {
    return for_each_hat(tile, [&](const HatRule& rule, const HatVector<std::int64_t>& at, int turn) {
      if (at.a - vertex.a > 1 || vertex.a - at.a > 1 || at.b - vertex.b > 1 || vertex.b - at.b > 1) return false;
      for (std::size_t p = 0; p < 8; ++p) {
        const HatKite kite = hat_kite(p, turn, rule.mirrored);
        if (at.a + kite.a != vertex.a || at.b + kite.b != vertex.b || kite.k != k) continue;
        found = {make_hat(tile, rule, at, turn, first_), static_cast<int>(p)};
        return true;
      }
      return false;
    });
  });
  assert(is_found);
  return found;
}

HatPlace HatTiling::at(const Kite& kite) const { return HatCover(*this, {kite.vertex, kite.vertex}).find({}, kite.k); }

Result<std::vector<Hat>> HatTiling::hats(const HatBox& box) const {
  if (box.first.a > box.last.a || box.first.b > box.last.b)
    return Error{ErrorCode::invalid_value, "box", "a box ends where it begins or later, on both axes"};
  const int128 width = int128{box.last.a} - box.first.a + 1, height = int128{box.last.b} - box.first.b + 1;
  if (width > int128{largest_box} || height > int128{largest_box} || width * height > int128{largest_box})
    return Error{ErrorCode::invalid_value, "box", "a box has 2^24 vertices at most"};
  const HatCover cover(*this, box);
  const HatVector<std::int64_t> extent{static_cast<std::int64_t>(width - 1), static_cast<std::int64_t>(height - 1)};
  std::vector<Hat> list;
  cover.for_each<0>({}, extent, [&](const HatTile<std::int64_t>& tile) {
    return for_each_hat(tile, [&](const HatRule& rule, const HatVector<std::int64_t>& at, int turn) {
      bool inside = false;
      for (std::size_t p = 0; p < 8; p += 2) {  // a pair of kites lies around one vertex
        const HatKite kite = hat_kite(p, turn, rule.mirrored);
        const std::int64_t a = at.a + kite.a, b = at.b + kite.b;
        inside = inside || (a >= 0 && b >= 0 && a <= extent.a && b <= extent.b);
      }
      if (inside) list.push_back(make_hat(tile, rule, at, turn, cover.first()));
      return false;
    });
  });
  std::sort(list.begin(), list.end(), [](const Hat& x, const Hat& y) {
    return x.vertex.b != y.vertex.b ? x.vertex.b < y.vertex.b : x.vertex.a < y.vertex.a;
  });
  return list;
}

std::uint64_t HatTiling::id(const Hat& hat) const {
  const std::uint64_t a = mix64(seed_.value + 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(hat.vertex.a));
  return mix64(a + 0xd1b54a32d192ed03U * static_cast<std::uint64_t>(hat.vertex.b) + 0x8cb92ba72f3d8dd7U);
}

}  // namespace craton
