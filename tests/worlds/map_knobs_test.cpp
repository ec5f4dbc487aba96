// recipes/map.json: more of a knob is more of what it says, in every world.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>

#include "repository.h"

namespace craton {
namespace {

World map_with_knob(std::uint64_t seed, const std::string& knob, double value) {
  std::ifstream stream(repository_folder() + "/recipes/map.json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  EXPECT_TRUE(resize_map(*recipe, {128, 64}));
  for (const std::string& setting : {std::string("crust.level_points=16384"), "knobs." + knob + "=" + std::to_string(value)})
    EXPECT_TRUE(set_in_recipe(*recipe, setting, all_terms())) << setting;
  Result<World> world = make_world(*recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

double mean_of(const World& world, const char* layer) {
  double sum = 0;
  for (const float value : world.surface.layer(layer)->numbers()) sum += double{value};
  return sum / static_cast<double>(world.surface.cell_count());
}

/// The height that a twentieth of the land exceeds.
double high_ground(const World& world) {
  std::vector<float> land;
  for (const float height : world.surface.layer("height")->numbers())
    if (height >= 0) land.push_back(height);
  if (land.empty()) return 0;
  std::sort(land.begin(), land.end());
  return double{land[land.size() * 19 / 20]};
}

double area_of_lakes(const World& world) {
  const auto* areas = world.surface.objects("lakes")->values<double>("area");
  double sum = 0;
  for (const double area : *areas) sum += area;
  return sum;
}

struct Knob {
  const char* name;
  std::vector<double> values;
  double (*measured)(const World&);
};

TEST(MapKnobs, MoreIsMoreInEveryWorld) {
  const std::vector<Knob> knobs{
      {"mountains", {0, 0.5, 1}, high_ground},
      {"lakes", {0, 0.5, 1}, area_of_lakes},
      {"wetness", {0, 0.5, 1, 2}, [](const World& world) { return mean_of(world, "rain"); }},
      {"rivers", {0, 0.5, 1}, [](const World& world) { return static_cast<double>(world.surface.objects("rivers")->rows()); }}};
  const std::uint64_t seeds = std::getenv("CRATON_FULL") ? 20 : 4;
  for (std::uint64_t seed = 101; seed < 101 + seeds; ++seed)
    for (const Knob& knob : knobs) {
      std::vector<double> found;
      for (const double value : knob.values) found.push_back(knob.measured(map_with_knob(seed, knob.name, value)));
      const bool rises = std::adjacent_find(found.begin(), found.end(), std::greater_equal<>()) == found.end();
      EXPECT_TRUE(rises) << knob.name << " of seed " << seed << ": " << testing::PrintToString(found);
    }
}

}  // namespace
}  // namespace craton
