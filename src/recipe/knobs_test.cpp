#include <gtest/gtest.h>

#include <craton/recipe/recipe.h>

#include "recipe/recipe_parts.h"
#include "recipe/terms_test.h"

namespace craton {
namespace {

using recipe::knob_result;
using recipe::test::recipe_of;
using recipe::test::terms;

TEST(Knobs, RunStraightAndAreExactAtTheirEnds) {
  const KnobTarget target{"s", "p", 0.1, 0.7};
  Knob knob{.id = "k", .min = -3, .max = 5};
  knob.value = -3;
  EXPECT_EQ(knob_result(knob, target), 0.1);
  knob.value = 5;
  EXPECT_EQ(knob_result(knob, target), 0.7);
  knob.value = 1;
  EXPECT_DOUBLE_EQ(knob_result(knob, target), 0.4);
  knob.value = 3;
  EXPECT_DOUBLE_EQ(knob_result(knob, target), 0.55);
}

TEST(Knobs, NeverLeaveTheirEnds) {
  Knob knob{.id = "k", .min = 0, .max = 1};
  for (const auto& [low, high] : {std::pair{0.1, 0.1}, {0.3, 0.1}, {1e300, 1.0000001e300}, {-1e308, 1e308}, {5e-324, 1e-323}}) {
    for (int i = 0; i <= 1000; ++i) {
      knob.value = i / 1000.0;
      const double result = knob_result(knob, {"s", "p", low, high});
      EXPECT_GE(result, std::min(low, high));
      EXPECT_LE(result, std::max(low, high));
    }
  }
}

Recipe with_knob(double value) {
  const std::string knobs = concat({R"("knobs": {"k": {"value": )", std::to_string(value),
                                    R"(, "sets": {"f.steps": [10, 1], "f.strength": [0, 1], "g.offset": [-5, 5]}}})"});
  Result<Recipe> recipe = recipe_from_json(recipe_of(R"({"stage": "test_filter", "id": "f", "from": "height", "file": "x"},
                                                        {"stage": "test_ground", "id": "g", "noise": {"kind": "perlin"}})",
                                                     knobs),
                                           terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return recipe ? *recipe : Recipe{};
}

TEST(Knobs, SetParametersOfSeveralStages) {
  const Recipe recipe = with_knob(0.25);
  ASSERT_EQ(recipe.knobs.size(), 1U);
  EXPECT_EQ(recipe.knobs[0].sets,
            (std::vector<KnobTarget>{{"f", "steps", 10, 1}, {"f", "strength", 0, 1}, {"g", "offset", -5, 5}}));
  EXPECT_EQ(std::get<double>(*recipe.stages[0].params.find("strength")), 0.25);
  EXPECT_EQ(std::get<double>(*recipe.stages[1].params.find("offset")), -2.5);
  // As if the stage had given them: in the order of the declaration.
  ASSERT_EQ(recipe.stages[0].params.items().size(), 4U);
  EXPECT_EQ(recipe.stages[0].params.items()[1].first, "strength");
  EXPECT_EQ(recipe.stages[0].params.items()[2].first, "steps");
}

TEST(Knobs, RoundWholeNumbers) {
  const auto steps_at = [](double value) { return std::get<std::int64_t>(*with_knob(value).stages[0].params.find("steps")); };
  EXPECT_EQ(steps_at(0), 10);
  EXPECT_EQ(steps_at(0.05), 10);  // 9.55
  EXPECT_EQ(steps_at(0.06), 9);   // 9.46
  EXPECT_EQ(steps_at(0.5), 6);    // 5.5
  EXPECT_EQ(steps_at(1), 1);
}

}  // namespace
}  // namespace craton
