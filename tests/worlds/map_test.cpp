// recipes/map.json: maps of many seeds are whole worlds, whose rivers keep their laws; no layer shows where the map closes onto
// itself, so that a mosaic of it has no seam; another size is the same world. recipes/country.json: a map that can be extended.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>

#include "repository.h"
#include "worlds/river_laws.h"

namespace craton {
namespace {

using worlds_test::RiverWorld;

constexpr GridSize small{256, 128};

Recipe recipe_called(const std::string& name) {
  std::ifstream stream(repository_folder() + "/recipes/" + name + ".json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *std::move(recipe);
}

World made(const Recipe& recipe) {
  Result<World> world = make_world(recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

Recipe map_recipe(std::uint64_t seed, GridSize size = small) {
  Recipe recipe = recipe_called("map");
  recipe.seed = seed;
  EXPECT_TRUE(resize_map(recipe, size));
  EXPECT_TRUE(set_in_recipe(recipe, "crust.level_points=16384", all_terms()));  // many small maps: sea level to a percent will do
  return recipe;
}

double value_of(const Layer& layer, Cell cell) {
  if (layer.type() == LayerType::number) return double{layer.numbers()[cell]};
  if (layer.type() == LayerType::integer) return layer.integers()[cell];
  return layer.categories()[cell];
}

double step_between(const Layer& layer, Cell one, Cell other) {
  const double a = value_of(layer, one), b = value_of(layer, other);
  return layer.type() == LayerType::number ? std::abs(a - b) : (a == b ? 0.0 : 1.0);
}

/// Mean steps from each column to the next one to the east, and from each row to the next one to the south: the last of each
/// cross the seam. Over many maps, so that chance is small.
struct LineSteps {
  std::vector<double> columns = std::vector<double>(small.width), rows = std::vector<double>(small.height);

  void add(const Torus& torus, const Layer& layer) {
    const auto [width, height] = torus.size();
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) {
        const Cell here = torus.cell(x, y);
        columns[x] += step_between(layer, here, torus.cell((x + 1) % width, y)) / height;
        rows[y] += step_between(layer, here, torus.cell(x, (y + 1) % height)) / width;
      }
  }
};
using StepsOfLayers = std::map<std::string, LineSteps>;

/// The largest steps over `count` lines on both sides of the seam, which is the last one.
double largest_beside(const std::vector<double>& lines, std::size_t count) {
  const std::size_t size = lines.size();
  return std::max(*std::max_element(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(count)),
                  *std::max_element(lines.end() - 1 - static_cast<std::ptrdiff_t>(count),
                                    lines.begin() + static_cast<std::ptrdiff_t>(size - 1)));
}

/// Layers in which the seam stands out from the lines beside it. Columns are alike all around the map. Rows are not, since they
/// lie at different latitudes: there the seam is compared with the rows near it. It lies at the coldest latitude, from which
/// warmth grows to both sides, so that steps over it may be small.
std::vector<std::string> seams_in(const StepsOfLayers& steps) {
  std::vector<std::string> found;
  for (const auto& [layer, lines] : steps) {
    if (lines.columns.back() > largest_beside(lines.columns, small.width / 2 - 1))
      found.push_back(layer + ": steps over the east edge");
    const double least = *std::min_element(lines.columns.begin(), lines.columns.end() - 1);
    if (lines.columns.back() < least) found.push_back(layer + ": no steps over the east edge");
    if (lines.rows.back() > 1.1 * largest_beside(lines.rows, 12)) found.push_back(layer + ": steps over the south edge");
  }
  return found;
}

std::size_t rows_of(const World& world, std::string_view table) {
  const ObjectTable* objects = world.surface.objects(table);
  return objects ? objects->rows() : 0;
}

double land_share(const World& world) {
  const std::span<const float> height = world.surface.layer("height")->numbers();
  return static_cast<double>(std::count_if(height.begin(), height.end(), [](float h) { return h >= 0; })) /
         static_cast<double>(height.size());
}

/// Land, ranges, rivers that keep their laws, and several biomes.
void is_a_world(const RiverWorld& w) {
  const double land = land_share(w.world);
  EXPECT_GT(land, 0.3);
  EXPECT_LT(land, 0.45);
  EXPECT_GT(*std::max_element(w.height.begin(), w.height.end()), 1500);
  EXPECT_LT(*std::max_element(w.height.begin(), w.height.end()), 9500);
  EXPECT_GE(w.cells.size(), 10U);
  const std::span<const std::uint8_t> biomes = w.world.surface.layer("biome")->categories();
  EXPECT_GE(std::set<std::uint8_t>(biomes.begin(), biomes.end()).size(), 8U);
  for (const auto& layer : w.world.surface.layers()) {
    if (layer->type() != LayerType::number) continue;
    for (const float value : layer->numbers()) ASSERT_TRUE(std::isfinite(value)) << layer->name();
  }
  for (const auto& law : {worlds_test::run_down_along_links, worlds_test::end_where_they_may, worlds_test::never_cross_as_lines,
                          worlds_test::join_on_the_line}) {
    law(w);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(MapSweep, EverySeedIsAWorldWithoutASeam) {
  const std::uint64_t seeds = std::getenv("CRATON_FULL") ? 100 : 20;
  StepsOfLayers steps;
  std::size_t lakes = 0, falls = 0, springs = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RiverWorld w{made(map_recipe(seed))};
    is_a_world(w);
    if (HasFatalFailure()) return;
    for (const auto& layer : w.world.surface.layers()) steps[layer->name()].add(std::get<Torus>(w.domain), *layer);
    lakes += rows_of(w.world, "lakes");
    falls += rows_of(w.world, "waterfalls");
    springs += rows_of(w.world, "springs");
  }
  EXPECT_GE(steps.size(), 10U);
  for (const std::string& seam : seams_in(steps)) ADD_FAILURE() << seam;
  EXPECT_GT(lakes, 5 * seeds);
  EXPECT_GT(falls, seeds);
  EXPECT_GT(springs, 10 * seeds);
}

/// Ground that rises from west to east, or from north to south, is found by its step at the seam.
TEST(MapSeams, AreFoundWhereThereAreSome) {
  StepsOfLayers steps;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    World world = made(map_recipe(seed));
    const auto& torus = std::get<Torus>(world.surface.domain());
    Layer& height = *world.surface.layer("height");
    for (Cell cell = 0; cell < torus.cell_count(); ++cell)
      height.numbers()[cell] += static_cast<float>(3 * (cell % small.width) + 6 * (cell / small.width));
    steps["height"].add(torus, height);
  }
  EXPECT_EQ(seams_in(steps).size(), 2U);
}

/// Cells of the small map lie on every second one of the larger map.
TEST(Map, AnotherSizeIsTheSameWorld) {
  for (const std::uint64_t seed : {7U, 12U}) {
    const World coarse = made(map_recipe(seed)), fine = made(map_recipe(seed, {512, 256}));
    std::map<std::string, double> same;
    double shift = 0;
    for (std::uint32_t y = 0; y < small.height; ++y)
      for (std::uint32_t x = 0; x < small.width; ++x) {
        const Cell here = y * small.width + x, there = 2 * y * 512 + 2 * x;
        const float before = coarse.surface.layer("height")->numbers()[here],
                    after = fine.surface.layer("height")->numbers()[there];
        same["land"] += (before < 0) == (after < 0) ? 1 : 0;
        same["biome"] +=
            coarse.surface.layer("biome")->categories()[here] == fine.surface.layer("biome")->categories()[there] ? 1 : 0;
        const float warm = coarse.surface.layer("temperature")->numbers()[here];
        shift += std::abs(double{warm} - double{fine.surface.layer("temperature")->numbers()[there]});
      }
    const double cells = small.width * small.height;
    EXPECT_GT(same["land"] / cells, 0.95) << "seed " << seed;
    EXPECT_GT(same["biome"] / cells, 0.85) << "seed " << seed;
    EXPECT_LT(shift / cells, 0.5) << "seed " << seed;
  }
}

/// Maps with borders, and belts around the world.
TEST(Map, ClosesAsItIsAsked) {
  for (const Torus::Wrap wrap : {Torus::Wrap::x, Torus::Wrap::y, Torus::Wrap::none}) {
    Recipe recipe = map_recipe(3, {128, 64});
    ASSERT_TRUE(repeat_map(recipe, wrap));
    const RiverWorld w{made(recipe)};
    SCOPED_TRACE(static_cast<int>(wrap));
    const auto& torus = std::get<Torus>(w.domain);
    EXPECT_EQ(torus.wraps_x(), wrap == Torus::Wrap::x);
    EXPECT_EQ(torus.wraps_y(), wrap == Torus::Wrap::y);
    EXPECT_GT(w.cells.size(), 3U);
    worlds_test::end_where_they_may(w);
  }
}

/// Each knob does what it says.
TEST(Map, HasKnobs) {
  const auto with = [](const std::string& knob) {
    Recipe recipe = map_recipe(5, {128, 64});
    EXPECT_TRUE(set_in_recipe(recipe, "knobs." + knob, all_terms())) << knob;
    return made(recipe);
  };
  const auto mean = [](const World& world, const char* layer) {
    double sum = 0;
    for (const float value : world.surface.layer(layer)->numbers()) sum += double{value};
    return sum / static_cast<double>(world.surface.cell_count());
  };
  const auto highest = [](const World& world) {
    const std::span<const float> height = world.surface.layer("height")->numbers();
    return *std::max_element(height.begin(), height.end());
  };
  EXPECT_NEAR(land_share(with("land=0.2")), 0.2, 0.06);
  EXPECT_NEAR(land_share(with("land=0.6")), 0.6, 0.06);
  EXPECT_GT(highest(with("mountains=0.9")), 1.3F * highest(with("mountains=0.1")));
  EXPECT_NEAR(mean(with("warmth=5"), "temperature") - mean(with("warmth=-5"), "temperature"), 10, 0.5);
  EXPECT_GT(mean(with("wetness=1.5"), "rain"), 1.4 * mean(with("wetness=0.5"), "rain"));
  EXPECT_LT(mean(with("edge_latitude=85"), "temperature"), mean(with("edge_latitude=50"), "temperature") - 4);
  EXPECT_GT(rows_of(with("rivers=1"), "rivers"), rows_of(with("rivers=0"), "rivers"));
  EXPECT_GT(rows_of(with("lakes=1"), "lakes"), rows_of(with("lakes=0"), "lakes"));
}

/// The land that was there stays bit for bit; its waters are found anew.
TEST(Map, OnAPlaneCanBeExtended) {
  Recipe recipe = recipe_called("country");
  recipe.domain.params.set("width", std::int64_t{80});
  recipe.domain.params.set("height", std::int64_t{64});
  for (const char* setting : {"knobs.erosion=0.1", "knobs.land=1", "knobs.rivers=1", "rivers.least_length=1500"})
    ASSERT_TRUE(set_in_recipe(recipe, setting, all_terms())) << setting;
  const World old = made(recipe);
  const MapMargins more{.west = 20, .north = 11, .east = 33, .south = 7};
  ASSERT_TRUE(extend_map(recipe, more));
  const World larger = made(recipe);
  const auto &before = std::get<PlaneTile>(old.surface.domain()), &after = std::get<PlaneTile>(larger.surface.domain());
  ASSERT_EQ(after.size(), (GridSize{133, 82}));
  for (const char* name : {"height", "temperature", "rain", "biome"}) {
    const Layer &was = *old.surface.layer(name), &is = *larger.surface.layer(name);
    for (std::uint32_t y = 0; y < 64; ++y)
      for (std::uint32_t x = 0; x < 80; ++x)
        ASSERT_EQ(value_of(was, before.cell(x, y)), value_of(is, after.cell(x + more.west, y + more.north)))
            << name << " " << x << " " << y;
  }
  EXPECT_GT(rows_of(larger, "rivers"), 0U);
}

}  // namespace
}  // namespace craton
