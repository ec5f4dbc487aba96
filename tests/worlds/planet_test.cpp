// recipes/earth.json: finished planets keep the laws of crust, water and climate; another resolution is the same planet with the
// same great rivers; kinds of planets are what they say; a ground that is given gets climate and rivers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/planet.h>

#include "repository.h"
#include "worlds/river_laws.h"

namespace craton {
namespace {

using worlds_test::RiverWorld;

double length_of(const Vec3d& a) { return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }
double apart(const Vec3d& a, const Vec3d& b) { return length_of({a.x - b.x, a.y - b.y, a.z - b.z}); }

bool full() { return std::getenv("CRATON_FULL") != nullptr; }

Recipe earth(std::uint64_t seed, std::int64_t resolution) {
  std::ifstream stream(repository_folder() + "/recipes/earth.json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  EXPECT_TRUE(resize_planet(*recipe, resolution));
  return *std::move(recipe);
}

World made(const Recipe& recipe) {
  Result<World> world = make_world(recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

World small_planet(std::uint64_t seed, const std::string& preset = "earth") {
  Recipe recipe = earth(seed, full() ? 96 : 48);
  EXPECT_TRUE(apply_planet_preset(recipe, preset, all_terms(), ""));
  EXPECT_TRUE(set_in_recipe(recipe, "crust.level_points=16384", all_terms()));
  return made(recipe);
}

const CubeSphere& sphere_of(const World& world) { return std::get<CubeSphere>(world.surface.domain()); }
std::span<const float> numbers(const World& world, const char* layer) { return world.surface.layer(layer)->numbers(); }

/// The share of the area where something holds, among all where something else does.
template <class Holds, class Among>
double share(const World& world, Holds holds, Among among) {
  double some = 0, all = 0;
  for (Cell cell = 0; cell < world.surface.cell_count(); ++cell) {
    if (!among(cell)) continue;
    const double area = sphere_of(world).area(cell);
    all += area;
    if (holds(cell)) some += area;
  }
  return all > 0 ? some / all : 0;
}
double share_of_land(const World& world, const char* layer, double low, double high) {
  const std::span<const float> values = numbers(world, layer), heights = numbers(world, "height");
  return share(
      world, [&](Cell cell) { return values[cell] >= low && values[cell] < high; },
      [&](Cell cell) { return heights[cell] >= 0; });
}
double land_share(const World& world) {
  const std::span<const float> heights = numbers(world, "height");
  return share(
      world, [&](Cell cell) { return heights[cell] >= 0; }, [](Cell) { return true; });
}
double mean_on_land(const World& world, const char* layer) {
  double sum = 0, all = 0;
  for (Cell cell = 0; cell < world.surface.cell_count(); ++cell) {
    if (numbers(world, "height")[cell] < 0) continue;
    sum += sphere_of(world).area(cell) * double{numbers(world, layer)[cell]};
    all += sphere_of(world).area(cell);
  }
  return sum / all;
}
/// Mean rain between two latitudes of both hemispheres.
double rain_between(const World& world, double low, double high) {
  double sum = 0, all = 0;
  for (Cell cell = 0; cell < world.surface.cell_count(); ++cell) {
    const double latitude = std::abs(sphere_of(world).lat_lon(cell).latitude), area = sphere_of(world).area(cell);
    if (latitude < low || latitude >= high) continue;
    sum += area * double{numbers(world, "rain")[cell]};
    all += area;
  }
  return sum / all;
}

TEST(Planet, KeepsTheLawsOfCrustAndClimate) {
  for (std::uint64_t seed = 1; seed <= (full() ? 20 : 3); ++seed) {
    SCOPED_TRACE(seed);
    const World world = small_planet(seed);
    EXPECT_NEAR(land_share(world), 0.3, 0.035);
    EXPECT_GT(share_of_land(world, "height", 0, 600), 0.5) << "most land is low";
    // The Earth's land lies 700 m high without Antarctica, a fifth of it above 1000 m, 6% above 2000 m. Of 20 seeds at 96 cells
    // along an edge the lowest has 374 m and 8.7%; finer cells have higher crests.
    EXPECT_GT(mean_on_land(world, "height"), 300);
    EXPECT_LT(mean_on_land(world, "height"), 900);
    EXPECT_GT(share_of_land(world, "height", 1000, 12'000), 0.05) << "there are ranges";
    EXPECT_LT(share_of_land(world, "height", 1000, 12'000), 0.3);
    EXPECT_GT(rain_between(world, 0, 10), 1.5 * rain_between(world, 20, 32)) << "belts of rain and of deserts";
    EXPECT_GT(rain_between(world, 40, 60), rain_between(world, 75, 90));
    EXPECT_GT(share_of_land(world, "temperature", -100, 12), 0.1);
    EXPECT_GT(share_of_land(world, "temperature", 18, 100), 0.1);
    const Layer& koppen = *world.surface.layer("koppen");
    std::map<char, double> climates;
    for (Cell cell = 0; cell < world.surface.cell_count(); ++cell)
      if (numbers(world, "height")[cell] >= 0)
        climates[koppen.info().categories[koppen.categories()[cell]][0]] += sphere_of(world).area(cell);
    EXPECT_GE(climates.size(), 4U) << "Köppen's main climates";
  }
}

TEST(Planet, KeepsTheLawsOfRivers) {
  for (std::uint64_t seed = 1; seed <= (full() ? 20 : 3); ++seed) {
    SCOPED_TRACE(seed);
    const RiverWorld rivers{small_planet(seed)};
    EXPECT_GE(rivers.cells.size(), 8U);
    worlds_test::run_down_along_links(rivers);
    worlds_test::end_where_they_may(rivers);
    worlds_test::never_cross_as_links(rivers);
    worlds_test::join_on_the_line(rivers);
  }
}

TEST(Planet, NamesWhatItHas) {
  const World world = small_planet(3);
  for (const char* table : {"plates", "rivers", "lakes", "regions", "landmarks", "places"})
    EXPECT_NE(world.surface.objects(table), nullptr) << table;
  EXPECT_GT(world.surface.objects("places")->rows(), 20U);
}

// ---- another resolution ----

struct RiverMouth {
  double discharge = 0;
  Vec3d direction;
};

std::vector<RiverMouth> mouths_of(const World& world) {
  const ObjectTable& table = *world.surface.objects("rivers");
  const auto& discharge = std::get<std::vector<double>>(table.column("discharge")->values);
  const auto& mouth = std::get<std::vector<std::string>>(table.column("mouth")->values);
  const auto& paths = std::get<std::vector<ObjectColumn::Path>>(table.column("path")->values);
  std::vector<RiverMouth> mouths;
  for (std::size_t i = 0; i < table.rows(); ++i)
    if (mouth[i] == "sea") {
      const Vec3d& end = paths[i].back();
      const double size = length_of(end);
      mouths.push_back({discharge[i], {end.x / size, end.y / size, end.z / size}});
    }
  std::sort(mouths.begin(), mouths.end(), [](const RiverMouth& a, const RiverMouth& b) { return a.discharge > b.discharge; });
  return mouths;
}

/// How many of the ten largest rivers of one planet end within 3% of the radius of a river of the other that is at least half as
/// large.
int mouths_that_agree(const World& one, const World& other) {
  const std::vector<RiverMouth> mine = mouths_of(one), theirs = mouths_of(other);
  int agree = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, mine.size()); ++i)
    agree += std::any_of(theirs.begin(), theirs.end(), [&](const RiverMouth& there) {
      return apart(there.direction, mine[i].direction) < 0.03 && there.discharge > 0.5 * mine[i].discharge;
    });
  return agree;
}

/// Without what comes after the rivers.
World watered(std::uint64_t seed, std::int64_t resolution) {
  Recipe recipe = earth(seed, resolution);
  const auto rivers =
      std::find_if(recipe.stages.begin(), recipe.stages.end(), [](const StageSpec& s) { return s.id == "rivers"; });
  recipe.stages.erase(rivers + 1, recipe.stages.end());
  recipe.keep = {"height", "river"};
  if (!full()) { EXPECT_TRUE(set_in_recipe(recipe, "crust.level_points=65536", all_terms())); }
  return made(recipe);
}

TEST(Planet, HasTheSameGreatRiversAtEveryResolution) {
  int agree = 0, all = 0;
  for (std::uint64_t seed = 7; seed < (full() ? 17U : 8U); ++seed) {
    const World coarse = watered(seed, 256), fine = watered(seed, 512);
    agree += mouths_that_agree(coarse, fine);
    all += 10;
  }
  EXPECT_GE(agree, (all * 8 + 9) / 10) << "of " << all;
}

TEST(Planet, HasTheSameLandAtEveryResolution) {
  const World coarse = small_planet(5);
  Recipe recipe = earth(5, 96);
  ASSERT_TRUE(set_in_recipe(recipe, "crust.level_points=16384", all_terms()));
  const World fine = made(recipe);
  double same = 0, all = 0;
  for (Cell cell = 0; cell < fine.surface.cell_count(); ++cell) {
    const Cell there = sphere_of(coarse).nearest(sphere_of(fine).direction(cell));
    const double area = sphere_of(fine).area(cell);
    all += area;
    if ((numbers(fine, "height")[cell] < 0) == (numbers(coarse, "height")[there] < 0)) same += area;
  }
  EXPECT_GE(same / all, 0.94);
}

// ---- kinds of planets ----

/// The largest piece of land, as a share of all land; and how many pieces there are.
struct Lands {
  double largest = 0;
  int count = 0;
};
Lands lands_of(const World& world) {
  const CubeSphere& sphere = sphere_of(world);
  const std::span<const float> heights = numbers(world, "height");
  std::vector<bool> seen(heights.size(), false);
  Lands lands;
  double all = 0;
  for (Cell start = 0; start < heights.size(); ++start) {
    if (seen[start] || heights[start] < 0) continue;
    std::vector<Cell> open{start};
    seen[start] = true;
    double area = 0;
    while (!open.empty()) {
      const Cell cell = open.back();
      open.pop_back();
      area += sphere.area(cell);
      sphere.for_each_link(cell, [&](const Link& link) {
        if (seen[link.to] || heights[link.to] < 0) return;
        seen[link.to] = true;
        open.push_back(link.to);
      });
    }
    all += area;
    lands.largest = std::max(lands.largest, area);
    ++lands.count;
  }
  lands.largest /= all;
  return lands;
}

TEST(PlanetPreset, IsWhatItSays) {
  const World usual = small_planet(4);
  const Lands lands = lands_of(usual);
  for (const PlanetPreset& preset : planet_presets()) {
    SCOPED_TRACE(preset.id);
    if (preset.id == "earth") continue;
    const World world = small_planet(4, std::string(preset.id));
    if (preset.id == "dry") {
      EXPECT_GT(land_share(world), 0.8);
      EXPECT_LT(mean_on_land(world, "rain"), 25);
    } else if (preset.id == "archipelago") {
      EXPECT_GT(lands_of(world).count, lands.count);
      EXPECT_LT(lands_of(world).largest, 0.45);
    } else if (preset.id == "super-continent") {
      EXPECT_GT(lands_of(world).largest, 0.7);
    } else if (preset.id == "ice") {
      EXPECT_GT(share_of_land(world, "temperature", -200, 0), 0.6);
    } else if (preset.id == "ocean") {
      EXPECT_LT(land_share(world), 0.08);
    } else {
      ASSERT_EQ(preset.id, "young");
      EXPECT_GT(mean_on_land(world, "height"), 1.3 * mean_on_land(usual, "height"));
    }
  }
}

TEST(PlanetPreset, RefusesWhatItDoesNotKnow) {
  Recipe recipe = earth(1, 16);
  const Result<void> unknown = apply_planet_preset(recipe, "oceam", all_terms(), "--preset");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("did you mean \"ocean\""), std::string::npos);
  Recipe other;
  other.domain.kind = "torus";
  EXPECT_EQ(resize_planet(other, 64).error().path, "/domain/kind");
  EXPECT_EQ(set_planet_radius(recipe, -5).error().path, "/domain/radius");
}

// ---- heights of one's own ----

/// One continent around longitude 0, with a range on it.
class OneContinent final : public AssetSource {
 public:
  Result<HeightMap> height_map(std::string_view, const RawLayout&) const override {
    HeightMap map{256, 128, {}, false};
    for (std::uint32_t y = 0; y < 128; ++y)
      for (std::uint32_t x = 0; x < 256; ++x) {
        const double dx = (x - 127.5) / 50, dy = (y - 63.5) / 32, away = std::sqrt(dx * dx + dy * dy);
        const double range = std::exp(-8 * (dx - 0.2) * (dx - 0.2));
        map.values.push_back(static_cast<float>(away < 1 ? 0.5 + 0.05 * (1 - away) + 0.3 * (1 - away) * range : 0.3));
      }
    return map;
  }
  Result<std::uint64_t> fingerprint(std::string_view) const override { return 1; }
};

TEST(PlanetFromHeights, GetsClimateRiversAndNames) {
  Recipe recipe = earth(2, 48);
  ASSERT_TRUE(take_planet_heights(recipe, {.file = "mine.png", .low = -8000, .high = 8000}));
  const OneContinent assets;
  const Result<World> world = make_world(recipe, all_terms(), {.assets = &assets});
  ASSERT_TRUE(world) << world.error().to_string();
  EXPECT_NEAR(land_share(*world), 50.0 * 32 * 3.14159 / (256 * 128) * 1.2, 0.08);
  const Cell middle = sphere_of(*world).nearest({1, 0, 0}), far = sphere_of(*world).nearest({-1, 0, 0});
  EXPECT_GT(numbers(*world, "height")[middle], 300);
  EXPECT_NEAR(double{numbers(*world, "height")[far]}, -3200, 20);
  EXPECT_GE(world->surface.objects("rivers")->rows(), 3U);
  EXPECT_GE(world->surface.objects("places")->rows(), 3U);
  EXPECT_EQ(world->surface.layer("plate"), nullptr);
}

}  // namespace
}  // namespace craton
