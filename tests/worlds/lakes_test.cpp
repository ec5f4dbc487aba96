// Lakes have sizes with a heavy tail, as on Earth: many small ones, few great ones, n(A) ∝ A^−τ with τ near 2 (Cael & Seekell
// 2016: 2.05 … 2.14; real height maps 1.95 … 2.06).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <craton/measure/measure.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "repository.h"

namespace craton {
namespace {

World lake_world(std::uint64_t seed) {
  const RecipeTerms terms = all_terms();
  std::ifstream stream(repository_folder() + "/recipes/stages/lakes.json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, terms);
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  Result<World> world = make_world(*recipe, terms, {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

TEST(LakeSizes, HaveAHeavyTail) {
  double sum = 0;
  constexpr int seeds = 4;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const World world = lake_world(seed);
    const Result<std::vector<Measured>> all = measure_relief(world.surface, "height", {.sea_level = 0});
    ASSERT_TRUE(all) << all.error().to_string();
    const auto exponent =
        std::find_if(all->begin(), all->end(), [](const Measured& each) { return each.info->key == "lake_exponent"; });
    ASSERT_NE(exponent, all->end());
    ASSERT_TRUE(exponent->value) << exponent->note;
    EXPECT_GT(*exponent->value, 1.7) << "seed " << seed;
    EXPECT_LT(*exponent->value, 2.3) << "seed " << seed;
    sum += *exponent->value;

    const auto& areas = std::get<std::vector<double>>(world.surface.objects("lakes")->column("area")->values);
    ASSERT_GT(areas.size(), 10U) << "seed " << seed;
    EXPECT_TRUE(std::is_sorted(areas.rbegin(), areas.rend()));
    EXPECT_GT(areas.front(), 10 * areas[areas.size() / 2]) << "seed " << seed;
  }
  EXPECT_NEAR(sum / seeds, 2, 0.15);
}

}  // namespace
}  // namespace craton
