// The rivers of recipes/map.json as a whole: networks like trees, bends, and rivers that dry up in deserts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>

#include "repository.h"

namespace craton {
namespace {

class RiverMap {
 public:
  RiverMap(std::uint64_t seed, GridSize size, const std::vector<std::string>& settings = {})
      : world_(made(seed, size, settings)) {}

  template <class T>
  const std::vector<T>& column(const char* table, const char* name) const {
    return std::get<std::vector<T>>(world_.surface.objects(table)->column(name)->values);
  }
  std::span<const float> numbers(const char* layer) const { return world_.surface.layer(layer)->numbers(); }
  std::size_t rivers() const { return world_.surface.objects("rivers")->rows(); }
  const Torus& torus() const { return std::get<Torus>(world_.surface.domain()); }

 private:
  static World made(std::uint64_t seed, GridSize size, const std::vector<std::string>& settings) {
    std::ifstream stream(repository_folder() + "/recipes/map.json");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    Result<Recipe> recipe = recipe_from_json(text, all_terms());
    EXPECT_TRUE(recipe);
    recipe->seed = seed;
    recipe->keep.insert(recipe->keep.end(), {"bed_loss"});
    EXPECT_TRUE(resize_map(*recipe, size));
    for (const std::string& setting : settings) { EXPECT_TRUE(set_in_recipe(*recipe, setting, all_terms())) << setting; }
    Result<World> world = make_world(*recipe, all_terms(), {});
    EXPECT_TRUE(world);
    return *std::move(world);
  }

  World world_;
};

double flat_way(const Vec3d& a, const Vec3d& b) { return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }

/// A branching tree has 3 to 5 times fewer rivers of each order than of the one below it (Horton 1945).
TEST(MapRivers, BranchLikeTrees) {
  std::vector<std::uint64_t> seeds{31};
  if (std::getenv("CRATON_FULL")) seeds.insert(seeds.end(), {7, 99, 5, 1234});
  for (const std::uint64_t seed : seeds) {
    const RiverMap map(seed, {2048, 1024});
    std::map<std::int64_t, double> rivers_of_order;
    for (const std::int64_t order : map.column<std::int64_t>("rivers", "order")) ++rivers_of_order[order];
    EXPECT_GE(rivers_of_order.rbegin()->first, 5) << "seed " << seed;
    for (std::int64_t order = 1; order < 4; ++order) {
      EXPECT_GT(rivers_of_order[order], 3 * rivers_of_order[order + 1]) << "seed " << seed << " order " << order;
      EXPECT_LT(rivers_of_order[order], 9 * rivers_of_order[order + 1]) << "seed " << seed << " order " << order;
    }
    // Most are tributaries, and those of the highest orders carry the most.
    const auto& joins = map.column<std::int64_t>("rivers", "joins");
    EXPECT_GT(std::count_if(joins.begin(), joins.end(), [](std::int64_t to) { return to >= 0; }),
              static_cast<std::ptrdiff_t>(joins.size() / 2));
  }
}

/// Of great rivers: how long their lines are beside those that have a corner every 60 km alone.
double winding_of_great_rivers(const RiverMap& map) {
  double along = 0, chords = 0;
  const auto& paths = map.column<ObjectColumn::Path>("rivers", "path");
  const auto& discharges = map.column<double>("rivers", "discharge");
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (discharges[i] < 6e10) continue;
    double since = 0;
    std::size_t from = 0;
    for (std::size_t k = 1; k < paths[i].size(); ++k) {
      since += flat_way(paths[i][k - 1], paths[i][k]);
      if (const double chord = flat_way(paths[i][from], paths[i][k]); chord >= 60'000) {
        along += since;
        chords += chord;
        since = 0;
        from = k;
      }
    }
  }
  EXPECT_GT(chords, 2e6);
  return along / chords;
}

TEST(MapRivers, GreatOnesWindAndLeaveLakesBehind) {
  for (const std::uint64_t seed : {31U}) {
    const RiverMap map(seed, {2048, 1024}), straight(seed, {2048, 1024}, {"courses.enabled=false"});
    const double with = winding_of_great_rivers(map), without = winding_of_great_rivers(straight);
    EXPECT_GT(with, 1.12 * without) << "seed " << seed;
    // Oxbows are as long as a bend: some cells, so that the map shows them.
    const auto& oxbows = map.column<ObjectColumn::Path>("oxbows", "path");
    EXPECT_GE(oxbows.size(), 3U) << "seed " << seed;
    for (const ObjectColumn::Path& line : oxbows) {
      double length = 0;
      for (std::size_t k = 1; k < line.size(); ++k) length += flat_way(line[k - 1], line[k]);
      EXPECT_GT(length, 2 * 4000.0) << "seed " << seed;
    }
  }
}

TEST(MapRivers, SomeDryUpInDeserts) {
  std::size_t dry = 0;
  for (const std::uint64_t seed : {7U, 99U, 31U}) {
    const RiverMap map(seed, {1024, 512});
    const std::span<const float> rain = map.numbers("rain"), water = map.numbers("discharge"), loss = map.numbers("bed_loss");
    const auto& cells = map.column<ObjectColumn::Cells>("rivers", "cells");
    const auto& mouths = map.column<std::string>("rivers", "mouth");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (mouths[i] != "sink") continue;
      ++dry;
      const Cell end = cells[i].back();
      EXPECT_LT(rain[end], 90) << "seed " << seed;
      EXPECT_GT(loss[end], 0) << "seed " << seed;
      float most = 0;
      for (const Cell cell : cells[i]) most = std::max(most, water[cell]);
      EXPECT_LT(water[end], most / 4) << "seed " << seed << ": it dwindles before it ends";
    }
    // Where it rains enough none loses anything.
    for (Cell cell = 0; cell < rain.size(); ++cell)
      if (rain[cell] >= 91) { ASSERT_EQ(loss[cell], 0) << cell; }
  }
  EXPECT_GT(dry, 5U);
}

}  // namespace
}  // namespace craton
