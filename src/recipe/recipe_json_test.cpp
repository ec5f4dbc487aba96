#include <craton/recipe/recipe.h>

#include <gtest/gtest.h>

#include "recipe/terms_test.h"

namespace craton {
namespace {

using recipe::test::ground;
using recipe::test::recipe_of;
using recipe::test::terms;

Result<Recipe> read(std::string_view text) { return recipe_from_json(text, terms()); }

template <class T>
T param(const StageSpec& stage, std::string_view name) {
  const ParamValue* value = stage.params.find(name);
  if (!value || !std::holds_alternative<T>(*value)) {
    ADD_FAILURE() << name << " is missing or of another type";
    return {};
  }
  return std::get<T>(*value);
}

TEST(RecipeJson, ReadsEverything) {
  const auto recipe = read(R"({
    // A comment to the end of the line,
    "craton": 1, "name": "Hills", "doc": "Some hills.", "world": "anywhere", /* and one
    within */ "domain": {"kind": "plane", "step": 2.5, "width": 64},
    "seed": 7,
    "stages": [
      {"stage": "test_ground", "id": "hills", "noise": {"kind": "fbm", "octaves": 3, "source": {"kind": "perlin"}},
       "scale": {"layer": "mask"}, "offset": 3, "to": "ground"},
      {"stage": "test_filter", "enabled": false, "from": "ground", "strength": 1, "steps": 7, "smooth": false, "shape": "square",
       "weights": [1, -0.5], "file": "a b.png"}
    ],
    "keep": ["ground", "mask"]
  })");
  ASSERT_TRUE(recipe) << recipe.error().to_string();
  EXPECT_EQ(recipe->version, 1);
  EXPECT_EQ(recipe->name, "Hills");
  EXPECT_EQ(recipe->doc, "Some hills.");
  EXPECT_EQ(recipe->world, "anywhere");
  EXPECT_EQ(recipe->domain.kind, "plane");
  EXPECT_EQ(std::get<double>(*recipe->domain.params.find("step")), 2.5);
  EXPECT_EQ(std::get<std::int64_t>(*recipe->domain.params.find("width")), 64);
  EXPECT_EQ(recipe->seed, 7U);
  EXPECT_EQ(recipe->keep, (std::vector<std::string>{"ground", "mask"}));
  ASSERT_EQ(recipe->stages.size(), 2U);

  const StageSpec& hills = recipe->stages[0];
  EXPECT_EQ(hills.stage, "test_ground");
  EXPECT_EQ(hills.id, "hills");
  EXPECT_TRUE(hills.enabled);
  ASSERT_NE(hills.noise("noise"), nullptr);
  EXPECT_EQ(hills.noise("noise")->kind, "fbm");
  ASSERT_NE(hills.layer("scale"), nullptr);
  EXPECT_EQ(*hills.layer("scale"), "mask");
  EXPECT_EQ(param<double>(hills, "offset"), 3.0);
  EXPECT_EQ(param<std::string>(hills, "to"), "ground");

  const StageSpec& filter = recipe->stages[1];
  EXPECT_EQ(filter.id, "test_filter");
  EXPECT_FALSE(filter.enabled);
  EXPECT_EQ(param<double>(filter, "strength"), 1.0);
  EXPECT_EQ(param<std::int64_t>(filter, "steps"), 7);
  EXPECT_EQ(param<bool>(filter, "smooth"), false);
  EXPECT_EQ(param<std::string>(filter, "shape"), "square");
  EXPECT_EQ(param<std::vector<double>>(filter, "weights"), (std::vector<double>{1, -0.5}));
  EXPECT_EQ(param<std::string>(filter, "file"), "a b.png");
}

TEST(RecipeJson, LeavesOutWhatHasADefault) {
  const auto recipe = read(recipe_of(ground));
  ASSERT_TRUE(recipe) << recipe.error().to_string();
  EXPECT_EQ(recipe->domain.kind, "torus");
  EXPECT_TRUE(recipe->domain.params.items().empty());
  EXPECT_EQ(recipe->seed, 0U);
  EXPECT_EQ(recipe->stages[0].id, "test_ground");
  EXPECT_TRUE(recipe->stages[0].params.items().empty());
  EXPECT_TRUE(recipe->keep.empty());
}

TEST(RecipeJson, SeedsAreNumbersOrTexts) {
  const auto seed_of = [](std::string_view text) {
    const auto recipe = read(recipe_of(ground, concat({R"("seed": )", text})));
    EXPECT_TRUE(recipe) << recipe.error().to_string();
    return recipe ? recipe->seed : 0;
  };
  EXPECT_EQ(seed_of("9223372036854775807"), 0x7fffffffffffffffU);
  EXPECT_EQ(seed_of(R"("18446744073709551615")"), ~std::uint64_t{0});
  EXPECT_EQ(seed_of(R"("0xff")"), 255U);
  EXPECT_EQ(seed_of(R"("atlantis")"), Seed{0}.child("atlantis").value);
}

// ---- writing

TEST(RecipeJson, RoundTripKeepsEverything) {
  const std::string texts[] = {
      recipe_of(ground),
      recipe_of(ground, R"("name": "a \"quoted\" ü", "doc": "two\nlines", "seed": "18446744073709551615", "keep": ["a", "b"])"),
      recipe_of(ground, R"("seed": 9007199254740993)"),
      recipe_of(ground, R"("domain": {"wrap": "x", "height": 9, "step": 0.1, "width": 8, "kind": "torus"})"),
      recipe_of(R"({"stage": "test_ground", "to": "a", "offset": -0.0, "scale": {"layer": "m"}, "id": "x", "noise":
          {"kind": "mix", "a": "n", "b": {"kind": "abs", "source": "n"}, "share": 0.5, "nodes": {"n": {"kind": "perlin"}}}},
          {"file": "", "from": "x", "stage": "test_filter", "weights": [], "enabled": false, "strength": 0.30000000000000004})"),
      recipe_of(
          R"({"stage": "test_ground", "noise": {"kind": "perlin"}},
                   {"stage": "test_filter", "from": "height", "smooth": true})",
          R"("knobs": {"k": {"value": 0.3, "doc": "Turns.", "sets": {"test_filter.steps": [1, 64], "test_ground.scale": [-0.0, 77.7]}},
                             "l": {"value": -3, "min": -3, "max": 8, "sets": {"test_ground.offset": [0.1, 0.2]}}})"),
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const auto recipe = read(text);
    ASSERT_TRUE(recipe) << recipe.error().to_string();
    const std::string written = recipe_to_json(*recipe, terms());
    const auto back = read(written);
    ASSERT_TRUE(back) << back.error().to_string() << "\n" << written;
    EXPECT_TRUE(*recipe == *back) << written;
    EXPECT_EQ(recipe_to_json(*back, terms()), written);
  }
}

TEST(RecipeJson, WritesALineForEachStage) {
  const auto recipe = read(R"({"stages": [{"scale": 3, "id": "hills", "noise": {"kind": "perlin", "frequency": 0.01}, "stage":
      "test_ground"}, {"stage": "test_filter", "from": "height", "steps": 3}], "seed": 7, "world": "anywhere", "craton": 1,
      "knobs": {"rough": {"sets": {"test_filter.strength": [0, 0.5]}, "value": 1}}, "domain": {"width": 8}})");
  ASSERT_TRUE(recipe) << recipe.error().to_string();
  EXPECT_EQ(recipe_to_json(*recipe, terms()), R"({
  "craton": 1,
  "world": "anywhere",
  "domain": {"kind": "torus", "width": 8},
  "seed": 7,
  "knobs": {
    "rough": {"value": 1, "min": 0, "max": 1, "sets": {"test_filter.strength": [0, 0.5]}}
  },
  "stages": [
    {
      "stage": "test_ground",
      "id": "hills",
      "noise": {"kind": "perlin", "frequency": 0.01},
      "scale": 3
    },
    {"stage": "test_filter", "from": "height", "steps": 3}
  ]
}
)");
}

TEST(RecipeJson, EqualRecipesGiveEqualTexts) {
  const auto a = read(recipe_of(R"({"stage": "test_ground", "offset": 2, "to": "h", "noise": {"kind": "perlin"}})"));
  const auto b = read(recipe_of(R"({"noise": {"kind": "perlin"}, "to": "h", "id": "test_ground", "enabled": true,
                                    "stage": "test_ground", "offset": 2.0})",
                                R"("keep": [], "seed": 0, "domain": {})"));
  ASSERT_TRUE(a && b);
  EXPECT_TRUE(*a == *b);
  EXPECT_EQ(recipe_to_json(*a, terms()), recipe_to_json(*b, terms()));
}

}  // namespace
}  // namespace craton
