#include "window_input.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include <craton/base/floor_div.h>
#include <craton/base/position.h>
#include <craton/files/endless_world.h>
#include <craton/files/folder.h>
#include <craton/worlds/first_sight.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/voxel_map.h>

#include "runtime.h"
#include "terrain_input.h"
#include "text.h"
#include "voxel_input.h"

namespace craton::cli {
namespace {

struct Window {
  Point2 at;
  GridSize size{1, 1};
  std::optional<double> step;
};

Result<Window> window_of(const WindowChoice& choice) {
  Window window;
  CRATON_TRY(window.at, parse_place(choice.at.empty() ? "0,0" : choice.at, "--at"));
  CRATON_TRY(window.size, parse_sides(choice.size.empty() ? "1024" : choice.size, "--size"));
  if (choice.step.empty()) return window;
  CRATON_TRY(const double step, parse_number(choice.step, "--step"));
  if (!(step >= 1.0 / units_per_metre && step <= 1e6))
    return invalid("--step", fmt::format("found \"{}\", allowed {:.6f} … 1000000 m", choice.step, 1.0 / units_per_metre));
  window.step = step;
  return window;
}

Error at_place(const Error& error, std::string_view path) { return error.path == path ? invalid("--at", error.message) : error; }

Result<World> load_voxel_window(const WindowChoice& choice, const Window& window, const Execution& execution) {
  CRATON_TRY(const LoadedVoxels loaded, load_voxels({.recipe = choice.recipe, .seed = choice.seed, .settings = choice.settings}));
  const double voxel = loaded.world.params().step;
  VoxelGrid grid{.width = window.size.width, .height = window.size.height};
  if (window.step) {
    if (*window.step < voxel || *window.step / voxel != std::floor(*window.step / voxel))
      return invalid("--step", fmt::format("found \"{}\", allowed whole voxels of {} m", choice.step, voxel));
    grid.step = static_cast<std::int64_t>(*window.step / voxel);
  }
  const std::int64_t step = static_cast<std::int64_t>(voxel * units_per_metre) * grid.step;
  grid.x = floor_div(window.at.x, step) * grid.step;
  grid.y = floor_div(window.at.y, step) * grid.step;
  Result<Surface> map = voxel_map(loaded.world, grid, {.climate = true, .voxels = true}, execution);
  if (!map) return at_place(map.error(), "chunk");
  World world{.recipe = {.name = loaded.recipe.name, .seed = loaded.recipe.seed}, .surface = *std::move(map), .reports = {}};
  return world;
}

Result<World> load_land_window(const WindowChoice& choice, const Window& window, const Execution& execution) {
  const RecipeTerms terms = all_terms();
  const bool file = lower(choice.recipe).ends_with(".craton");
  CRATON_TRY(LoadedTerrain loaded, load_terrain({.world = file ? choice.recipe : "",
                                                 .recipe = file ? "" : choice.recipe,
                                                 .seed = choice.seed,
                                                 .settings = choice.settings},
                                                terms));
  if (window.step) loaded.loaded.recipe.domain.params.set("step", *window.step);
  const std::unique_ptr<AssetSource> assets = assets_in_folder(loaded.loaded.folder);
  std::optional<FirstSight> sight;
  if (choice.at.empty()) {
    Result<std::optional<FirstSight>> found = first_sight(loaded.loaded.recipe, terms, assets.get(), execution);
    if (!found) return in_file(loaded.loaded.file, found.error());
    sight = *found;
    if (sight && !window.step) loaded.loaded.recipe.domain.params.set("step", sight->step);
  }
  CRATON_TRY(const Terrain terrain, make_terrain(loaded, terms, {.levels = 1, .assets = assets.get()}));
  const std::int64_t step = terrain.step(0);
  const Point2 at = sight ? sight->corner(window.size.width, window.size.height, step) : window.at;
  const TerrainArea area{
      .x = floor_div(at.x, step), .y = floor_div(at.y, step), .width = window.size.width, .height = window.size.height};
  const std::uint64_t side = terrain.options().tile_cells + 3;  // what tile_bytes counts
  CRATON_TRY(check_memory(std::uint64_t{area.width} * area.height * 2 * (terrain.tile_bytes() / (side * side) + 4)));
  Result<Surface> surface = terrain.area(area, execution);
  if (!surface) return at_place(surface.error(), "area");
  surface->drop_halo();
  World world{.recipe = loaded.loaded.recipe, .surface = *std::move(surface), .reports = {}};
  world.recipe.domain.params.set("width", std::int64_t{area.width});
  world.recipe.domain.params.set("height", std::int64_t{area.height});
  return world;
}

}  // namespace

void WindowChoice::add_to(Arguments& args, const std::string& size_option) {
  args.option("--recipe RECIPE", recipe,
              "A window of an endless world instead: a recipe on a plane or of voxels, by file or name, or its .craton file; "
              "that of a finished map is its ground at any spacing.");
  args.option(
      "--at X,Y", at,
      "Of the window: its north-western corner, in metres. Default: around a place worth seeing where the land has one (stage "
      "endless_land), else 0,0.");
  if (!size_option.empty()) args.option(size_option, size, "Of the window: how many samples, W or WxH. Default: 1024.");
  args.option("--step METRES", step,
              "Of the window: metres from one sample to the next. Default: as the recipe says; 8 at a place worth seeing.");
  args.option("--seed SEED", seed, "Of the window: another seed.");
  args.option("-s,--set NAME=VALUE", settings, "Of the window: changes one value of the recipe. May be repeated.").repeatable();
}

Result<World> load_window(const WindowChoice& choice, unsigned threads) {
  if (choice.recipe.empty())
    return invalid("--recipe", "say of which endless world: --at, --size, --step, --seed and -s are of it");
  CRATON_TRY(const Window window, window_of(choice));
  const Execution execution{.threads = threads, .cancel = &cancel_token()};
  return names_voxels(choice.recipe) ? load_voxel_window(choice, window, execution) : load_land_window(choice, window, execution);
}

}  // namespace craton::cli
