#include <gtest/gtest.h>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

namespace craton {
namespace {

std::string recipe_text(const std::string& biomes) {
  return R"({"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 16, "height": 16}, "stages": [
    {"stage": "noise", "noise": {"kind": "perlin", "frequency": 0.001}},
    {"stage": "noise", "id": "t", "layer": "temperature", "noise": {"kind": "perlin", "frequency": 0.001}},
    {"stage": "noise", "id": "r", "layer": "rain", "noise": {"kind": "perlin", "frequency": 0.001}},
    {"stage": "biomes", )" +
         biomes + "}]}";
}

const std::string no_seasons = R"("temperature_warmest": "", "temperature_coldest": "", "rain_summer": "", "rain_winter": "")";

TEST(OptionalLayers, EmptyMeansNone) {
  const RecipeTerms terms = all_terms();
  const Result<Recipe> recipe = recipe_from_json(recipe_text(no_seasons), terms);
  ASSERT_TRUE(recipe) << recipe.error().to_string();
  EXPECT_TRUE(plan_recipe(*recipe, terms)) << "what is not named need not be written";
  const Result<Recipe> again = recipe_from_json(recipe_to_json(*recipe, terms), terms);
  ASSERT_TRUE(again) << again.error().to_string();
  EXPECT_EQ(*again, *recipe);
  EXPECT_TRUE(make_world(*recipe, terms));

  const Result<Recipe> named = recipe_from_json(recipe_text(R"("temperature_warmest": "")"), terms);
  ASSERT_TRUE(named);
  const Result<Plan> plan = plan_recipe(*named, terms);
  ASSERT_FALSE(plan) << "the default names a layer, which must be there";
  EXPECT_EQ(plan.error().path, "/stages/3/temperature_coldest");
}

TEST(OptionalLayers, OtherLayersNeedAName) {
  const RecipeTerms terms = all_terms();
  const Result<Recipe> recipe = recipe_from_json(recipe_text(R"("biome": "")"), terms);
  ASSERT_FALSE(recipe);
  EXPECT_EQ(recipe.error().path, "/stages/3/biome");
  EXPECT_FALSE(recipe_from_json(recipe_text(R"("rain": "Rain")"), terms)) << "names are names";
}

TEST(OptionalLayers, CanBeSet) {
  const RecipeTerms terms = all_terms();
  Result<Recipe> recipe = recipe_from_json(recipe_text(no_seasons), terms);
  ASSERT_TRUE(recipe);
  EXPECT_TRUE(set_in_recipe(*recipe, "biomes.temperature_warmest=temperature", terms));
  EXPECT_TRUE(plan_recipe(*recipe, terms));
  EXPECT_TRUE(set_in_recipe(*recipe, "biomes.temperature_warmest=\"\"", terms));
  EXPECT_FALSE(set_in_recipe(*recipe, "biomes.biome=\"\"", terms));
}

}  // namespace
}  // namespace craton
