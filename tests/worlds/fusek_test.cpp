// The planet of source 002 at any resolution: the same plates, the same land, the same belts.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "repository.h"

namespace craton {
namespace {

World fusek(int resolution, std::uint64_t seed, double radius = 6'371'000) {
  const RecipeTerms terms = all_terms();
  std::ifstream stream(repository_folder() + "/recipes/fusek.json");
  const Result<Recipe> read = recipe_from_json(std::string{std::istreambuf_iterator<char>(stream), {}}, terms);
  EXPECT_TRUE(read) << read.error().to_string();
  Recipe recipe = *read;
  recipe.seed = seed;
  recipe.domain.params.set("resolution", std::int64_t{resolution});
  recipe.domain.params.set("radius", radius);
  Result<World> world = make_world(recipe, terms);
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

/// Shares of the area of `b`, each cell compared with the one of `a` that is nearest to it.
struct Same {
  double plate = 0, land = 0;
};
Same same_area(const World& a, const World& b) {
  const auto& coarse = std::get<CubeSphere>(a.surface.domain());
  const auto& fine = std::get<CubeSphere>(b.surface.domain());
  const auto plates = [](const World& world) { return world.surface.layer("plate")->integers(); };
  const auto heights = [](const World& world) { return world.surface.layer("height")->numbers(); };
  Same same;
  double whole = 0;
  for (Cell c = 0; c < fine.cell_count(); ++c) {
    const Cell near = coarse.nearest(fine.direction(c));
    const double area = fine.area(c);
    whole += area;
    if (plates(a)[near] == plates(b)[c]) same.plate += area;
    if ((heights(a)[near] < 0) == (heights(b)[c] < 0)) same.land += area;
  }
  return {same.plate / whole, same.land / whole};
}

TEST(Fusek, IsTheSamePlanetAtAnyResolution) {
  for (const std::uint64_t seed : {7U, 8U, 9U}) {
    const World source = fusek(50, seed);
    const Same fine = same_area(source, fusek(160, seed));
    EXPECT_GE(fine.plate, 0.97) << seed;
    EXPECT_GE(fine.land, 0.97) << seed;
    // A preview has cells of twice the size: its coasts are coarser, its plates the same.
    const Same preview = same_area(fusek(25, seed), source);
    EXPECT_GE(preview.plate, 0.8) << seed;
    EXPECT_GE(preview.land, 0.85) << seed;
  }
}

TEST(Fusek, IsTheSameOnASmallPlanet) {
  const World large = fusek(50, 7), small = fusek(50, 7, 1'000'000);
  for (Cell c = 0; c < large.surface.cell_count(); ++c) {
    ASSERT_EQ(large.surface.layer("plate")->integers()[c], small.surface.layer("plate")->integers()[c]);
    ASSERT_NEAR(large.surface.layer("height")->numbers()[c], small.surface.layer("height")->numbers()[c], 0.01);
  }
}

}  // namespace
}  // namespace craton
