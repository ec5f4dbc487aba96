// Maps of whole worlds, from the plates to what grows: what a cell costs at each size.
#include <fmt/format.h>

#include <memory>
#include <string>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>

#include "bench/harness.h"
#include "map_recipe.h"

namespace craton::bench {
namespace {

Result<Work> prepare_map(GridSize size, unsigned threads) {
  const auto terms = std::make_shared<RecipeTerms>(all_terms());
  Result<Recipe> recipe = recipe_from_json(map_recipe, *terms);
  if (!recipe) return recipe.error();
  CRATON_TRY(resize_map(*recipe, size));
  const auto run = [terms, recipe = *recipe, threads] {
    const Result<World> world = make_world(recipe, *terms, {.execution = {.threads = threads}});
    keep(world ? world->surface.layer("height") : nullptr);
  };
  return Work{{.items = std::uint64_t{size.width} * size.height, .run = run, .before = {}, .after = {}, .once = true}, {}};
}

}  // namespace

std::vector<Row> map_rows(unsigned threads) {
  std::vector<Row> all;
  for (const GridSize size : {GridSize{512, 512}, {1024, 512}, {2048, 1024}, {4096, 2048}, {8192, 4096}})
    all.push_back(
        {fmt::format("map/{}x{}/{}t", size.width, size.height, threads), [size, threads] { return prepare_map(size, threads); }});
  return all;
}

}  // namespace craton::bench
