// recipes/crust.json: the same planet at every resolution, two levels of the crust as on Earth, ranges where plates meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include <craton/measure/measure.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "repository.h"

namespace craton {
namespace {

Recipe crust_recipe() {
  std::ifstream stream(repository_folder() + "/recipes/crust.json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *std::move(recipe);
}

World made(Recipe recipe, std::uint64_t seed, double sea_share, int level_points, double time = 0) {
  recipe.seed = seed;
  const Result<void> later = set_in_recipe(recipe, "knobs.time=" + std::to_string(time), all_terms());
  EXPECT_TRUE(later) << later.error().to_string();
  const Result<void> set = set_in_recipe(recipe, "knobs.sea_share=" + std::to_string(sea_share), all_terms());
  EXPECT_TRUE(set) << set.error().to_string();
  if (level_points == 0) level_points = std::getenv("CRATON_FULL") ? 1 << 18 : 1 << 15;
  EXPECT_TRUE(set_in_recipe(recipe, "heights.level_points=" + std::to_string(level_points), all_terms()));
  Result<World> world = make_world(recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

World planet(std::uint64_t seed, std::int64_t resolution, double sea_share = 0.7, int level_points = 0, double time = 0) {
  Recipe recipe = crust_recipe();
  recipe.domain.params.set("resolution", resolution);
  return made(std::move(recipe), seed, sea_share, level_points, time);
}

/// A map that closes onto itself, with as many cells as a planet of resolution 32.
World flat_map(std::uint64_t seed, double sea_share) {
  Recipe recipe = crust_recipe();
  recipe.world = "map";
  recipe.domain = {.kind = "torus"};
  recipe.domain.params.set("width", std::int64_t{110});
  recipe.domain.params.set("height", std::int64_t{55});
  recipe.domain.params.set("step", 290'000.0);
  return made(std::move(recipe), seed, sea_share, 0);
}

std::uint64_t seeds() { return std::getenv("CRATON_FULL") ? 20 : 3; }

std::span<const float> numbers(const World& world, const char* layer) { return world.surface.layer(layer)->numbers(); }

/// The share of the finer planet whose nearest cell on the coarser one is land too, or sea too.
double agreement(const World& coarse, const World& fine) {
  const auto& small = std::get<CubeSphere>(coarse.surface.domain());
  const auto& large = std::get<CubeSphere>(fine.surface.domain());
  const std::span<const float> there = numbers(coarse, "height"), here = numbers(fine, "height");
  double same = 0, all = 0;
  for (Cell cell = 0; cell < large.cell_count(); ++cell) {
    const double area = large.area(cell);
    all += area;
    if ((here[cell] < 0) == (there[small.nearest(large.direction(cell))] < 0)) same += area;
  }
  return same / all;
}

TEST(CrustPlanet, IsTheSameAtEveryResolution) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) EXPECT_GE(agreement(planet(seed, 64), planet(seed, 192)), 0.95) << seed;
  if (!std::getenv("CRATON_FULL")) return;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) EXPECT_GE(agreement(planet(seed, 256), planet(seed, 1024)), 0.97) << seed;
}

/// The highest peak of the histogram of heights between two bounds, by area.
double mode_between(const World& world, double low, double high) {
  const auto& sphere = std::get<CubeSphere>(world.surface.domain());
  constexpr double bin = 250;
  std::vector<double> areas(static_cast<std::size_t>((high - low) / bin), 0);
  const std::span<const float> heights = numbers(world, "height");
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell)
    if (heights[cell] >= low && heights[cell] < high)
      areas[static_cast<std::size_t>((heights[cell] - low) / bin)] += sphere.area(cell);
  return low + bin * (static_cast<double>(std::max_element(areas.begin(), areas.end()) - areas.begin()) + 0.5);
}

double share_between(const World& world, double low, double high) {
  const auto& sphere = std::get<CubeSphere>(world.surface.domain());
  const std::span<const float> heights = numbers(world, "height");
  double inside = 0, all = 0;
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    all += sphere.area(cell);
    if (heights[cell] >= low && heights[cell] < high) inside += sphere.area(cell);
  }
  return inside / all;
}

double measured(const World& world, std::string_view key) {
  const Result<std::vector<Measured>> facts = measure_relief(world.surface, "height", {.sea_level = 0});
  EXPECT_TRUE(facts);
  for (const Measured& fact : *facts)
    if (fact.info->key == key && fact.value) return *fact.value;
  return -1;
}

TEST(CrustPlanet, HasTwoLevelsOfCrustAndTheSeaAskedFor) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const World world = planet(seed, 128);
    const double land = mode_between(world, -2000, 9000), floor = mode_between(world, -12'000, -2000);
    EXPECT_GE(land, 0) << seed;
    EXPECT_LE(land, 500) << seed;
    EXPECT_GE(floor, -5000) << seed;
    EXPECT_LE(floor, -3500) << seed;
    // Little lies between the two levels.
    EXPECT_LT(share_between(world, -2500, -1500), 0.5 * share_between(world, 0, 1000)) << seed;
    EXPECT_LT(share_between(world, -2500, -1500), 0.5 * share_between(world, -5000, -4000)) << seed;
    EXPECT_NEAR(share_between(world, 0, 1e5), 0.3, 0.02) << seed;
  }
  for (const double sea : {0.4, 0.85}) EXPECT_NEAR(share_between(planet(1, 64, sea), 0, 1e5), 1 - sea, 0.02);
}

/// Plates that have drifted, collided and broken up make a planet like any other.
TEST(CrustPlanet, StaysAPlanetAsTimeGoesOn) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const World world = planet(seed, 96, 0.7, 0, 100);
    const double land = mode_between(world, -2000, 9000), floor = mode_between(world, -12'000, -2000);
    EXPECT_GE(land, -250) << seed;
    EXPECT_LE(land, 500) << seed;
    EXPECT_GE(floor, -5250) << seed;  // 250 m more than at the start: one planet of twenty has much old floor
    EXPECT_LE(floor, -3500) << seed;
    EXPECT_LT(share_between(world, -2500, -1500), 0.5 * share_between(world, 0, 1000)) << seed;
    EXPECT_LT(share_between(world, -2500, -1500), 0.5 * share_between(world, -5000, -4000)) << seed;
    EXPECT_NEAR(share_between(world, 0, 1e5), 0.3, 0.02) << seed;
    EXPECT_GT(share_between(world, 2000, 1e5), 0.005) << seed;  // ranges
  }
  EXPECT_GE(agreement(planet(1, 64, 0.7, 0, 100), planet(1, 192, 0.7, 0, 100)), 0.95);
}

/// Sea level is found at places of its own: coarse worlds have the share too.
TEST(CrustPlanet, HasTheSeaAskedForWhereCellsAreLarge) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    for (const double sea : {0.3, 0.7, 0.95}) {
      EXPECT_NEAR(share_between(planet(seed, 32, sea), 0, 1e5), 1 - sea, 0.02) << seed;
      const World map = flat_map(seed, sea);
      const std::span<const float> heights = numbers(map, "height");
      const auto land = std::count_if(heights.begin(), heights.end(), [](float height) { return height >= 0; });
      EXPECT_NEAR(static_cast<double>(land) / static_cast<double>(heights.size()), 1 - sea, 0.02) << seed;
    }
}

/// Six to eleven kilometres deep, where sea floor sinks; no mountain higher than rock bears.
TEST(CrustPlanet, IsDeepestInTrenches) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const World world = planet(seed, 128);
    const std::span<const float> height = numbers(world, "height"), distance = numbers(world, "border_distance");
    const std::span<const std::uint8_t> kind = world.surface.layer("border_kind")->categories();
    std::size_t deep = 0, in_trenches = 0;
    for (Cell cell = 0; cell < height.size(); ++cell) {
      if (height[cell] > -7000) continue;
      ++deep;
      in_trenches += kind[cell] >= 5 && distance[cell] < 110;  // active margin, island arc
    }
    EXPECT_GT(deep, 5u) << seed;
    EXPECT_GT(static_cast<double>(in_trenches), 0.95 * static_cast<double>(deep)) << seed;
    EXPECT_GT(*std::min_element(height.begin(), height.end()), -11'000) << seed;
    EXPECT_LT(*std::max_element(height.begin(), height.end()), 9000) << seed;
  }
}

TEST(CrustPlanet, HasCoastsLikeThoseOfTheEarth) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const double dimension = measured(planet(seed, 192), "coast_dimension");
    EXPECT_GE(dimension, 1.1) << seed;
    EXPECT_LE(dimension, 1.3) << seed;
  }
}

TEST(CrustPlanet, HasRangesWherePlatesMeet) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const World world = planet(seed, 128);
    const std::span<const float> height = numbers(world, "height"), distance = numbers(world, "border_distance");
    const std::span<const float> uplift = numbers(world, "uplift");
    const std::span<const std::uint8_t> kind = world.surface.layer("border_kind")->categories();
    double near = 0, near_cells = 0, far = 0, far_cells = 0, rises = 0, rests = 0;
    for (Cell cell = 0; cell < height.size(); ++cell) {
      if (height[cell] < 0) continue;
      const bool meets = kind[cell] == 4 || kind[cell] == 5;  // collision, active margin
      if (meets && distance[cell] < 300) {
        near += height[cell];
        rises += uplift[cell];
        ++near_cells;
      } else if (distance[cell] > 800) {
        far += height[cell];
        rests += uplift[cell];
        ++far_cells;
      }
    }
    ASSERT_GT(near_cells, 20) << seed;
    EXPECT_GT(near / near_cells, 2 * far / far_cells) << seed;
    EXPECT_GT(rises / near_cells, 5 * rests / far_cells) << seed;
  }
}

}  // namespace
}  // namespace craton
