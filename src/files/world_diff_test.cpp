#include <craton/files/world_diff.h>

#include <gtest/gtest.h>

#include "files/recipe_diff.h"
#include "files/test_folder.h"
#include "files/test_world.h"

namespace craton {
namespace {

using namespace files;

class WorldDiffs : public ::testing::Test {
 protected:
  WorldDiff diff(const World& a, const World& b) {
    EXPECT_TRUE(write_world(folder_.path("a"), a, all_terms()));
    EXPECT_TRUE(write_world(folder_.path("b"), b, all_terms()));
    const Result<WorldDiff> found = diff_worlds(folder_.path("a"), folder_.path("b"));
    EXPECT_TRUE(found) << found.error().to_string();
    return found ? *found : WorldDiff{};
  }
  static bool has_line(const WorldDiff& found, const std::string& part) {
    for (const std::string& line : diff_lines(found))
      if (line.find(part) != std::string::npos) return true;
    return false;
  }

  TestFolder folder_;
};

TEST_F(WorldDiffs, SameWorlds) {
  const World world = rich_world(test_recipe("map", small_torus));
  World later = rich_world(test_recipe("map", small_torus));
  later.reports[0].seconds = 99;
  const WorldDiff found = diff(world, later);
  EXPECT_TRUE(found.same());
  EXPECT_EQ(found.same_layers, 4u);
  EXPECT_TRUE(found.reasons.empty());
  EXPECT_TRUE(has_line(found, "the same world, bit for bit: 4 layers"));
}

TEST_F(WorldDiffs, CountsCellsAndFindsTheLargest) {
  // Two pieces and a bit of the comparison.
  const std::string recipe = test_recipe("map", R"({"kind": "torus", "width": 3000, "height": 2900, "step": 100})");
  const World world = bare_world(recipe);
  World other = bare_world(recipe);
  const std::span<float> values = other.surface.layer("height")->numbers();
  values[5'000'000] += 0.5f;
  values[8'699'999] = -values[8'699'999] - 4000;
  values[6'000'000] = std::numeric_limits<float>::quiet_NaN();
  const WorldDiff found = diff(world, other);
  ASSERT_EQ(found.layers.size(), 1u);
  const LayerDiff& layer = found.layers[0];
  EXPECT_EQ(layer.name, "height");
  EXPECT_EQ(layer.kind, DiffKind::other_values);
  EXPECT_EQ(layer.cells, 3u);
  EXPECT_EQ(layer.first_cell, 5'000'000u);
  EXPECT_EQ(layer.first_b, values[5'000'000]);
  const float before = world.surface.layer("height")->numbers()[8'699'999];
  EXPECT_EQ(layer.largest, std::abs(double{before} - values[8'699'999]));
  EXPECT_TRUE(has_line(found, "3 of 8700000 cells differ"));
  EXPECT_TRUE(has_line(found, "not made by that recipe alone"));
}

TEST_F(WorldDiffs, SeedsAndRecipesAreReasons) {
  const World world = bare_world(test_recipe("map", small_torus, 1));
  World other = bare_world(test_recipe("map", small_torus, 2));
  (void)set_in_recipe(other.recipe, "hills.scale=600", all_terms());
  const WorldDiff found = diff(world, other);
  ASSERT_EQ(found.reasons.size(), 2u);
  EXPECT_EQ(found.reasons[0].what, "seed");
  EXPECT_EQ(found.reasons[0].a, "1");
  EXPECT_EQ(found.reasons[1].what, "recipe /stages/hills/scale");
  EXPECT_EQ(found.reasons[1].a, "500");
  EXPECT_EQ(found.reasons[1].b, "600");
  EXPECT_TRUE(has_line(found, "recipe /stages/hills/scale: 500 in A, 600 in B"));
}

TEST_F(WorldDiffs, LayersAndObjectsOfEitherSide) {
  const World world = rich_world(test_recipe("map", small_torus));
  World other = rich_world(test_recipe("map", small_torus));
  other.surface.remove_layer("odd");
  (void)other.surface.add_layer({.name = "newer"});
  other.surface.remove_layer("receiver");
  (void)other.surface.add_layer({.name = "receiver", .type = LayerType::category});
  other.surface.layer("rock")->set_unit("things");
  ObjectTable rivers = *other.surface.objects("rivers");
  std::get<std::vector<std::int64_t>>(rivers.columns[1].values)[1] = 4;
  (void)other.surface.set_objects(rivers);
  (void)other.surface.set_objects({"lakes", "", {}});
  (void)other.surface.set_objects({"empty", "Still nothing.", {}});
  (void)other.surface.set_objects({"none", "", {{"name", "", "", std::vector<std::string>{"one"}}}});
  const WorldDiff found = diff(world, other);
  EXPECT_FALSE(found.same());
  EXPECT_EQ(found.same_layers, 1u);
  for (const char* line :
       {"layer odd: only in A", "layer newer: only in B", "layer receiver: of another type",
        "layer rock: the same values, but another unit", "objects rivers: column order differs", "objects lakes: only in B",
        "objects empty: the same values, but other", "objects none: other numbers of rows"})
    EXPECT_TRUE(has_line(found, line)) << line;
}

TEST_F(WorldDiffs, OtherDomains) {
  const WorldDiff found = diff(bare_world(test_recipe("map", small_torus)),
                               bare_world(test_recipe("map", R"({"kind": "torus", "width": 41, "height": 30, "step": 100})")));
  EXPECT_TRUE(has_line(found, "cells: 1200 in A, 1230 in B"));
  EXPECT_TRUE(has_line(found, "layer height: on another number of cells"));
  EXPECT_TRUE(has_line(found, "recipe /domain/width: 40 in A, 41 in B"));
}

TEST_F(WorldDiffs, DamagedFilesAreErrors) {
  put(folder_.path("a"), "x");
  EXPECT_EQ(diff_worlds(folder_.path("a"), folder_.path("a")).error().code, ErrorCode::corrupt);
  EXPECT_EQ(diff_worlds(folder_.path("none"), folder_.path("a")).error().code, ErrorCode::io);
}

std::vector<std::string> whats(std::string_view a, std::string_view b) {
  std::vector<std::string> list;
  for (const DiffReason& reason : recipe_differences(a, b)) list.push_back(reason.what);
  return list;
}

TEST(RecipeDifferences, FollowIdsAndOrder) {
  using Whats = std::vector<std::string>;
  const char* a = R"({"seed": 1, "stages": [{"stage": "noise", "id": "a", "x": 1}, {"stage": "mix", "y": [1, 2]}]})";
  EXPECT_EQ(whats(a, a), Whats{});
  EXPECT_EQ(whats(a, R"({"seed": 2, "stages": [{"stage": "noise", "id": "a", "x": 1}, {"stage": "mix", "y": [1, 2]}]})"),
            Whats{});
  EXPECT_EQ(whats(a, R"({"seed": 1, "stages": [{"stage": "mix", "y": [1, 2]}, {"stage": "noise", "id": "a", "x": 1}]})"),
            Whats{"order of stages"});
  EXPECT_EQ(whats(a, R"({"seed": 1, "stages": [{"stage": "noise", "id": "a", "z": 1}, {"stage": "mix", "y": [1, 3]}], "k": 0})"),
            (Whats{"recipe /stages/a/x", "recipe /stages/a/z", "recipe /stages/mix/y", "recipe /k"}));
  EXPECT_EQ(whats(a, R"({"seed": 1, "stages": [{"stage": "mix", "y": [1, 2]}]})"), Whats{"recipe /stages/a"});
}

TEST(RecipeDifferences, AnyTextIsCompared) {
  EXPECT_EQ(whats("{}", "nonsense"), std::vector<std::string>{"recipe"});
  const std::string deep = "{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_EQ(whats(deep, "{}"), std::vector<std::string>{"recipe"});
  EXPECT_EQ(whats(R"({"stages": [1, 2]})", R"({"stages": {"x": 1}})"), std::vector<std::string>{"recipe /stages"});
  const std::vector<DiffReason> reasons = recipe_differences("{\"name\": \"" + std::string(5000, 'x') + "\"}", "{}");
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_LT(reasons[0].a.size(), 130u);
  EXPECT_EQ(reasons[0].b, "");
}

}  // namespace
}  // namespace craton
