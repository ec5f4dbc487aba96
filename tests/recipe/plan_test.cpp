#include <gtest/gtest.h>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

namespace craton {
namespace {

constexpr const char* plane = R"("world": "terrain", "domain": {"kind": "plane", "width": 64, "height": 64, "step": 10})";
constexpr const char* torus = R"("world": "map", "domain": {"kind": "torus", "width": 64, "height": 64, "step": 10})";
constexpr const char* noise = R"({"stage": "noise", "id": "hills", "noise": {"kind": "perlin", "frequency": 0.01}})";

Result<Plan> plan_of(const std::string& where, const std::string& stages, const std::string& more = "") {
  static const RecipeTerms terms = all_terms();
  const Result<Recipe> recipe =
      recipe_from_json(R"({"craton": 1, )" + where + R"(, "stages": [)" + stages + "]" + more + "}", terms);
  if (!recipe) return recipe.error();
  return plan_recipe(*recipe, terms);
}

void expect_refused(const Result<Plan>& plan, const std::string& path, std::initializer_list<const char*> words) {
  ASSERT_FALSE(plan) << path;
  EXPECT_EQ(plan.error().path, path) << plan.error().message;
  for (const char* word : words) EXPECT_NE(plan.error().message.find(word), std::string::npos) << plan.error().message;
}

TEST(Plan, AddsUpReachesToTheMarginOfATile) {
  const std::string smooth = R"(, {"stage": "smooth", "id": "s1", "radius": 20}, {"stage": "smooth", "id": "s2", "radius": 10})";
  const Result<Plan> tile = plan_of(plane, noise + smooth);
  ASSERT_TRUE(tile) << tile.error().to_string();
  // 1.5 · 2² / 0.8 = 7.5 → 8 passes, and 1.5 / 0.8 → 2.
  EXPECT_EQ(tile->halo, 10u);
  EXPECT_EQ(tile->cells, 84u * 84u);
  EXPECT_EQ(tile->bytes, 84u * 84u * 17u / 2u);  // a layer, and 4.5 bytes a cell that smooth works in
  const Result<Plan> map = plan_of(torus, noise + smooth);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->halo, 0u);
  EXPECT_EQ(map->stages[1].reads, std::vector<std::string>{"height"});
  EXPECT_EQ(map->stages[1].writes, std::vector<std::string>{"height"});
}

TEST(Plan, RefusesWhatLooksAtTheWholeOfAnEndlessPlane) {
  expect_refused(plan_of(plane, noise + std::string(R"(, {"stage": "sea_level"})")), "/stages/1", {"whole", "endless", "torus"});
  EXPECT_TRUE(plan_of(plane, noise + std::string(R"(, {"stage": "sea_level", "by": "level", "level": 3})")));
  EXPECT_TRUE(plan_of(torus, noise + std::string(R"(, {"stage": "sea_level"})")));
}

TEST(Plan, RefusesChainsWhoseInputsNobodyWrites) {
  expect_refused(plan_of(torus, R"({"stage": "smooth"})"), "/stages/0/layer", {"height", "no layers yet"});
  expect_refused(plan_of(torus, R"({"stage": "smooth"}, )" + std::string(noise)), "/stages/0/layer",
                 {"\"hills\" writes it, but only later"});
  expect_refused(
      plan_of(torus, R"({"stage": "noise", "id": "hills", "enabled": false, "noise": {"kind": "perlin"}}, {"stage": "smooth"})"),
      "/stages/1/layer", {"\"hills\" would, but is not enabled"});
  expect_refused(plan_of(torus, noise + std::string(R"(, {"stage": "mix", "a": {"layer": "hieght"}})")), "/stages/1/a",
                 {"did you mean \"height\"?"});
  expect_refused(plan_of(torus, noise + std::string(R"(, {"stage": "sea_level"}, {"stage": "smooth", "layer": "sea"})")),
                 "/stages/2/layer", {"categories", "numbers"});
}

TEST(Plan, RefusesTwoThingsInOneLayer) {
  const auto refused = [](const std::string& stage, const std::string& path) {
    expect_refused(plan_of(torus, noise + (", {" + stage + "}")), "/stages/1/" + path, {"take another name"});
  };
  refused(R"("stage": "hydraulic", "water": "height")", "water");
  refused(R"("stage": "hydraulic", "water": "wet", "sediment": "wet")", "sediment");
  refused(R"("stage": "coastal_erosion", "beach": "height")", "beach");
  refused(R"("stage": "wind_erosion", "sand": "height")", "sand");
  refused(R"("stage": "glacial_erosion", "ice": "height")", "ice");
  refused(R"("stage": "fill_depressions", "depth": "height")", "depth");
}

TEST(Plan, ChecksWhatStagesSayOfTheirDomain) {
  expect_refused(plan_of(torus, R"({"stage": "noise", "noise": {"kind": "fbm", "source": {"kind": "simplex"}}})"),
                 "/stages/0/noise/source/kind", {"tiling_simplex"});
  EXPECT_TRUE(plan_of(plane, R"({"stage": "noise", "noise": {"kind": "fbm", "source": {"kind": "simplex"}}})"));
  expect_refused(plan_of(plane, noise + std::string(R"(, {"stage": "smooth", "radius": 5000})")), "/stages/1/radius",
                 {"46 cells"});
  expect_refused(plan_of(torus, R"({"stage": "import_height"})"), "/stages/0/file", {"missing"});
}

TEST(Plan, LayersThatAreNotKeptAreGivenUpAfterTheirLastUse) {
  const std::string chain = noise + std::string(R"(, {"stage": "noise", "id": "b", "layer": "b", "noise": {"kind": "perlin"}},
    {"stage": "mix", "layer": "c", "a": {"layer": "height"}, "b": {"layer": "b"}},
    {"stage": "noise", "id": "d", "layer": "d", "noise": {"kind": "perlin"}},
    {"stage": "noise", "id": "e", "layer": "e", "noise": {"kind": "perlin"}})");
  EXPECT_EQ(plan_of(torus, chain)->bytes, 64u * 64u * 4u * 5u);
  EXPECT_EQ(plan_of(torus, chain, R"(, "keep": ["c"])")->bytes, 64u * 64u * 4u * 3u);
  expect_refused(plan_of(torus, chain, R"(, "keep": ["heigth"])"), "/keep/0", {"did you mean"});
}

TEST(Plan, AtLeastOneStageMustBeEnabled) {
  expect_refused(plan_of(torus, R"({"stage": "noise", "enabled": false, "noise": {"kind": "perlin"}})"), "/stages", {"enabled"});
}

}  // namespace
}  // namespace craton
