// Biomes of whole planets and maps, by the climate of their own air: rain forests do not border deserts, and every biome grows
// somewhere.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>

#include <craton/recipe/make.h>
#include <craton/stages/whittaker.h>
#include <craton/worlds/kinds.h>

namespace craton {
namespace {

std::uint64_t seeds() { return std::getenv("CRATON_FULL") ? 20 : 3; }

constexpr const char* planet = R"({"craton": 1, "world": "planet", "domain": {"kind": "sphere", "resolution": 96}, "stages": [
  {"stage": "plates"}, {"stage": "crust_heights", "level_points": 32768},
  {"stage": "temperature"}, {"stage": "wind"}, {"stage": "rain"}, {"stage": "biomes"}], "keep": ["biome"]})";
constexpr const char* map =
    R"({"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 256, "height": 128, "step": 80000, "wrap": "x"},
  "stages": [{"stage": "plates"}, {"stage": "crust_heights", "level_points": 32768},
  {"stage": "temperature"}, {"stage": "wind"}, {"stage": "rain"}, {"stage": "biomes"}], "keep": ["biome"]})";

World made(const char* text, std::uint64_t seed) {
  const RecipeTerms terms = all_terms();
  Result<Recipe> recipe = recipe_from_json(text, terms);
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  Result<World> world = make_world(*recipe, terms, {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

/// Links between land cells of different biomes, and those between a rain forest and a desert.
struct Borders {
  double all = 0, forbidden = 0;
};
Borders borders_of(const World& world) {
  const std::span<const std::uint8_t> biomes = world.surface.layer("biome")->categories();
  const auto is = [&](Cell c, Biome biome) { return biomes[c] == static_cast<std::uint8_t>(biome); };
  const auto rain_forest = [&](Cell c) { return is(c, Biome::tropical_rain_forest) || is(c, Biome::temperate_rain_forest); };
  Borders borders;
  std::visit(
      [&](const auto& topology) {
        for (Cell c = 0; c < topology.cell_count(); ++c)
          topology.for_each_link(c, [&](Link link) {
            const bool land = biomes[c] >= first_diagram_biome - 1 && biomes[link.to] >= first_diagram_biome - 1;
            if (!land || biomes[c] == biomes[link.to]) return;
            borders.all += 1;
            borders.forbidden += (rain_forest(c) && is(link.to, Biome::subtropical_desert)) ||
                                 (rain_forest(link.to) && is(c, Biome::subtropical_desert));
          });
      },
      world.surface.domain());
  return borders;
}

TEST(Life, RainForestsDoNotBorderDeserts) {
  for (const char* recipe : {planet, map})
    for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
      const Borders borders = borders_of(made(recipe, seed));
      EXPECT_GT(borders.all, 500) << seed;
      EXPECT_LT(borders.forbidden, 0.005 * borders.all) << (recipe == map ? "map " : "planet ") << seed;
    }
}

TEST(Life, AllBiomesGrowSomewhere) {
  for (const char* recipe : {planet, map}) {
    std::array<std::size_t, biome_count> cells{};
    std::size_t land = 0;
    for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
      const World world = made(recipe, seed);
      for (const std::uint8_t biome : world.surface.layer("biome")->categories()) ++cells[biome], land += biome >= 2;
    }
    for (std::size_t i = 0; i < biome_count; ++i)
      EXPECT_GT(cells[i] * 1000, land) << (recipe == map ? "map: " : "planet: ") << biome_names()[i];
  }
}

}  // namespace
}  // namespace craton
