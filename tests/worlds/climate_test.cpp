// recipes/climate.json: rain by latitude, rain shadows, the same climate at every resolution.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numbers>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "repository.h"

namespace craton {
namespace {

bool full() { return std::getenv("CRATON_FULL") != nullptr; }
std::uint64_t seeds() { return full() ? 20 : 3; }

Recipe climate_recipe(std::uint64_t seed) {
  std::ifstream stream(repository_folder() + "/recipes/climate.json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  if (!full()) { EXPECT_TRUE(set_in_recipe(*recipe, "heights.level_points=32768", all_terms())); }
  StageSpec koppen{.stage = "biomes", .id = "koppen"};
  koppen.params.set("scheme", std::string("koppen"));
  koppen.params.set("biome", std::string("koppen"));
  recipe->stages.push_back(koppen);
  return *std::move(recipe);
}

World made(const Recipe& recipe) {
  Result<World> world = make_world(recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

World planet(std::uint64_t seed, std::int64_t resolution) {
  Recipe recipe = climate_recipe(seed);
  recipe.domain.params.set("resolution", resolution);
  return made(recipe);
}

World torus(std::uint64_t seed) {
  Recipe recipe = climate_recipe(seed);
  recipe.world = "map";
  recipe.domain = {.kind = "torus", .params = {}};
  recipe.domain.params.set("width", std::int64_t{256});
  recipe.domain.params.set("height", std::int64_t{128});
  recipe.domain.params.set("step", 156'000.0);
  return made(recipe);
}

double latitude_of(const World& world, Cell cell) {
  if (const auto* sphere = std::get_if<CubeSphere>(&world.surface.domain())) return sphere->lat_lon(cell).latitude;
  const auto& map = std::get<Torus>(world.surface.domain());
  return 90 - 180 * (cell / map.size().width + 0.5) / map.size().height;
}

double area_of(const World& world, Cell cell) {
  return std::visit([&](const auto& topology) { return topology.area(cell); }, world.surface.domain());
}

std::span<const float> numbers(const World& world, const char* layer) { return world.surface.layer(layer)->numbers(); }

/// Mean rain of belts of 5° on both sides of the equator together.
std::array<double, 18> rain_by_latitude(const World& world) {
  std::array<double, 18> sums{}, areas{};
  const std::span<const float> rain = numbers(world, "rain");
  for (Cell cell = 0; cell < rain.size(); ++cell) {
    const auto belt = std::min<std::size_t>(17, static_cast<std::size_t>(std::abs(latitude_of(world, cell)) / 5));
    sums[belt] += rain[cell] * area_of(world, cell);
    areas[belt] += area_of(world, cell);
  }
  for (std::size_t belt = 0; belt < 18; ++belt) sums[belt] /= areas[belt];
  return sums;
}

void expect_belts(const World& world, const std::string& what) {
  const std::array<double, 18> rain = rain_by_latitude(world);
  const auto greatest = std::max_element(rain.begin(), rain.end()) - rain.begin();
  EXPECT_LT(greatest, 3) << what;  // within 15° of the equator
  const auto least = std::min_element(rain.begin(), rain.begin() + 12) - rain.begin();
  EXPECT_GE(least, 4) << what;  // 20° …
  EXPECT_LE(least, 6) << what;  // … 35°
  const double second = *std::max_element(rain.begin() + 8, rain.begin() + 12);
  EXPECT_GT(second, 1.2 * rain[static_cast<std::size_t>(least)]) << what;
  EXPECT_LT(rain[16], 0.6 * second) << what;  // 80° …
  EXPECT_LT(rain[17], 0.6 * second) << what;
}

TEST(Climate, RainsInBeltsOnPlanets) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) expect_belts(planet(seed, full() ? 128 : 48), std::to_string(seed));
}

TEST(Climate, RainsInBeltsOnMaps) {
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) expect_belts(torus(seed), std::to_string(seed));
}

/// An island continent with a range from north to south through it, across the westerlies.
double windward_over_leeward(const std::string& domain) {
  const std::string text = R"({"craton": 1, "world": ")" +
                           std::string(domain.find("sphere") != std::string::npos ? "planet" : "map") +
                           R"(", "seed": 1, "domain": )" + domain + R"(, "stages": [
    {"stage": "noise", "id": "hills", "scale": 0, "noise": {"kind": "perlin", "frequency": 0.0001}},
    {"stage": "temperature", "id": "temperature"}]})";
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  World world = made(*recipe);
  const std::span<float> height = world.surface.layer("height")->numbers();
  const auto east_of = [&](Cell cell) {
    if (const auto* sphere = std::get_if<CubeSphere>(&world.surface.domain())) return sphere->lat_lon(cell).longitude;
    const auto& map = std::get<Torus>(world.surface.domain());
    return 360.0 * (cell % map.size().width + 0.5) / map.size().width - 180;
  };
  const auto in_westerlies = [&](Cell cell) { return std::abs(latitude_of(world, cell) - 47) < 14; };
  for (Cell cell = 0; cell < height.size(); ++cell) {
    const double away = std::abs(east_of(cell));
    height[cell] = !in_westerlies(cell) || away > 14 ? -3000 : static_cast<float>(100 + std::max(0.0, 2800 * (1 - away / 4)));
  }
  for (const char* id : {"temperature", "wind", "rain"}) {
    const StageList stages;
    StageContext context(Seed{1}, "/stages");
    const Result<void> done = (*stages.find(id, 1, ""))->run(world.surface, {.stage = id, .id = id}, context);
    EXPECT_TRUE(done) << done.error().to_string();
  }
  const std::span<const float> rain = numbers(world, "rain");
  double windward = 0, leeward = 0, windward_area = 0, leeward_area = 0;
  for (Cell cell = 0; cell < height.size(); ++cell) {
    const double east = east_of(cell);
    if (std::abs(latitude_of(world, cell) - 47) > 8 || std::abs(east) > 6) continue;
    (east < 0 ? windward : leeward) += rain[cell] * area_of(world, cell);
    (east < 0 ? windward_area : leeward_area) += area_of(world, cell);
  }
  return (windward / windward_area) / (leeward / leeward_area);
}

TEST(Climate, RangesKeepTheRainToWindward) {
  EXPECT_GT(windward_over_leeward(R"({"kind": "sphere", "resolution": 128, "radius": 6371000})"), 2);
  EXPECT_GT(windward_over_leeward(R"({"kind": "torus", "width": 512, "height": 256, "step": 78000})"), 2);
}

/// Shares of land, of the five classes A … E. A map from pole to pole shows polar land too wide: it counts as on a sphere.
using Shares = std::array<double, 5>;
constexpr Shares of_the_earth{0.19, 0.30, 0.13, 0.25, 0.13};  // Peel et al. 2007, without Antarctica

Shares koppen_shares(const World& world) {
  const Layer& koppen = *world.surface.layer("koppen");
  const bool map = std::holds_alternative<Torus>(world.surface.domain());
  Shares shares{};
  double land = 0;
  for (Cell cell = 0; cell < koppen.size(); ++cell) {
    const char letter = koppen.info().categories[koppen.categories()[cell]][0];
    if (letter < 'A' || letter > 'E') continue;
    const double area = map ? std::cos(latitude_of(world, cell) * std::numbers::pi / 180) : area_of(world, cell);
    shares[static_cast<std::size_t>(letter - 'A')] += area;
    land += area;
  }
  for (double& share : shares) share /= land;
  return shares;
}

/// All worlds together are about as the Earth, and each has nearly all classes.
template <class Make>
void expect_koppen_shares(Make make) {
  Shares mean{};
  const auto count = static_cast<double>(seeds());
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const Shares shares = koppen_shares(make(seed));
    for (std::size_t i = 0; i < 5; ++i) mean[i] += shares[i] / count;
    EXPECT_GE(std::count_if(shares.begin(), shares.end(), [](double share) { return share > 0.005; }), 4) << "seed " << seed;
  }
  for (std::size_t i = 0; i < 5; ++i)
    ::testing::Test::RecordProperty(std::string("share_") + "ABCDE"[i], std::to_string(mean[i]));
  const double slack = full() ? 2 : 3;  // few worlds differ more
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_GT(mean[i], of_the_earth[i] / slack) << "ABCDE"[i];
    EXPECT_LT(mean[i], of_the_earth[i] * slack) << "ABCDE"[i];
  }
}

TEST(Climate, HasTheClassesOfTheEarthOnPlanets) {
  expect_koppen_shares([](std::uint64_t seed) { return planet(seed, full() ? 128 : 48); });
}

TEST(Climate, HasTheClassesOfTheEarthOnMaps) { expect_koppen_shares(torus); }

TEST(Climate, IsTheSameAtEveryResolution) {
  const World coarse = planet(3, 48), fine = planet(3, full() ? 256 : 96);
  const auto& small = std::get<CubeSphere>(coarse.surface.domain());
  const auto& large = std::get<CubeSphere>(fine.surface.domain());
  for (const char* layer : {"temperature", "rain"}) {
    const std::span<const float> there = numbers(coarse, layer), here = numbers(fine, layer);
    double difference = 0, spread = 0, mean = 0;
    for (const float value : here) mean += value / static_cast<double>(here.size());
    for (Cell cell = 0; cell < large.cell_count(); ++cell) {
      const double other = there[small.nearest(large.direction(cell))];
      difference += (here[cell] - other) * (here[cell] - other);
      spread += (here[cell] - mean) * (here[cell] - mean);
    }
    EXPECT_LT(std::sqrt(difference / spread), 0.35) << layer;
  }
}

}  // namespace
}  // namespace craton
