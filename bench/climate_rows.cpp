// The climate of a planet: temperature, wind and rain over ground that is there already.
#include <fmt/format.h>

#include <memory>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr const char* ground = R"({{
  "craton": 1, "world": "planet", "seed": 7, "domain": {{"kind": "sphere", "resolution": {}, "radius": 6371000}},
  "stages": [{{"stage": "noise", "id": "land", "scale": 3000, "offset": -800,
    "noise": {{"kind": "fbm", "octaves": 5, "source": {{"kind": "perlin", "frequency": 0.0000003}}}}}}]}})";

Result<Work> prepare_climate(int resolution, unsigned threads) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const Recipe recipe, recipe_from_json(fmt::format(ground, resolution), terms));
  CRATON_TRY(World made, make_world(recipe, terms, {}));
  const auto world = std::make_shared<World>(std::move(made));
  const auto run = [world, threads] {
    const StageList stages;
    for (const char* id : {"temperature", "wind", "rain"}) {
      StageContext context(Seed{7}, "/stages");
      context.execution.threads = threads;
      const Result<void> done = (*stages.find(id, 1, ""))->run(world->surface, {.stage = id, .id = id}, context);
      keep(&done);
    }
  };
  return Work{{6ULL * static_cast<unsigned>(resolution) * static_cast<unsigned>(resolution), run, {}, {}}, {}};
}

}  // namespace

std::vector<Row> climate_rows(unsigned threads) {
  std::vector<Row> all;
  for (const int resolution : {128, 512})
    all.push_back({fmt::format("air/climate/R{}/{}t", resolution, threads),
                   [resolution, threads] { return prepare_climate(resolution, threads); }});
  return all;
}

}  // namespace craton::bench
