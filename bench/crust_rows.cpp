// Planets of plates: whole recipes, from the sites of the cells to the sea.
#include <fmt/format.h>

#include <memory>
#include <string>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

// recipes/fusek.json, with its defaults.
constexpr const char* fusek = R"({{
  "craton": 1, "world": "planet", "seed": 7, "domain": {{"kind": "sphere", "resolution": {}, "radius": 6371000, "jitter": 1}},
  "stages": [
    {{"stage": "grown_plates", "id": "plates"}},
    {{"stage": "plate_heights", "id": "heights"}},
    {{"stage": "plate_collisions", "id": "collisions"}},
    {{"stage": "noise", "id": "noise", "scale": 800, "offset": {{"layer": "height"}}, "noise": {{"kind": "perlin", "frequency": 0.0000023544}}}},
    {{"stage": "smooth", "id": "smoothing", "method": "neighbours"}},
    {{"stage": "sea_level", "id": "sea", "by": "level", "level": 0}}
  ]}})";

// recipes/crust.json, with its defaults.
constexpr const char* crust = R"({{
  "craton": 1, "world": "planet", "seed": 7, "domain": {{"kind": "sphere", "resolution": {}, "radius": 6371000}},
  "stages": [
    {{"stage": "plates", "id": "plates"}},
    {{"stage": "crust_heights", "id": "heights", "sea_share": 0.7}}
  ]}})";

// A thousand faults around the planet, as straight as they come.
constexpr const char* great_faults = R"({{
  "craton": 1, "world": "planet", "seed": 7, "domain": {{"kind": "sphere", "resolution": {}, "radius": 6371000}},
  "stages": [{{"stage": "great_faults", "id": "faults", "faults": 1000, "bend": 0}}]}})";

// A moon.
constexpr const char* craters = R"({{
  "craton": 1, "world": "planet", "seed": 7, "domain": {{"kind": "sphere", "resolution": {}, "radius": 1737400}},
  "stages": [
    {{"stage": "noise", "id": "ground", "noise": {{"kind": "perlin", "frequency": 0.000001}}}},
    {{"stage": "craters", "id": "craters", "largest": 250000, "smallest": 10000, "coverage": 0.2}}
  ]}})";

Result<Work> prepare_planet(const char* text, int resolution, unsigned threads) {
  const auto terms = std::make_shared<RecipeTerms>(all_terms());
  const Result<Recipe> recipe = recipe_from_json(fmt::format(fmt::runtime(text), resolution), *terms);
  if (!recipe) return recipe.error();
  const auto run = [terms, recipe = *recipe, threads] {
    const Result<World> world = make_world(recipe, *terms, {.execution = {.threads = threads}});
    keep(world ? world->surface.layer("height") : nullptr);
  };
  return Work{{6ULL * static_cast<unsigned>(resolution) * static_cast<unsigned>(resolution), run, {}, {}}, {}};
}

}  // namespace

std::vector<Row> crust_rows(unsigned threads) {
  std::vector<Row> all;
  for (const int resolution : {50, 256})
    all.push_back({fmt::format("crust/fusek/{}/{}t", resolution, threads),
                   [resolution, threads] { return prepare_planet(fusek, resolution, threads); }});
  for (const int resolution : {64, 512})
    all.push_back({fmt::format("crust/plates+heights/{}/{}t", resolution, threads),
                   [resolution, threads] { return prepare_planet(crust, resolution, threads); }});
  all.push_back(
      {fmt::format("crust/great_faults/256/{}t", threads), [threads] { return prepare_planet(great_faults, 256, threads); }});
  all.push_back({fmt::format("crust/craters/256/{}t", threads), [threads] { return prepare_planet(craters, 256, threads); }});
  return all;
}

}  // namespace craton::bench
