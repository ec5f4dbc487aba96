// recipes/mountains.json obeys the laws of real rivers (reference: docs/worlds.md, "Measuring"): over many seeds hardly any pits,
// concavity 0.35 … 0.55, Hack's exponent 0.50 … 0.60, for the median and for nine seeds of ten. Plain noise does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <craton/measure/measure.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "repository.h"

namespace craton {
namespace {

struct Laws {
  double pits = 1, concavity = 0, hack = 0;
};

double value_of(const std::vector<Measured>& measured, std::string_view key) {
  for (const Measured& each : measured)
    if (each.info->key == key) return each.value.value_or(-1);
  ADD_FAILURE() << "no measure " << key;
  return -1;
}

/// Of the mountains of a seed after some of their stages.
Laws laws_of(std::uint64_t seed, std::size_t stages) {
  const RecipeTerms terms = all_terms();
  std::ifstream stream(repository_folder() + "/recipes/mountains.json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, terms);
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  for (std::size_t i = stages; i < recipe->stages.size(); ++i) recipe->stages[i].enabled = false;
  const Result<World> world = make_world(*recipe, terms, {});
  EXPECT_TRUE(world) << world.error().to_string();
  const Result<std::vector<Measured>> measured = measure_relief(world->surface, "height", {.sea_level = 0});
  EXPECT_TRUE(measured) << measured.error().to_string();
  return {value_of(*measured, "pit_share"), value_of(*measured, "concavity"), value_of(*measured, "hack_exponent")};
}

bool lawful(const Laws& laws) {
  return laws.pits < 0.01 && laws.concavity >= 0.35 && laws.concavity <= 0.55 && laws.hack >= 0.5 && laws.hack <= 0.6;
}

double median(std::vector<Laws> all, double Laws::*law) {
  std::sort(all.begin(), all.end(), [&](const Laws& a, const Laws& b) { return a.*law < b.*law; });
  return all[all.size() / 2].*law;
}

TEST(Mountains, ObeyTheLawsOfRealRivers) {
  const std::uint64_t seeds = std::getenv("CRATON_FULL") ? 20 : 3;
  std::vector<Laws> all;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) all.push_back(laws_of(seed, 100));
  EXPECT_GE(std::count_if(all.begin(), all.end(), lawful), static_cast<std::ptrdiff_t>(seeds - seeds / 10));
  EXPECT_TRUE(lawful({median(all, &Laws::pits), median(all, &Laws::concavity), median(all, &Laws::hack)}));
}

TEST(Mountains, BeginAsNoiseThatDoesNot) {
  const Laws noise = laws_of(1, 2);
  EXPECT_GT(noise.pits, 0.05);
  EXPECT_LT(noise.concavity, 0.3);
  EXPECT_LT(noise.hack, 0.5);
}

}  // namespace
}  // namespace craton
