// recipes/map.json and erstu.json: what runs off the land goes somewhere, lakes are as wet and as salt as their climate, and no
// sea is cut off from the ocean.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <craton/measure/measure.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>

#include "repository.h"

namespace craton {
namespace {

World made(const std::string& name, std::uint64_t seed, GridSize size, const std::vector<std::string>& settings = {}) {
  std::ifstream stream(repository_folder() + "/recipes/" + name + ".json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe);
  recipe->seed = seed;
  recipe->keep.insert(recipe->keep.end(), {"runoff", "lake_loss"});
  EXPECT_TRUE(resize_map(*recipe, size));
  for (const std::string& setting : settings) { EXPECT_TRUE(set_in_recipe(*recipe, setting, all_terms())) << setting; }
  Result<World> world = make_world(*recipe, all_terms(), {});
  EXPECT_TRUE(world);
  return *std::move(world);
}

template <class T>
const std::vector<T>& column(const World& world, const char* table, const char* name) {
  return std::get<std::vector<T>>(world.surface.objects(table)->column(name)->values);
}

/// Mean of a layer over the cells of each lake.
std::vector<double> over_lakes(const World& world, const char* layer) {
  const std::span<const std::int32_t> lake = world.surface.layer("lake")->integers();
  const std::span<const float> values = world.surface.layer(layer)->numbers();
  std::vector<double> sums(world.surface.objects("lakes")->rows()), counts(sums.size());
  for (std::size_t c = 0; c < lake.size(); ++c) {
    if (lake[c] == 0) continue;
    sums[static_cast<std::size_t>(lake[c]) - 1] += double{values[c]};
    counts[static_cast<std::size_t>(lake[c]) - 1] += 1;
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= counts[i];
  return sums;
}

TEST(MapWaters, WhatRunsOffGoesSomewhere) {
  for (const char* name : {"map", "erstu"}) {
    const World world = made(name, 7, std::string(name) == "map" ? GridSize{512, 256} : GridSize{256, 256});
    const std::span<const float> height = world.surface.layer("height")->numbers(),
                                 runoff = world.surface.layer("runoff")->numbers();
    const std::span<const std::int32_t> lake = world.surface.layer("lake")->integers();
    double gives = 0;
    for (Cell c = 0; c < height.size(); ++c)
      if (height[c] >= 0 && lake[c] == 0) gives += std::get<Torus>(world.surface.domain()).area(c) * double{runoff[c]};
    const double told = column<double>(world, "water_balance", "runoff")[0];
    // Hollows and beds that later stages dig may be sea by then.
    EXPECT_NEAR(gives, told, 0.01 * told) << name;
    const Result<std::vector<Measured>> all = measure_relief(world.surface, "height", {.sea_level = 0});
    ASSERT_TRUE(all);
    const auto error =
        std::find_if(all->begin(), all->end(), [](const Measured& each) { return each.info->key == "water_error"; });
    ASSERT_TRUE(error != all->end() && error->value);
    EXPECT_LT(*error->value, 1e-6) << name;
    EXPECT_GT(told, 1e10);
  }
}

TEST(MapWaters, LakesAreWhatTheirClimateMakesThem) {
  std::set<std::string> kinds;
  std::size_t salt_in_wet = 0, wet = 0, fresh_in_dry = 0;
  for (const std::uint64_t seed : {7U, 99U}) {
    const World world = made("map", seed, {1024, 512});
    const auto& kind = column<std::string>(world, "lakes", "kind");
    const auto& water = column<std::string>(world, "lakes", "water");
    const std::vector<double> rain = over_lakes(world, "rain"), loss = over_lakes(world, "lake_loss");
    for (std::size_t i = 0; i < kind.size(); ++i) {
      kinds.insert(kind[i]);
      EXPECT_EQ(water[i] == "salt", kind[i] == "closed" || kind[i] == "terminal");
      wet += rain[i] > 150 ? 1 : 0;
      salt_in_wet += rain[i] > 150 && water[i] == "salt" ? 1 : 0;
      // Fresh ones in deserts have a river through them.
      fresh_in_dry += rain[i] < 25 && loss[i] > 0.5 && kind[i] == "source" ? 1 : 0;
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"closed", "flow-through", "source", "terminal"}));
  EXPECT_GT(wet, 20U);
  EXPECT_EQ(salt_in_wet, 0U);
  EXPECT_EQ(fresh_in_dry, 0U);
}

TEST(MapWaters, WithoutRainNoLakeIsFresh) {
  for (const std::uint64_t seed : {7U, 99U}) {
    const World world = made("map", seed, {512, 256}, {"knobs.wetness=0"});
    const auto& water = column<std::string>(world, "lakes", "water");
    EXPECT_EQ(std::count(water.begin(), water.end(), "fresh"), 0) << "seed " << seed;
    EXPECT_EQ(world.surface.objects("rivers")->rows(), 0U);
  }
}

/// Connected cells below 0 m that are not the ocean: by a plain flood.
TEST(MapWaters, NoDeepSeaIsCutOff) {
  for (const std::uint64_t seed : {1U, 3U, 4U}) {
    const World world = made("map", seed, {512, 256});
    const auto& map = std::get<Torus>(world.surface.domain());
    const std::span<const float> height = world.surface.layer("height")->numbers();
    std::vector<bool> seen(height.size());
    std::vector<std::pair<double, float>> seas;
    for (Cell start = 0; start < height.size(); ++start) {
      if (height[start] >= 0 || seen[start]) continue;
      seas.emplace_back(0, 0);
      std::vector<Cell> open{start};
      seen[start] = true;
      while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        seas.back().first += map.area(cell);
        seas.back().second = std::min(seas.back().second, height[cell]);
        map.for_each_link(cell, [&](Link link) {
          if (height[link.to] >= 0 || seen[link.to]) return;
          seen[link.to] = true;
          open.push_back(link.to);
        });
      }
    }
    std::sort(seas.rbegin(), seas.rend());
    for (std::size_t i = 1; i < seas.size(); ++i)
      EXPECT_FALSE(seas[i].first > 2e9 && seas[i].second < -500)
          << "seed " << seed << ": " << seas[i].first / 1e6 << " km², " << seas[i].second << " m";
  }
}

std::string category_at(const World& world, const char* layer, Cell cell) {
  const Layer& found = *world.surface.layer(layer);
  return found.info().categories[found.categories()[cell]];
}

TEST(MapWaters, RiversOfDesertsHaveGreenBanks) {
  std::size_t banks = 0, green = 0, oases = 0, far = 0, bare = 0;
  for (const std::uint64_t seed : {7U, 99U}) {
    const World world = made("map", seed, {1024, 512});
    const auto& map = std::get<Torus>(world.surface.domain());
    const std::span<const float> rain = world.surface.layer("rain")->numbers(),
                                 warm = world.surface.layer("temperature")->numbers(),
                                 height = world.surface.layer("height")->numbers(),
                                 moisture = world.surface.layer("moisture")->numbers(),
                                 water = world.surface.layer("discharge")->numbers();
    for (const ObjectColumn::Cells& river : column<ObjectColumn::Cells>(world, "rivers", "cells"))
      for (const Cell cell : river)
        // Brooks that dwindle there water too little ground for oases.
        if (height[cell] > 0 && rain[cell] < 20 && warm[cell] > 20 && water[cell] > 2.6e9F) {
          ++banks;
          green += category_at(world, "biome", cell) != "subtropical desert" ? 1 : 0;
          oases += category_at(world, "sub_biome", cell) == "oasis" ? 1 : 0;
        }
    for (Cell cell = 0; cell < map.cell_count(); ++cell)
      if (height[cell] > 0 && rain[cell] < 10 && warm[cell] > 20 && moisture[cell] < 0.05F) {
        ++far;
        bare += category_at(world, "biome", cell) == "subtropical desert" ? 1 : 0;
      }
  }
  ASSERT_GT(banks, 20U);
  EXPECT_GT(green, banks / 2);
  EXPECT_GT(oases, banks / 4);
  ASSERT_GT(far, 1000U);
  EXPECT_GT(bare, far * 95 / 100);
}

/// Swamps lie in about as much of the land at each size, have names and what lies in swamps.
TEST(MapWaters, SwampsAreThereAtEverySize) {
  std::vector<double> shares;
  for (const GridSize size : {GridSize{512, 256}, GridSize{1024, 512}, GridSize{2048, 1024}}) {
    const World world = made("map", 99, size);
    const std::span<const float> height = world.surface.layer("height")->numbers();
    double land = 0, swamp = 0;
    for (Cell cell = 0; cell < height.size(); ++cell) {
      if (height[cell] < 0) continue;
      ++land;
      const std::string what = category_at(world, "sub_biome", cell);
      for (const char* wet : {"fresh swamp", "fresh marsh", "wetland", "mangrove"}) swamp += what == wet ? 1 : 0;
    }
    shares.push_back(swamp / land);
    const auto count = [&](const char* table, const char* kind) {
      const auto& kinds = column<std::string>(world, table, "kind");
      return std::count(kinds.begin(), kinds.end(), kind);
    };
    EXPECT_GE(count("regions", "swamp"), 3);
    EXPECT_GE(count("places", "swamp"), 3);
    EXPECT_GE(count("landscape", "swamp island"), 10);
  }
  for (const double share : shares) {
    EXPECT_GT(share, 0.01);
    EXPECT_LT(share, 0.12);
    EXPECT_NEAR(share, shares[1], 0.35 * shares[1]);
  }
}

/// Of one kind and within 40 km of each other.
double share_at_the_same_place(const World& one, const World& other, const char* table) {
  const auto& kinds = column<std::string>(one, table, "kind");
  const auto& other_kinds = column<std::string>(other, table, "kind");
  const auto& places = column<Vec3d>(one, table, "place");
  const auto& other_places = column<Vec3d>(other, table, "place");
  const auto shorter = [](double way, double period) { return way - period * std::round(way / period); };
  std::set<std::size_t> taken;
  for (std::size_t a = 0; a < kinds.size(); ++a)
    for (std::size_t b = 0; b < other_kinds.size(); ++b) {
      const double x = shorter(places[a].x - other_places[b].x, 8.192e6), y = shorter(places[a].y - other_places[b].y, 4.096e6);
      if (kinds[a] == other_kinds[b] && x * x + y * y < 40'000.0 * 40'000 && taken.insert(b).second) break;
    }
  return static_cast<double>(taken.size()) / static_cast<double>(kinds.size());
}

TEST(MapThings, StandAtTheSamePlacesAtAnotherSize) {
  const World one = made("map", 99, {1024, 512}), other = made("map", 99, {2048, 1024});
  // Of many confluences others are chosen where rivers run some cells elsewhere.
  EXPECT_GT(share_at_the_same_place(one, other, "landmarks"), 0.3);
  EXPECT_GT(share_at_the_same_place(one, other, "landscape"), 0.7);
}

TEST(MapThings, TrailsStayOnLandAndAreNoLongerThanHerdsWalk) {
  const World world = made("map", 99, {1024, 512});
  const auto& map = std::get<Torus>(world.surface.domain());
  const std::span<const float> height = world.surface.layer("height")->numbers();
  const auto& paths = column<ObjectColumn::Path>(world, "trails", "path");
  ASSERT_GT(paths.size(), 50U);
  std::size_t wet = 0, points = 0;
  for (const ObjectColumn::Path& path : paths)
    for (std::size_t i = 1; i < path.size(); ++i)
      for (int part = 0; part < 8; ++part) {
        const double share = part / 8.0;
        const Vec3d at{path[i - 1].x + (path[i].x - path[i - 1].x) * share, path[i - 1].y + (path[i].y - path[i - 1].y) * share,
                       0};
        ++points;
        wet += height[*map.nearest({*units_from_metres(at.x), *units_from_metres(at.y)})] < 0 ? 1 : 0;
      }
  EXPECT_LT(wet, points / 200) << "of " << points;
  for (const double metres : column<double>(world, "trails", "length")) EXPECT_LT(metres, 250'000);
}

TEST(MapThings, NoLoneThingsFarOutAtSea) {
  for (const std::uint64_t seed : {7U, 99U}) {
    const World world = made("map", seed, {1024, 512});
    const auto& map = std::get<Torus>(world.surface.domain());
    const std::span<const float> height = world.surface.layer("height")->numbers();
    const auto& kinds = column<std::string>(world, "landmarks", "kind");
    const auto& places = column<Vec3d>(world, "landmarks", "place");
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] != "big tree" && kinds[i] != "boulder" && kinds[i] != "arch" && kinds[i] != "cave mouth" &&
          kinds[i] != "monument")
        continue;
      std::size_t land = 0;
      for (int dx = -96; dx <= 96; dx += 8)
        for (int dy = -96; dy <= 96; dy += 8)
          land +=
              height[*map.nearest({*units_from_metres(places[i].x + dx * 1000), *units_from_metres(places[i].y + dy * 1000)})] >=
                      0
                  ? 1
                  : 0;
      EXPECT_GE(land, 6U) << kinds[i] << " at " << places[i].x << ", " << places[i].y << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace craton
