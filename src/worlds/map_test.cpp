#include <craton/worlds/map.h>
#include <gtest/gtest.h>

#include <string>

namespace craton {
namespace {

Recipe torus(std::int64_t width, std::int64_t height, double step) {
  Recipe recipe;
  recipe.domain.kind = "torus";
  recipe.domain.params.set("width", width);
  recipe.domain.params.set("height", height);
  recipe.domain.params.set("step", step);
  return recipe;
}

double number(const Recipe& recipe, std::string_view name) { return std::get<double>(*recipe.domain.params.find(name)); }
std::int64_t whole(const Recipe& recipe, std::string_view name) {
  return std::get<std::int64_t>(*recipe.domain.params.find(name));
}

TEST(MapSize, KeepsTheArea) {
  Recipe recipe = torus(2048, 1024, 4000);
  ASSERT_TRUE(resize_map(recipe, {256, 128}));
  EXPECT_EQ(whole(recipe, "width"), 256);
  EXPECT_EQ(whole(recipe, "height"), 128);
  EXPECT_EQ(number(recipe, "step"), 32000);
  ASSERT_TRUE(resize_map(recipe, {512, 512}));
  EXPECT_NEAR(512 * 512 * number(recipe, "step") * number(recipe, "step"), 8192e3 * 4096e3, 1);
}

TEST(MapSize, IsRefusedWhereThereIsNoRectangle) {
  Recipe recipe;
  recipe.domain.kind = "sphere";
  const Result<void> done = resize_map(recipe, {10, 10});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().path, "/domain/kind");
  recipe = torus(64, 64, 100);
  EXPECT_EQ(resize_map(recipe, {0, 10}).error().path, "/domain/width");
  EXPECT_EQ(resize_map(recipe, {10, 70000}).error().path, "/domain/height");
  EXPECT_EQ(whole(recipe, "width"), 64);
}

TEST(MapRepeat, SetsTheWrapOfATorusAlone) {
  Recipe recipe = torus(64, 64, 100);
  ASSERT_TRUE(repeat_map(recipe, Torus::Wrap::x));
  EXPECT_EQ(std::get<std::string>(*recipe.domain.params.find("wrap")), "x");
  recipe.domain = {.kind = "plane"};
  EXPECT_TRUE(repeat_map(recipe, Torus::Wrap::none));
  EXPECT_EQ(repeat_map(recipe, Torus::Wrap::both).error().path, "/domain/kind");
}

TEST(MapExtension, MovesTheFirstSampleOfAWindow) {
  Recipe recipe;
  recipe.domain.kind = "plane";
  recipe.domain.params.set("x", 1000.0);
  recipe.domain.params.set("y", -500.0);
  recipe.domain.params.set("width", std::int64_t{100});
  recipe.domain.params.set("height", std::int64_t{50});
  recipe.domain.params.set("step", 20.0001);  // rounded to whole units, 1/1024 m
  ASSERT_TRUE(extend_map(recipe, {.west = 10, .north = 5, .east = 1, .south = 2}));
  EXPECT_EQ(number(recipe, "x"), 800);
  EXPECT_EQ(number(recipe, "y"), -600);
  EXPECT_EQ(whole(recipe, "width"), 111);
  EXPECT_EQ(whole(recipe, "height"), 57);
  EXPECT_EQ(extend_map(recipe, {.west = 65535}).error().path, "/domain/width");
}

TEST(MapExtension, IsRefusedWhereTheWorldEnds) {
  Recipe recipe = torus(64, 64, 100);
  const Result<void> done = extend_map(recipe, {.east = 10});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().path, "/domain/kind");
}

}  // namespace
}  // namespace craton
