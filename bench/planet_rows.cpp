// Whole planets, from the plates to names: what a region costs at each resolution, in time of all processors, and in memory.
#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <string>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/planet.h>

#include "bench/harness.h"
#include "earth_recipe.h"

namespace craton::bench {
namespace {

/// The most memory that the process has held since it was last asked to forget (Linux; elsewhere 0).
double peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

Result<Work> prepare_planet(std::int64_t resolution, unsigned threads) {
  const auto terms = std::make_shared<RecipeTerms>(all_terms());
  Result<Recipe> recipe = recipe_from_json(earth_recipe, *terms);
  if (!recipe) return recipe.error();
  CRATON_TRY(resize_planet(*recipe, resolution));
  const auto run = [terms, recipe = *recipe, threads] {
    const Result<World> world = make_world(recipe, *terms, {.execution = {.threads = threads}});
    keep(world ? world->surface.layer("height") : nullptr);
  };
  const auto side = static_cast<std::uint64_t>(resolution);
  Work work{{.items = 6 * side * side, .run = run, .before = forget_peak, .after = {}, .once = true}, {}};
  work.processor_time = true;
  work.note = [] { return fmt::format("{:.0f} MB at most", peak_megabytes()); };
  return work;
}

}  // namespace

std::vector<Row> planet_rows(unsigned threads) {
  std::vector<Row> all;
  for (const std::int64_t resolution : {128, 256, 512, 1024})
    all.push_back({fmt::format("planet/{}/{}t", resolution, threads),
                   [resolution, threads] { return prepare_planet(resolution, threads); }});
  return all;
}

}  // namespace craton::bench
