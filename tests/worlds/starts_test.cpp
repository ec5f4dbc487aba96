// Planets that begin otherwise than with plates: recipes/fault-planet.json, noise-planet.json and cratered.json.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "repository.h"

namespace craton {
namespace {

World planet(const std::string& name, std::uint64_t seed, std::int64_t resolution, const std::string& knob = "") {
  std::ifstream stream(repository_folder() + "/recipes/" + name + ".json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  recipe->domain.params.set("resolution", resolution);
  if (!knob.empty()) { EXPECT_TRUE(set_in_recipe(*recipe, knob, all_terms())); }
  Result<World> world = make_world(*recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

std::span<const float> heights(const World& world) { return world.surface.layer("height")->numbers(); }
const CubeSphere& sphere_of(const World& world) { return std::get<CubeSphere>(world.surface.domain()); }

/// The share of the area where f(cell) holds.
template <class F>
double share(const World& world, F&& f) {
  const CubeSphere& sphere = sphere_of(world);
  double inside = 0, all = 0;
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    all += sphere.area(cell);
    if (f(cell)) inside += sphere.area(cell);
  }
  return inside / all;
}

double share_between(const World& world, float low, float high) {
  return share(world, [&](Cell cell) { return heights(world)[cell] >= low && heights(world)[cell] < high; });
}

class Starts : public ::testing::TestWithParam<const char*> {};

TEST_P(Starts, HaveTheSeaAskedForAndTwoLevelsOfGround) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const World world = planet(GetParam(), seed, 64);
    EXPECT_NEAR(share_between(world, 0, 1e5F), 0.32, 0.005) << seed;
    const double between = share_between(world, -2500, -1500);
    EXPECT_LT(between, 0.5 * share_between(world, 0, 1000)) << seed;
    EXPECT_LT(between, 0.5 * share_between(world, -5200, -4200)) << seed;
  }
  EXPECT_NEAR(share_between(planet(GetParam(), 1, 32, "knobs.sea_share=0.5"), 0, 1e5F), 0.5, 0.01);
}

TEST_P(Starts, AreTheSameAtEveryResolution) {
  const World coarse = planet(GetParam(), 3, 64), fine = planet(GetParam(), 3, 192);
  const double same = share(fine, [&](Cell cell) {
    return (heights(fine)[cell] < 0) == (heights(coarse)[sphere_of(coarse).nearest(sphere_of(fine).direction(cell))] < 0);
  });
  EXPECT_GE(same, 0.95);
}

INSTANTIATE_TEST_SUITE_P(All, Starts, ::testing::Values("fault-planet", "noise-planet"),
                         [](const auto& which) { return std::string(which.param) == "fault-planet" ? "faults" : "noise"; });

TEST(Cratered, LavaIsFlatHighlandsAreRoughAndNoGroundIsSea) {
  const World moon = planet("cratered", 7, 96);
  const std::span<const float> height = heights(moon);
  EXPECT_GT(*std::min_element(height.begin(), height.end()), 0);
  const CubeSphere& sphere = sphere_of(moon);
  const auto steepest = [&](Cell cell) {
    float most = 0;
    sphere.for_each_link(cell, [&](const Link& link) { most = std::max(most, std::abs(height[link.to] - height[cell])); });
    return most;
  };
  const double plains = share(moon, [&](Cell cell) { return steepest(cell) < 120; });
  EXPECT_GT(plains, 0.02);
  EXPECT_LT(plains, 0.4);
  EXPECT_GT(share(moon, [&](Cell cell) { return steepest(cell) > 500; }), 0.3);
  const World dry = planet("cratered", 7, 48, "knobs.lava=0");
  const World wet = planet("cratered", 7, 48, "knobs.lava=1");
  EXPECT_LT(share_between(wet, 0, 11'000), share_between(dry, 0, 11'000));
}

}  // namespace
}  // namespace craton
