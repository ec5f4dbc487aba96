// A world made step by step is the world that is made at once, and each step is seen.
#include <craton/recipe/steps.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <craton/worlds/kinds.h>

namespace craton {
namespace {

Recipe growth(const RecipeTerms& terms, const std::string& more = "") {
  Result<Recipe> recipe =
      recipe_from_json(R"({"craton": 1, "seed": 3, "world": "planet", "domain": {"kind": "sphere", "resolution": 12}, "stages": [
      {"stage": "grown_plates", "id": "plates", "plates": 9}, {"stage": "plate_heights", "id": "heights"})" +
                           more + "]}",
                       terms);
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *std::move(recipe);
}

std::size_t covered(const Surface& surface) {
  const auto plate = surface.layer("plate")->integers();
  return static_cast<std::size_t>(std::count_if(plate.begin(), plate.end(), [](std::int32_t number) { return number > 0; }));
}

TEST(SteppedMake, ShowsEveryRoundAndGivesTheWorldThatIsMadeAtOnce) {
  const RecipeTerms terms = all_terms();
  const Recipe recipe = growth(terms);
  Result<SteppedMake> making = SteppedMake::begin(recipe, terms);
  ASSERT_TRUE(making) << making.error().to_string();
  EXPECT_EQ(making->surface(), nullptr);
  std::vector<std::size_t> cells;
  std::uint32_t rounds = 0;
  while (const MakeStep* step = making->step()) {
    if (step->id != "plates") break;
    EXPECT_EQ(step->iteration, ++rounds);
    cells.push_back(covered(*making->surface()));
  }
  ASSERT_GT(rounds, 3U);
  EXPECT_TRUE(std::is_sorted(cells.begin(), cells.end()));
  EXPECT_LT(cells.front(), cells.back());
  EXPECT_EQ(cells.back(), 6U * 12 * 12);
  const Result<World> world = making->to_the_end(), whole = make_world(recipe, terms);
  ASSERT_TRUE(world && whole);
  EXPECT_EQ(world->surface.layer("height")->hash(), whole->surface.layer("height")->hash());
  EXPECT_EQ(world->surface.objects("plates")->hash(), whole->surface.objects("plates")->hash());
  EXPECT_EQ(making->surface(), nullptr);
  EXPECT_EQ(making->step(), nullptr);
  EXPECT_FALSE(making->to_the_end());
}

TEST(SteppedMake, GoesFromStageToStage) {
  const RecipeTerms terms = all_terms();
  Result<SteppedMake> making = SteppedMake::begin(growth(terms), terms);
  ASSERT_TRUE(making);
  ASSERT_TRUE(making->step());  // one round of the first
  const MakeStep* step = making->stage();
  ASSERT_TRUE(step);
  EXPECT_EQ(step->id, "plates");
  EXPECT_EQ(step->iteration, step->count);
  step = making->stage();
  ASSERT_TRUE(step);
  EXPECT_EQ(step->id, "heights");
  EXPECT_EQ(making->stage(), nullptr);
  EXPECT_TRUE(making->to_the_end());
}

TEST(SteppedMake, CanBeGivenUpAtAnyStep) {
  const RecipeTerms terms = all_terms();
  for (int steps = 0; steps < 4; ++steps) {
    Result<SteppedMake> making = SteppedMake::begin(growth(terms), terms);
    ASSERT_TRUE(making);
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(making->step());
  }
}

TEST(SteppedMake, ErrorsOfStagesAreThoseOfTheWorld) {
  const RecipeTerms terms = all_terms();
  Result<SteppedMake> making = SteppedMake::begin(growth(terms, R"(, {"stage": "import_height", "file": "none.png"})"), terms);
  ASSERT_TRUE(making);
  while (making->stage()) {}
  const Result<World> world = making->to_the_end();
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().path, "/stages/2/file");
}

}  // namespace
}  // namespace craton
