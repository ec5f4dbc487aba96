#include <craton/noise/hat_tiling.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "noise/variants_test.h"

namespace craton::test {
namespace {

constexpr std::int64_t far_cells = std::int64_t{1} << 40;

HatBox box_at(std::int64_t a, std::int64_t b, std::int64_t width, std::int64_t height) {
  return {{a, b}, {a + width - 1, b + height - 1}};
}

bool contains(const HatBox& box, const HatVertex& v) {
  return v.a >= box.first.a && v.a <= box.last.a && v.b >= box.first.b && v.b <= box.last.b;
}

std::vector<Hat> hats_in(const HatTiling& tiling, const HatBox& box) {
  const Result<std::vector<Hat>> hats = tiling.hats(box);
  EXPECT_TRUE(hats) << hats.error().to_string();
  return hats ? *hats : std::vector<Hat>{};
}

/// Origins all over the plane: near, at 2^40 metres at the highest frequency and at none, and where 64 bits end.
std::vector<HatVertex> window_origins(std::int64_t size) {
  std::vector<HatVertex> list;
  for (const std::int64_t far : {std::int64_t{0}, far_cells, std::int64_t{1} << 50, std::int64_t{1} << 62})
    for (const std::int64_t sign_a : {-1, 1})
      for (const std::int64_t sign_b : {-1, 1})
        list.push_back({sign_a * far - size / 2, sign_b * far - size / 2 + (far == 0 ? sign_a * 400 : 0)});
  return list;
}

/// How often each kite around a vertex of the box is part of one of the hats: [vertex][k].
std::vector<std::array<int, 6>> cover_counts(const std::vector<Hat>& hats, const HatBox& box) {
  const std::int64_t width = box.last.a - box.first.a + 1, height = box.last.b - box.first.b + 1;
  std::vector<std::array<int, 6>> count(static_cast<std::size_t>(width * height));
  for (const Hat& hat : hats)
    for (const Kite& kite : hat.kites())
      if (contains(box, kite.vertex))
        ++count[static_cast<std::size_t>((kite.vertex.b - box.first.b) * width + kite.vertex.a - box.first.a)]
               [static_cast<std::size_t>(kite.k)];
  return count;
}

TEST(HatTiling, CoversEveryKiteOnce) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const HatTiling tiling(Seed{seed});
    for (const HatVertex& origin : window_origins(120)) {
      const HatBox box = box_at(origin.a, origin.b, 120, 120);
      for (const auto& vertex : cover_counts(hats_in(tiling, box), box))
        for (const int times : vertex) ASSERT_EQ(times, 1) << "seed " << seed << " at " << origin.a << ", " << origin.b;
    }
  }
}

TEST(HatTiling, HasHatsOfEightKitesAroundThreeNeighbours) {
  const HatTiling tiling(Seed{4});
  const std::vector<Hat> hats = hats_in(tiling, box_at(-60, -60, 120, 120));
  std::set<std::pair<std::int64_t, std::int64_t>> vertices;
  for (const Hat& hat : hats) {
    const bool is_new = vertices.insert({hat.vertex.a, hat.vertex.b}).second;
    EXPECT_TRUE(is_new) << "two hats with one vertex";
    std::map<std::pair<std::int64_t, std::int64_t>, std::set<int>> around;
    for (const Kite& kite : hat.kites()) {
      const bool is_other = around[{kite.vertex.a, kite.vertex.b}].insert(kite.k).second;
      EXPECT_TRUE(is_other);
    }
    ASSERT_EQ(around.size(), 3U);
    for (const auto& [vertex, kites] : around) {
      const bool own = vertex == std::pair{hat.vertex.a, hat.vertex.b};
      EXPECT_EQ(kites.size(), own ? 4U : 2U);
    }
    for (std::size_t p = 0; p < 8; p += 2) {  // pairs share a long side
      const Kite one = hat.kites()[p], other = hat.kites()[p + 1];
      EXPECT_EQ(one.vertex, other.vertex);
      EXPECT_TRUE((one.k + 1) % 6 == other.k || (other.k + 1) % 6 == one.k);
    }
  }
}

TEST(HatTiling, FindsTheHatOfEveryKite) {
  Random random(5);
  for (const std::uint64_t seed : {6U, 7U}) {
    const HatTiling tiling(Seed{seed});
    for (const HatVertex& origin : window_origins(12)) {
      const HatBox box = box_at(origin.a, origin.b, 12, 12);
      std::map<std::tuple<std::int64_t, std::int64_t, int>, std::pair<Hat, int>> owner;
      for (const Hat& hat : hats_in(tiling, box))
        for (int p = 0; p < 8; ++p) {
          const Kite kite = hat.kites()[static_cast<std::size_t>(p)];
          owner[{kite.vertex.a, kite.vertex.b, kite.k}] = {hat, p};
        }
      for (int i = 0; i < 60; ++i) {
        const Kite kite{{origin.a + random.between(0, 11), origin.b + random.between(0, 11)}, static_cast<int>(random.below(6))};
        const HatPlace found = tiling.at(kite);
        const auto& [hat, place] = owner.at({kite.vertex.a, kite.vertex.b, kite.k});
        EXPECT_EQ(found.hat, hat);
        EXPECT_EQ(found.place, place);
        EXPECT_EQ(found.hat.kites()[static_cast<std::size_t>(found.place)], kite);
      }
    }
  }
}

TEST(HatTiling, AgreesWhereWindowsOverlap) {
  const HatTiling tiling(Seed{8});
  Random random(9);
  for (const std::int64_t far : {std::int64_t{0}, far_cells, -far_cells})
    for (int i = 0; i < 12; ++i) {
      const HatBox one =
          box_at(far + random.between(-50, 50), far + random.between(-50, 50), random.between(1, 90), random.between(1, 90));
      const HatBox other =
          box_at(far + random.between(-50, 50), far + random.between(-50, 50), random.between(1, 90), random.between(1, 90));
      const std::vector<Hat> in_one = hats_in(tiling, one), in_other = hats_in(tiling, other);
      const auto touches = [](const Hat& hat, const HatBox& box) {
        const auto kites = hat.kites();
        return std::any_of(kites.begin(), kites.end(), [&](const Kite& kite) { return contains(box, kite.vertex); });
      };
      std::vector<Hat> shared_one, shared_other;
      for (const Hat& hat : in_one)
        if (touches(hat, other)) shared_one.push_back(hat);
      for (const Hat& hat : in_other)
        if (touches(hat, one)) shared_other.push_back(hat);
      EXPECT_EQ(shared_one, shared_other);
      for (const Hat& hat : in_one) EXPECT_TRUE(touches(hat, one));
    }
}

/// The limit is that of the substitution: one mirrored hat per H.
TEST(HatTiling, MirrorsOneHatInEight) {
  for (const std::int64_t far : {std::int64_t{0}, far_cells}) {
    const std::vector<Hat> hats = hats_in(HatTiling(Seed{10}), box_at(far, -far, 400, 400));
    const auto mirrored = std::count_if(hats.begin(), hats.end(), [](const Hat& hat) { return hat.mirrored; });
    EXPECT_NEAR(static_cast<double>(hats.size()), 400 * 400 * 6 / 8, 1600);
    EXPECT_NEAR(static_cast<double>(mirrored) / static_cast<double>(hats.size()), 0.12732, 0.001);
  }
}

TEST(HatTiling, TurnsHatsEvenly) {
  const std::vector<Hat> hats = hats_in(HatTiling(Seed{11}), box_at(0, 0, 400, 400));
  std::array<int, 6> count{};
  for (const Hat& hat : hats) ++count[hat.turn];
  for (const int n : count) EXPECT_NEAR(static_cast<double>(n) / static_cast<double>(hats.size()), 1.0 / 6, 0.02);
}

TEST(HatTiling, IsMovedOntoItselfByNoTranslation) {
  constexpr std::int64_t most = 200, size = 100;
  const HatTiling tiling(Seed{12});
  constexpr std::int64_t width = size + 2 * most;
  std::vector<std::uint8_t> hat_at(static_cast<std::size_t>(width * width));  // how the hat of a vertex lies; 0: none
  for (const Hat& hat : hats_in(tiling, box_at(0, 0, width, width)))
    if (contains(box_at(0, 0, width, width), hat.vertex))
      hat_at[static_cast<std::size_t>(hat.vertex.b * width + hat.vertex.a)] =
          static_cast<std::uint8_t>(1 + hat.turn + (hat.mirrored ? 6 : 0));
  const auto moved_onto_itself = [&](std::int64_t da, std::int64_t db) {
    for (std::int64_t b = most; b < most + size; ++b)
      for (std::int64_t a = most; a < most + size; ++a)
        if (hat_at[static_cast<std::size_t>(b * width + a)] != hat_at[static_cast<std::size_t>((b + db) * width + a + da)])
          return false;
    return true;
  };
  for (std::int64_t db = -most; db <= most; ++db)
    for (std::int64_t da = -most; da <= most; ++da) ASSERT_EQ(moved_onto_itself(da, db), da == 0 && db == 0) << da << ", " << db;
}

TEST(HatTiling, IsAnotherForEverySeed) {
  std::set<std::vector<std::uint64_t>> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const HatTiling tiling(Seed{seed});
    std::vector<std::uint64_t> places;
    for (const Hat& hat : hats_in(tiling, box_at(0, 0, 12, 12)))
      places.push_back(
          static_cast<std::uint64_t>(hat.vertex.a * 10000 + hat.vertex.b * 100 + hat.turn * 2 + (hat.mirrored ? 1 : 0)));
    seen.insert(places);
  }
  EXPECT_GE(seen.size(), 49U);
}

/// Wherever 64 bits reach there is a hat, whatever the seed.
TEST(HatTiling, ReachesTheEndsOfThePlane) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const HatTiling tiling(Seed{seed});
    for (const std::int64_t a : {INT64_MIN, std::int64_t{0}, INT64_MAX})
      for (const std::int64_t b : {INT64_MIN, std::int64_t{0}, INT64_MAX}) {
        const Kite kite{{a, b}, static_cast<int>(seed % 6)};
        const HatPlace found = tiling.at(kite);
        EXPECT_EQ(found.hat.kites()[static_cast<std::size_t>(found.place)], kite) << seed;
      }
  }
}

TEST(HatTiling, NamesHatsApart) {
  const HatTiling tiling(Seed{13});
  const std::vector<Hat> hats = hats_in(tiling, box_at(-200, -200, 400, 400));
  std::set<std::uint64_t> ids;
  for (const Hat& hat : hats) ids.insert(tiling.id(hat));
  EXPECT_EQ(ids.size(), hats.size());
  EXPECT_NE(HatTiling(Seed{14}).id(hats[0]), tiling.id(hats[0]));
}

/// The same tiling for ever.
TEST(HatTiling, KeepsItsHats) {
  std::uint64_t sum = 0;
  for (const std::int64_t far : {std::int64_t{0}, far_cells, std::int64_t{1} << 60}) {
    const HatTiling tiling(Seed{7});
    for (const Hat& hat : hats_in(tiling, box_at(far, -far, 40, 40)))
      sum = mix64(sum + tiling.id(hat) + hat.turn + (hat.mirrored ? 8U : 0U) + 16U * static_cast<std::uint64_t>(hat.metatile));
  }
  EXPECT_EQ(sum, 1294315870983716339U);
}

TEST(HatTiling, RefusesBoxesThatAreNone) {
  const HatTiling tiling(Seed{1});
  EXPECT_EQ(tiling.hats({{1, 0}, {0, 0}}).error().path, "box");
  EXPECT_EQ(tiling.hats(box_at(0, 0, 4097, 4097)).error().message, "a box has 2^24 vertices at most");
  EXPECT_FALSE(tiling.hats({{INT64_MIN, INT64_MIN}, {INT64_MAX, INT64_MAX}}));
}

}  // namespace
}  // namespace craton::test
