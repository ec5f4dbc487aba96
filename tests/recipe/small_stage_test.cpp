// The stage of docs/adding-a-stage.md: a dozen lines, and recipes, masks, errors, schema and cache know it.
#include <gtest/gtest.h>

#include <craton/recipe/make.h>
#include <craton/recipe/recipe.h>
#include <craton/worlds/kinds.h>

namespace {

struct RaiseParams {
  craton::Change<float> layer = "height";
  craton::Field by = 10.0;
};
craton::Result<void> raise(const RaiseParams& params, craton::StageContext&) {
  const std::span<float> height = params.layer.values();
  for (craton::Cell cell = 0; cell < height.size(); ++cell) height[cell] += params.by[cell];
  return {};
}

}  // namespace

template <>
std::span<const craton::ParamInfo> craton::params_of<RaiseParams>() {
  static const ParamInfo list[] = {layer_param<&RaiseParams::layer>("layer", "What is raised."),
                                   field_param<&RaiseParams::by>("by", -1e4, 1e4, "m", "How much: a number, or a layer.")};
  return list;
}

namespace {

craton::RecipeTerms terms_with_raise() {
  craton::RecipeTerms terms = craton::all_terms();
  EXPECT_TRUE(terms.stages.add(craton::stage_of<raise>({.id = "raise", .title = "Raise", .doc = "Raises a layer."})));
  return terms;
}

craton::Result<craton::World> made(const std::string& stages, const craton::RecipeTerms& terms) {
  const std::string text = R"({"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 16, "height": 16, "step": 10},
    "stages": [{"stage": "noise", "id": "base", "noise": {"kind": "perlin", "frequency": 0.02}},)" +
                           stages + "]}";
  CRATON_TRY(const craton::Recipe recipe, craton::recipe_from_json(text, terms));
  return craton::make_world(recipe, terms);
}

TEST(SmallStage, RunsInRecipesWithNumbersAndLayers) {
  const craton::RecipeTerms terms = terms_with_raise();
  const auto plain = made(R"({"stage": "compute", "layer": "mask", "value": "height * 2"})", terms);
  const auto number = made(R"({"stage": "raise", "by": 25})", terms);
  const auto layer =
      made(R"({"stage": "compute", "layer": "mask", "value": "height * 2"}, {"stage": "raise", "by": {"layer": "mask"}})", terms);
  ASSERT_TRUE(plain && number && layer);
  for (craton::Cell cell = 0; cell < 256; ++cell) {
    const float before = plain->surface.layer("height")->numbers()[cell];
    EXPECT_EQ(number->surface.layer("height")->numbers()[cell], before + 25);
    EXPECT_EQ(layer->surface.layer("height")->numbers()[cell], before + before * 2);
  }
}

TEST(SmallStage, IsCheckedAndDescribedLikeAnyOther) {
  const craton::RecipeTerms terms = terms_with_raise();
  EXPECT_EQ(made(R"({"stage": "raise", "bye": 25})", terms).error().path, "/stages/1/bye");
  EXPECT_EQ(made(R"({"stage": "raise", "by": 1e6})", terms).error().path, "/stages/1/by");
  EXPECT_EQ(made(R"({"stage": "raise", "layer": "hight"})", terms).error().path, "/stages/1/layer");
  EXPECT_NE(craton::recipe_schema(terms).find("How much: a number, or a layer."), std::string::npos);
}

}  // namespace
