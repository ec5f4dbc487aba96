// The stage `compute` beside the stages that it stands for: the same bits.
#include <gtest/gtest.h>

#include <cstring>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

namespace craton {
namespace {

const RecipeTerms& terms() {
  static const RecipeTerms all = all_terms();
  return all;
}

std::string recipe_of(std::string_view stages) {
  return R"({"craton": 1, "world": "map", "seed": 5, "domain": {"kind": "torus", "width": 70, "height": 50, "step": 20}, "stages": [
    {"stage": "noise", "id": "base", "layer": "base", "scale": 400, "noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.002}}},)" +
         std::string(stages) + "]}";
}

Result<World> made(std::string_view stages) {
  CRATON_TRY(const Recipe recipe, recipe_from_json(recipe_of(stages), terms()));
  return make_world(recipe, terms());
}

void expect_same_height(std::string_view one, std::string_view other) {
  const Result<World> a = made(one), b = made(other);
  ASSERT_TRUE(a) << a.error().to_string();
  ASSERT_TRUE(b) << b.error().to_string();
  const auto first = a->surface.layer("height")->bytes(), second = b->surface.layer("height")->bytes();
  EXPECT_EQ(std::memcmp(first.data(), second.data(), first.size()), 0) << other;
}

std::string error_of(std::string_view stages) {
  const Result<World> world = made(stages);
  return world ? "none" : world.error().to_string();
}

constexpr std::string_view ridges = R"("noise": {"kind": "ridged", "source": {"kind": "perlin", "frequency": 0.004}})";

TEST(Compute, StandsForChainsOfOtherStages) {
  expect_same_height(R"({"stage": "noise", "id": "n", "scale": {"layer": "base"}, "offset": 20, )" + std::string(ridges) + "}",
                     R"({"stage": "compute", "id": "n", "value": "20 + base * noise", )" + std::string(ridges) + "}");
  expect_same_height(
      R"({"stage": "mix", "id": "m", "a": {"layer": "base"}, "b": 7, "share": 0.25},
         {"stage": "clamp", "id": "c", "low": -20, "high": 90, "knee": 15},
         {"stage": "curve", "id": "k", "points": [-20, 3, 0, 4, 90, 70], "beyond": "flat", "strength": 0.5},
         {"stage": "cross", "id": "x", "a": {"layer": "height"}, "b": {"layer": "base"}, "selector": {"layer": "base"}, "threshold": 10, "width": 50})",
      R"json({"stage": "compute", "id": "m", "a": 0.25, "value": "clamp(mix(base, 7, a), -20, 90, 15)"},
         {"stage": "compute", "id": "x", "value": "cross(toward(height, curve_flat(height, -20, 3, 0, 4, 90, 70), 0.5), base, base, 10, 50)"})json");
}

TEST(Compute, TellsWhatIsWrongBeforeAnythingRuns) {
  EXPECT_NE(error_of(R"({"stage": "compute", "value": "bose * 2"})")
                .find("/stages/1/value: no stage before this one writes the layer \"bose\""),
            std::string::npos);
  EXPECT_NE(error_of(R"({"stage": "compute", "value": "base * noise"})").find("/stages/1/noise: missing"), std::string::npos);
  EXPECT_NE(error_of(R"({"stage": "compute", "value": "base *"})").find("/stages/1/value: letter 7"), std::string::npos);
  EXPECT_NE(error_of(R"({"stage": "compute", "value": "base", )" + std::string(ridges) + "}").find("does not use it"),
            std::string::npos);
}

}  // namespace
}  // namespace craton
