// The place that people see first: the window itself is asked, at a step that the search does not use.
#include <craton/worlds/first_sight.h>

#include <algorithm>
#include <cstdlib>

#include <craton/worlds/kinds.h>

#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;

Recipe land(std::uint64_t seed) {
  Recipe recipe = recipe_file("land");
  recipe.seed = seed;
  return recipe;
}

FirstSight sight_of(const Recipe& recipe) {
  const Result<std::optional<FirstSight>> sight = first_sight(recipe, all_terms());
  EXPECT_TRUE(sight) << (sight ? "" : sight.error().to_string());
  EXPECT_TRUE(sight && *sight);
  return sight && *sight ? **sight : FirstSight{};
}

struct Seen {
  double relief = 0, sea = 0, river = 0;
};

/// What 1024 samples of 8 m show.
Seen seen_at(Recipe recipe, const FirstSight& sight) {
  constexpr std::uint32_t side = 256;
  recipe.domain.params.set("step", 32.0);
  recipe.stages.resize(1);
  recipe.keep.clear();
  const Terrain terrain = terrain_of(recipe, {.levels = 1});
  const std::int64_t step = terrain.step(0);
  const Point2 corner = sight.corner(side, side, step);
  const Result<Surface> made = terrain.area({.x = corner.x / step, .y = corner.y / step, .width = side, .height = side});
  EXPECT_TRUE(made);
  const std::span<const float> heights = made->layer("height")->numbers(), banks = made->layer("river_distance")->numbers();
  std::vector<float> land;
  Seen seen;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    seen.sea += heights[i] <= 0 ? 1.0 / (side * side) : 0;
    seen.river += heights[i] > 0 && banks[i] <= 0 ? 1.0 / (side * side) : 0;
    land.push_back(std::max(heights[i], 0.0F));
  }
  std::sort(land.begin(), land.end());
  seen.relief = static_cast<double>(land[land.size() * 95 / 100] - land[land.size() * 5 / 100]);
  return seen;
}

TEST(FirstSight, ShowsReliefAndWater) {
  const std::uint64_t seeds = std::getenv("CRATON_FULL") ? 20 : 4;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Recipe recipe = land(seed);
    const Seen seen = seen_at(recipe, sight_of(recipe));
    EXPECT_GT(seen.relief, 150) << seed;
    EXPECT_GT(seen.sea + seen.river, 0.004) << seed;
    EXPECT_LT(seen.sea, 0.65) << seed;
  }
}

TEST(FirstSight, GoesByRecipeAndSeedAlone) {
  const FirstSight once = sight_of(land(3)), again = sight_of(land(3));
  EXPECT_EQ(once.middle.x, again.middle.x);
  EXPECT_EQ(once.middle.y, again.middle.y);
  Recipe other = land(3);
  other.domain.params.set("step", 16.0);  // how it is shown plays no part
  other.keep = {"height"};
  EXPECT_EQ(sight_of(other).middle.x, once.middle.x);
  EXPECT_NE(sight_of(land(4)).middle.x, once.middle.x);
}

TEST(FirstSight, OthersAreLookedAtAtTheirOrigin) {
  const Result<std::optional<FirstSight>> sight = first_sight(recipe_file("terrain"), all_terms());
  ASSERT_TRUE(sight);
  EXPECT_FALSE(*sight);
}

}  // namespace
}  // namespace craton
