#include <craton/recipe/recipe.h>

#include <gtest/gtest.h>

#include "recipe/terms_test.h"

namespace craton {
namespace {

using recipe::test::ground;
using recipe::test::recipe_of;
using recipe::test::terms;

constexpr std::string_view stages = R"(
    {"stage": "test_ground", "id": "hills", "noise": {"kind": "perlin"}, "scale": 100},
    {"stage": "test_filter", "id": "soft", "from": "height", "shape": "round"})";
constexpr std::string_view knobs = R"("domain": {"kind": "plane", "x": 3, "width": 64, "step": 2},
    "knobs": {"wear": {"value": 0.5, "sets": {"soft.strength": [0, 0.5], "soft.steps": [1, 4]}}})";

Recipe base() {
  Result<Recipe> recipe = recipe_from_json(recipe_of(stages, knobs), terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return recipe ? *recipe : Recipe{};
}

Recipe after(std::string_view assignment) {
  Recipe recipe = base();
  const Result<void> set = set_in_recipe(recipe, assignment, terms());
  EXPECT_TRUE(set) << set.error().to_string();
  return recipe;
}

Recipe written(std::string_view new_stages, std::string_view more = knobs) {
  Result<Recipe> recipe = recipe_from_json(recipe_of(new_stages, more), terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return recipe ? *recipe : Recipe{};
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out(text);
  const auto at = out.find(from);
  EXPECT_NE(at, out.npos) << from;
  return at == out.npos ? out : out.replace(at, from.size(), to);
}

TEST(RecipeSet, IsAsIfTheRecipeHadSaidSo) {
  struct Case {
    std::string_view assignment, from, to;
  };
  const Case in_stages[] = {
      {"hills.scale=300", R"("scale": 100)", R"("scale": 300)"},
      {"hills.scale={\"layer\":\"mask\"}", R"("scale": 100)", R"("scale": {"layer": "mask"})"},
      {"hills.offset=-2.5e1", R"("scale": 100)", R"("scale": 100, "offset": -25)"},
      {"hills.noise={\"kind\": \"simplex\", \"frequency\": 0.25}", R"({"kind": "perlin"})",
       R"({"kind": "simplex", "frequency": 0.25})"},
      {"hills.noise.frequency=0.25", R"({"kind": "perlin"})", R"({"kind": "perlin", "frequency": 0.25})"},
      {"hills.noise.kind=simplex", R"({"kind": "perlin"})", R"({"kind": "simplex"})"},
      {"hills.to=ground", R"("scale": 100)", R"("scale": 100, "to": "ground")"},
      {"hills.enabled=false", R"("scale": 100)", R"("scale": 100, "enabled": false)"},
      {"soft.shape=square", R"("round")", R"("square")"},
      {"soft.shape=\"square\"", R"("round")", R"("square")"},
      {"soft.weights=[1, 2]", R"("shape")", R"("weights": [1, 2], "shape")"},
      {"soft.file=a=b c.png", R"("shape")", R"("file": "a=b c.png", "shape")"},
      {"soft.file=300", R"("shape")", R"("file": "300", "shape")"},
      {"soft.file=true", R"("shape")", R"("file": "true", "shape")"},
      {"soft.file=", R"("shape")", R"("file": "", "shape")"},
      {"soft.smooth=false", R"("shape")", R"("smooth": false, "shape")"},
  };
  for (const Case& each : in_stages) {
    SCOPED_TRACE(each.assignment);
    EXPECT_TRUE(after(each.assignment) == written(replaced(stages, each.from, each.to)));
  }
  const Case elsewhere[] = {
      {"domain.step=50", R"("step": 2)", R"("step": 50)"},
      {"domain.height=9", R"("step": 2)", R"("step": 2, "height": 9)"},
      {"domain.kind=torus", R"("plane", "x": 3,)", R"("torus",)"},
      {"domain.kind=\"sphere\"", R"("plane", "x": 3, "width": 64, "step": 2)", R"("sphere")"},
      {"knobs.wear=0.75", R"("value": 0.5)", R"("value": 0.75)"},
      {"seed=3", R"("knobs")", R"("seed": 3, "knobs")"},
      {"seed=18446744073709551615", R"("knobs")", R"("seed": "18446744073709551615", "knobs")"},
      {"seed=0x10", R"("knobs")", R"("seed": 16, "knobs")"},
      {"seed=atlantis", R"("knobs")", R"("seed": "atlantis", "knobs")"},
      {"seed=\"atlantis\"", R"("knobs")", R"("seed": "atlantis", "knobs")"},
  };
  for (const Case& each : elsewhere) {
    SCOPED_TRACE(each.assignment);
    EXPECT_TRUE(after(each.assignment) == written(stages, replaced(knobs, each.from, each.to)));
  }
}

TEST(RecipeSet, TurnsKnobs) {
  const Recipe recipe = after("knobs.wear=1");
  EXPECT_EQ(recipe.knobs[0].value, 1);
  EXPECT_EQ(std::get<double>(*recipe.stages[1].params.find("strength")), 0.5);
  EXPECT_EQ(std::get<std::int64_t>(*recipe.stages[1].params.find("steps")), 4);
}

// What a noise is made of has parameters too.
TEST(RecipeSet, ReachesInnerNoises) {
  Recipe recipe = base();
  ASSERT_TRUE(set_in_recipe(recipe, R"(hills.noise={"kind": "fbm", "octaves": 3, "source": {"kind": "perlin"}})", terms()));
  ASSERT_TRUE(set_in_recipe(recipe, "hills.noise.octaves=5", terms()));
  ASSERT_TRUE(set_in_recipe(recipe, "hills.noise.source.frequency=0.5", terms()));
  EXPECT_TRUE(recipe == after(R"(hills.noise={"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.5}})"));
  const auto error = [&](std::string_view assignment) {
    const Result<void> set = set_in_recipe(recipe, assignment, terms());
    return set ? std::string("accepted") : set.error().to_string();
  };
  EXPECT_EQ(
      error("hills.noise.sorce.frequency=1").find("hills.noise.sorce.frequency: there is no noise \"sorce\"; there are source"),
      0U);
  EXPECT_EQ(error("hills.noise.octaves=-1").find("hills.noise.octaves: found -1"), 0U) << error("hills.noise.octaves=-1");
  EXPECT_EQ(error("hills.noise.source.frequency=-1").find("hills.noise.source.frequency: found -1"), 0U);
  EXPECT_NE(error("hills.noise.source.octaves=2").find("no such key"), std::string::npos);
  EXPECT_NE(error("hills.scale.x=2").find("no such key"), std::string::npos);
}

TEST(RecipeSet, ALayerGivesWayToANumber) {
  Recipe recipe = after("hills.scale={\"layer\": \"mask\"}");
  ASSERT_TRUE(set_in_recipe(recipe, "hills.scale=7", terms()));
  EXPECT_EQ(recipe.stages[0].layer("scale"), nullptr);
  EXPECT_EQ(std::get<double>(*recipe.stages[0].params.find("scale")), 7.0);
}

struct Bad {
  std::string assignment;
  ErrorCode code;
  std::string path, part;
};

TEST(RecipeSet, RefusesInTheWordsOfTheAssignment) {
  using enum ErrorCode;
  const Bad list[] = {
      {"", invalid_value, "", "name=value"},
      {"=3", invalid_value, "", "name=value"},
      {"hills.scale", invalid_value, "", "name=value"},
      {"hills=3", unknown_name, "hills", "parameters of the stages hills | soft: stage.parameter"},
      {"name=x", unknown_name, "name", "nothing here can be set"},
      {".=3", unknown_name, ".", "no stage of this recipe is called \"\""},
      {"hlls.scale=3", unknown_name, "hlls.scale",
       "no stage of this recipe is called \"hlls\"; there are hills | soft; did you mean \"hills\"?"},
      {"doman.step=3", unknown_name, "doman.step", "did you mean \"domain\"?"},
      {"hills.scal=3", unknown_name, "hills.scal", "did you mean \"scale\"?"},
      {"hills.noise.octaves=3", unknown_name, "hills.noise.octaves", "no such key"},
      {"hills.stage=test_filter", unknown_name, "hills.stage", "no such key"},
      {"hills.id=x", unknown_name, "hills.id", "no such key"},
      {"hills.scale=-1", invalid_value, "hills.scale", "found -1, allowed 0 … 10000 m"},
      {"hills.scale=high", invalid_value, "hills.scale", "found \"high\" (a text)"},
      {"hills.scale=", invalid_value, "hills.scale", "found \"\" (a text)"},
      {"hills.scale=NaN", invalid_value, "hills.scale", "found \"NaN\" (a text)"},
      {"hills.scale={\"layer\":", corrupt, "hills.scale/layer", "cannot be read as JSON at line 1, column 10"},
      {"hills.scale={\"layer\": \"A\"}", invalid_value, "hills.scale/layer", "allowed"},
      {"hills.scale={\"layr\": \"a\"}", unknown_name, "hills.scale/layr", "did you mean \"layer\"?"},
      {"hills.noise=perlin", invalid_value, "hills.noise", "allowed a noise"},
      {"hills.noise={\"kind\": \"fbm\", \"source\": {\"kind\": \"perlin\", \"frequency\": -1}}", invalid_value,
       "hills.noise/source/frequency", "found -1"},
      {"hills.enabled=1", invalid_value, "hills.enabled", "true | false"},
      {"soft.from=No", invalid_value, "soft.from", "allowed"},
      {"soft.shape=squar", unknown_name, "soft.shape", "did you mean \"square\"?"},
      {"soft.strength=0.5", invalid_value, "soft.strength", "the knob \"wear\" sets this parameter; set knobs.wear"},
      {"soft.file=\xff", invalid_value, "soft.file", "UTF-8"},
      {"require.biomes.tundr\x81\x81"
       "a=0.01",
       invalid_value, "", "UTF-8"},
      {std::string("soft.file=a\0b", 13), invalid_value, "soft.file", "found"},
      {"domain.stp=3", unknown_name, "domain.stp", "did you mean \"step\"?"},
      {"domain.kind=cube", unknown_name, "domain.kind", "allowed torus | plane | sphere"},
      {"domain.kind=3", invalid_value, "domain.kind", "found 3"},
      {"domain.width=0", invalid_value, "domain.width", "found 0"},
      {"domain.=0", unknown_name, "domain.", "no such key"},
      {"knobs.wear=2", invalid_value, "knobs.wear", "found 2 (a whole number), allowed 0 … 1"},
      {"knobs.wear.max=2", unknown_name, "knobs.wear.max", "no such knob"},
      {"knobs.waer=0.5", unknown_name, "knobs.waer", "did you mean \"wear\"?"},
      {"seed=-1", invalid_value, "seed", "found \"-1\", allowed 0 … 2^64 − 1"},
      {"seed=", invalid_value, "seed", "a word"},
      {"seed=1.5", invalid_value, "seed", "a word"},
      {"a/b~.z=3", unknown_name, "a/b~.z", "no stage"},
      {"x\ny.z=3", unknown_name, "x\\ny.z", "no stage"},
  };
  for (const Bad& bad : list) {
    SCOPED_TRACE(bad.assignment);
    Recipe recipe = base();
    const Result<void> set = set_in_recipe(recipe, bad.assignment, terms());
    if (set) {
      ADD_FAILURE() << "accepted";
      continue;
    }
    EXPECT_EQ(static_cast<int>(set.error().code), static_cast<int>(bad.code)) << set.error().to_string();
    EXPECT_EQ(set.error().path, bad.path);
    EXPECT_NE(set.error().message.find(bad.part), std::string::npos) << set.error().to_string();
    EXPECT_EQ(set.error().to_string().find('\n'), std::string::npos);
    EXPECT_TRUE(recipe == base());
  }
}

// What another kind of domain has under the same name must be allowed there too.
TEST(RecipeSet, ANewDomainChecksWhatItKeeps) {
  Recipe recipe = base();
  ASSERT_TRUE(set_in_recipe(recipe, "domain.width=1", terms()));
  const Result<void> set = set_in_recipe(recipe, "domain.kind=torus", terms());
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().path, "domain.kind");
  EXPECT_NE(set.error().message.find("/domain/width: found 1"), std::string::npos) << set.error().to_string();
}

}  // namespace
}  // namespace craton
