// Lines of rivers of the stage endless_land, held against the layers, which are made by another way.
#include <algorithm>
#include <cmath>
#include <map>

#include <craton/worlds/first_sight.h>
#include <craton/worlds/river_lines.h>

#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;

Recipe land_alone(std::uint64_t seed) {
  Recipe recipe = recipe_file("land");
  recipe.seed = seed;
  recipe.stages.resize(1);
  recipe.keep.clear();
  return recipe;
}

std::vector<EndlessRiver> rivers_of(const Recipe& recipe, Point2 low, Point2 high, double step) {
  Result<std::vector<EndlessRiver>> rivers = river_lines(recipe, low, high, step);
  EXPECT_TRUE(rivers) << (rivers ? "" : rivers.error().to_string());
  return rivers ? *std::move(rivers) : std::vector<EndlessRiver>{};
}

Point2 place_of(const Recipe& recipe) {
  const Result<std::optional<FirstSight>> sight = first_sight(recipe, all_terms());
  EXPECT_TRUE(sight && *sight);
  return (*sight)->middle;
}

TEST(LandRivers, LinesLieOnTheWaterOfTheLayersAndFall) {
  constexpr std::uint32_t side = 512;
  for (const std::int64_t metres : {8, 64}) {
    Recipe recipe = land_alone(3);
    const Point2 middle = place_of(recipe);
    recipe.domain.params.set("step", static_cast<double>(metres));
    const std::int64_t step = metres * units_per_metre;
    const TerrainArea area{.x = middle.x / step - side / 2, .y = middle.y / step - side / 2, .width = side, .height = side};
    const Result<Surface> made = terrain_of(recipe, {.levels = 1}).area(area);
    ASSERT_TRUE(made);
    const auto& tile = std::get<PlaneTile>(made->domain());
    const std::span<const float> heights = made->layer("height")->numbers(), banks = made->layer("river_distance")->numbers(),
                                 levels = made->layer("river_level")->numbers();
    const Point2 low{area.x * step, area.y * step}, high{low.x + side * step, low.y + side * step};
    std::size_t points = 0, off = 0;
    for (const EndlessRiver& river : rivers_of(recipe, low, high, static_cast<double>(metres))) {
      for (std::size_t i = 0; i < river.points.size(); ++i) {
        const EndlessRiverPoint& point = river.points[i];
        if (i > 0) { EXPECT_LE(point.level, river.points[i - 1].level); }
        const std::optional<Cell> cell = tile.nearest(point.place);
        if (!cell || heights[*cell] < 0.5F || point.level < 0.5) continue;
        ++points;
        // As far from the middle as the sample is, at most.
        const Point2 at = tile.position(*cell);
        const double x = metres_from_units(at.x - point.place.x), y = metres_from_units(at.y - point.place.y);
        if (double{banks[*cell]} > std::sqrt(x * x + y * y) + 0.5 ||
            std::abs(double{levels[*cell]} - point.level) > 0.35 * static_cast<double>(metres) + 2)
          ++off;
      }
    }
    EXPECT_GT(points, 100U) << metres;
    EXPECT_LE(off, points / 50) << metres << ": " << points;
  }
}

TEST(LandRivers, AreTheSameWhoeverAsks) {
  const Recipe recipe = land_alone(5);
  const Point2 middle = place_of(recipe);
  const auto box = [&](std::int64_t x, std::int64_t y, std::int64_t side) {
    const Point2 low{middle.x + x * units_per_metre, middle.y + y * units_per_metre};
    return rivers_of(recipe, low, {low.x + side * units_per_metre, low.y + side * units_per_metre}, 8);
  };
  std::map<std::uint64_t, std::vector<EndlessRiverPoint>> whole;
  for (EndlessRiver& river : box(-6000, -6000, 12000)) EXPECT_TRUE(whole.emplace(river.key, std::move(river.points)).second);
  EXPECT_GT(whole.size(), 20U);
  std::size_t common = 0;
  for (const auto& [x, y] : {std::pair{-5000, -4000}, {300, -777}, {-2000, 1500}})
    for (const EndlessRiver& river : box(x, y, 3000)) {
      const auto found = whole.find(river.key);
      ASSERT_NE(found, whole.end());
      ASSERT_EQ(found->second.size(), river.points.size());
      ++common;
      for (std::size_t i = 0; i < river.points.size(); ++i) {
        EXPECT_TRUE(found->second[i].place.x == river.points[i].place.x && found->second[i].place.y == river.points[i].place.y);
        EXPECT_EQ(found->second[i].level, river.points[i].level);
      }
    }
  EXPECT_GT(common, 5U);
}

TEST(LandRivers, GoOnWhereTheySay) {
  const Recipe recipe = land_alone(3);
  const Point2 middle = place_of(recipe);
  const std::int64_t half = 5000 * units_per_metre;
  std::map<std::uint64_t, Point2> beginnings;
  const std::vector<EndlessRiver> rivers =
      rivers_of(recipe, {middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}, 8);
  for (const EndlessRiver& river : rivers) beginnings[river.key] = river.points.front().place;
  std::size_t found = 0, there = 0;
  for (const EndlessRiver& river : rivers) {
    const auto next = beginnings.find(river.parent);
    if (next == beginnings.end()) continue;
    ++found;
    // Where three or more meet, the lesser ones join a little above.
    const double x = metres_from_units(next->second.x - river.points.back().place.x),
                 y = metres_from_units(next->second.y - river.points.back().place.y);
    EXPECT_LT(std::sqrt(x * x + y * y), 100);
    there += x == 0 && y == 0 ? 1 : 0;
  }
  EXPECT_GT(found, rivers.size() / 2);
  EXPECT_GT(there, found / 2);
}

}  // namespace
}  // namespace craton
