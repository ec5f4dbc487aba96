#include <algorithm>
#include <numeric>

#include <craton/base/hash.h>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec by_share(double share) {
  StageSpec spec{.stage = "sea_level", .id = "sea"};
  spec.params.set("share", share);
  return spec;
}

/// Heights of both signs with repeats, zeros of both signs and tiny differences.
float height_at(Cell cell) {
  const std::uint64_t hash = mix64(cell + 1);
  if (hash % 17 == 0) return hash % 34 == 0 ? 0.0F : -0.0F;
  if (hash % 13 == 0) return 1000.0F + static_cast<float>(hash % 5) * 0x1p-13F;
  return static_cast<float>(static_cast<double>(hash >> 11) * 0x1p-53 * 4000 - 2500);
}

double area_of(const Domain& domain, Cell cell) {
  return std::visit([&](const auto& topology) { return topology.area(cell); }, domain);
}

TEST(SeaLevel, TheSeaCoversTheShareThatWasAskedFor) {
  for (const char* kind : {"torus", "sphere"})
    for (const double share : {0.1, 0.37, 0.6, 0.7, 0.99}) {
      Surface surface = small_surface(kind);
      const auto height = add_layer(surface, "height", height_at);
      std::vector<float> before(height.begin(), height.end());
      ASSERT_TRUE(run_stage(surface, by_share(share)));
      const std::span<const std::uint8_t> sea = surface.layer("sea")->categories();

      // Brute force: cells from the lowest on, until their area is the share.
      std::vector<Cell> order(before.size());
      std::iota(order.begin(), order.end(), Cell{0});
      std::sort(order.begin(), order.end(),
                [&](Cell a, Cell b) { return before[a] != before[b] ? before[a] < before[b] : a < b; });
      double total = 0, under = 0, largest = 0;
      for (const Cell c : order) {
        total += area_of(surface.domain(), c);
        largest = std::max(largest, area_of(surface.domain(), c));
      }
      for (const Cell c : order) under += sea[c] ? area_of(surface.domain(), c) : 0;
      // Cells of the same height drown together: those at the very level are beyond what was asked for.
      double at_level = 0;
      float highest_sea = -1e30F;
      for (const Cell c : order)
        if (sea[c]) highest_sea = std::max(highest_sea, before[c]);
      for (const Cell c : order)
        if (before[c] == highest_sea) at_level += area_of(surface.domain(), c);
      EXPECT_GE(under, share * total - 1e-5 * total) << kind << share;
      EXPECT_LE(under - at_level, share * total + 1e-5 * total) << kind << share;
      // The sea is a set of the lowest cells, and is what lies below 0 now.
      for (const Cell c : order) {
        ASSERT_EQ(sea[c] != 0, before[c] <= highest_sea) << kind;
        ASSERT_EQ(sea[c] != 0, height[c] < 0) << kind;
      }
    }
}

TEST(SeaLevel, NoSeaAndNothingButSea) {
  for (const char* kind : {"torus", "sphere"}) {
    Surface dry = small_surface(kind), wet = small_surface(kind);
    const auto dry_height = add_layer(dry, "height", height_at), wet_height = add_layer(wet, "height", height_at);
    ASSERT_TRUE(run_stage(dry, by_share(0)));
    ASSERT_TRUE(run_stage(wet, by_share(1)));
    EXPECT_EQ(*std::min_element(dry_height.begin(), dry_height.end()), 0.0F);
    EXPECT_LT(*std::max_element(wet_height.begin(), wet_height.end()), 0.0F);
    EXPECT_EQ(dry.layer("sea")->range().max, 0);
    EXPECT_EQ(wet.layer("sea")->range().min, 1);
  }
}

TEST(SeaLevel, ByLevelItIsAPlainShift) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const auto height = add_layer(surface, "height", height_at);
    StageSpec spec = by_share(0.5);
    spec.params.set("by", std::string("level"));
    spec.params.set("level", 100.0);
    ASSERT_TRUE(run_stage(surface, spec));
    for (Cell c = 0; c < height.size(); ++c) ASSERT_EQ(height[c], height_at(c) - 100.0F);
  }
}

TEST(SeaLevel, TheLevelDoesNotDependOnTheNumberOfThreads) {
  for (const char* kind : {"torus", "sphere"}) {
    std::vector<float> first;
    for (const unsigned threads : {1u, 2u, 3u}) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", height_at);
      ASSERT_TRUE(run_stage(surface, by_share(0.61), threads));
      if (threads == 1) first = copy_of(surface, "height");
      EXPECT_EQ(copy_of(surface, "height"), first);
    }
  }
}

}  // namespace
}  // namespace craton
