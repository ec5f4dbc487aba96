#include "gallery_worlds.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include <craton/files/png.h>
#include <craton/picture/globe.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/sheet.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/planet.h>

#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr double type_size = 13;
constexpr std::uint32_t gap = 21;  // of a sheet at this type size

constexpr const char* planet_resolution = "domain.resolution=128";

/// Planets, as ellipses and as globes.
std::vector<WorldSheet> planet_sheets() {
  const auto ellipse = [](std::string recipe, std::string title, std::uint64_t seed_after) {
    WorldTile tile{
        .recipe = std::move(recipe), .layer = "height", .title = std::move(title), .note = "", .seed_after = seed_after};
    tile.settings = {planet_resolution};
    tile.projection = Projection::mollweide;
    return tile;
  };
  WorldSheet planets{"planets", "Planets", "craton make crust --seed …", 190, {}, 3};
  for (std::uint64_t i = 0; i < 9; ++i) planets.tiles.push_back(ellipse("crust", "", i));

  WorldSheet drift{"drift", "Drift", "one planet through time: craton make crust -s knobs.time=…", 190, {}, 3};
  for (const int time : {0, 40, 80, 120, 160, 200}) {
    drift.tiles.push_back(ellipse("crust", fmt::format("{} million years", time), 2));
    drift.tiles.back().settings.push_back(fmt::format("knobs.time={}", time));
  }

  WorldSheet starts{"starts", "Other starts", "", 190, {}, 3};
  for (const char* recipe : {"super-continent", "archipelago", "fault-planet", "noise-planet", "cratered", "fusek"})
    starts.tiles.push_back(ellipse(recipe, recipe, 0));
  starts.tiles[4].ramp = "moon";
  starts.tiles[5].ramp = "fusek";
  starts.tiles[5].settings = {};

  WorldSheet globes{"globes", "Plates", "borders and motions; craton show … --projection orthographic --plates", 330, {}, 3};
  const auto globe = [&](std::string recipe, std::string layer, std::string title) {
    WorldTile tile = ellipse(std::move(recipe), std::move(title), 1);
    tile.layer = std::move(layer);
    tile.plates = true;
    tile.projection = Projection::orthographic;
    tile.centre = {15, 20};
    globes.tiles.push_back(std::move(tile));
  };
  globe("crust", "height", "crust: height");
  globe("crust", "plate", "crust: plate");
  globe("crust", "border_kind", "crust: border_kind");

  WorldSheet living{"earthlike", "Planets with air and life", "craton make earthlike --seed …", 220, {}, 3};
  for (std::uint64_t i = 0; i < 6; ++i) {
    living.tiles.push_back(ellipse("earthlike", "", i));
    living.tiles.back().natural = true;
  }
  WorldSheet climate{"climate", "A climate", "layers of craton make earthlike", 300, {}, 2, 256};
  for (const char* layer : {"temperature", "rain", "biome", "koppen"}) {
    climate.tiles.push_back(ellipse("earthlike", layer, 0));
    climate.tiles.back().layer = layer;
  }
  return {planets, drift, starts, globes, living, climate};
}

/// Finished planets: ten of them from space and as maps, and their kinds.
std::vector<WorldSheet> earth_sheets() {
  const auto earth = [](std::uint64_t seed_after, bool space) {
    WorldTile tile{.recipe = "earth", .layer = "height", .title = "", .note = "", .seed_after = seed_after};
    tile.settings = {planet_resolution};
    tile.waters = tile.natural = true;
    tile.space = space;
    tile.projection = space ? Projection::equirectangular : Projection::robinson;
    tile.centre = {space ? 12.0 : 0.0, space ? 36.0 * static_cast<double>(seed_after) : 0.0};
    return tile;
  };
  WorldSheet space{"earth-space", "Planets from space", "craton planet --seed …", 236, {}, 5, 128};
  WorldSheet maps{"earth-maps", "The same planets as maps", "", 190, {}, 3, 128};
  for (std::uint64_t i = 0; i < 10; ++i) {
    space.tiles.push_back(earth(i, true));
    maps.tiles.push_back(earth(i, false));
  }
  WorldSheet kinds{"earth-kinds", "Kinds of planets", "craton planet --preset …", 236, {}, 3, 128};
  for (const PlanetPreset& preset : planet_presets()) {
    if (preset.id == "earth") continue;
    kinds.tiles.push_back(earth(0, true));
    kinds.tiles.back().title = preset.id;
    kinds.tiles.back().preset = preset.id;
  }
  return {space, maps, kinds};
}

/// Whole worlds on maps, as relief and as from above.
std::vector<WorldSheet> map_sheets() {
  const auto map = [](std::string title, std::uint64_t seed_after, bool natural) {
    WorldTile tile{.recipe = "map", .layer = "height", .title = std::move(title), .note = "", .seed_after = seed_after};
    tile.settings = {"domain.width=512", "domain.height=256", "domain.step=16000"};
    tile.waters = true;
    tile.natural = natural;
    return tile;
  };
  WorldSheet maps{"maps", "Maps", "craton map --seed …", 200, {}, 2};
  for (std::uint64_t i = 0; i < 10; ++i) maps.tiles.push_back(map("", i, false));
  WorldSheet natural{"maps-natural", "Maps from above", "the same worlds", 200, {}, 2};
  for (std::uint64_t i = 0; i < 10; ++i) natural.tiles.push_back(map("", i, true));
  WorldSheet knobs{"maps-knobs", "Knobs", "one world: craton map -s knobs.NAME=…", 132, {}, 3};
  for (const char* setting : {"land=0.2", "land=0.36", "land=0.6", "continents=2", "continents=8", "continents=15", "warmth=-8",
                              "warmth=0", "warmth=8", "wetness=0.4", "wetness=1", "wetness=2"}) {
    knobs.tiles.push_back(map(setting, 0, true));
    knobs.tiles.back().settings.push_back(fmt::format("knobs.{}", setting));
  }
  return {maps, natural, knobs};
}

std::vector<WorldSheet> world_sheets() {
  const auto torus = [](std::string layer, std::string title, std::string note = "") {
    return WorldTile{.recipe = "hello-torus", .layer = std::move(layer), .title = std::move(title), .note = std::move(note)};
  };
  WorldSheet worlds{"worlds", "Worlds", "three recipes, one on each domain", 256, {}};
  worlds.tiles = {torus("height", "Map", "craton make hello-torus"),
                  {.recipe = "hello-tile", .layer = "height", .title = "Terrain", .note = "craton make hello-tile"},
                  {.recipe = "hello-sphere", .layer = "height", .title = "Planet", .note = "craton make hello-sphere"}};

  WorldSheet layers{"layers", "Layers", "of hello-torus", 224, {}};
  layers.tiles = {torus("height", "height", "metres; the coast is at 0"), torus("sea", "sea", "categories: land, sea"),
                  torus("mountains", "mountains", "a mask from 0 to 1")};

  WorldSheet steps{"steps", "Stages", "of hello-torus, one after the other", 160, {}};
  for (std::size_t i = 1; i <= 6; ++i) {
    constexpr std::string_view titles[] = {"land", "where", "ridges", "raise", "soften", "sea"};
    constexpr std::string_view notes[] = {"noise", "noise: a mask", "noise", "mix", "smooth", "sea_level"};
    constexpr std::string_view shown[] = {"height", "mountains", "ridges", "height", "height", "height"};
    WorldTile tile = torus(std::string(shown[i - 1]), std::string(titles[i - 1]), std::string(notes[i - 1]));
    tile.only_stages = i;
    steps.tiles.push_back(std::move(tile));
  }

  WorldSheet knobs{"knobs", "A knob", "craton make hello-torus -s knobs.mountains=…", 224, {}};
  for (const char* value : {"0", "0.5", "1"}) {
    knobs.tiles.push_back(torus("height", value));
    knobs.tiles.back().settings = {fmt::format("knobs.mountains={}", value)};
  }

  WorldSheet seeds{"seeds", "Seeds", "craton make hello-sphere --seed …", 160, {}};
  for (std::uint64_t i = 1; i <= 3; ++i)
    seeds.tiles.push_back({.recipe = "hello-sphere", .layer = "height", .title = "", .note = "", .seed_after = i});

  WorldSheet mountains{
      "mountains", "Mountains", "plain noise, and what five million years of uplift and rivers make of it", 288, {}};
  const auto mountain = [&](std::string title, std::size_t stages, std::uint64_t seed_after) {
    WorldTile tile{.recipe = "mountains", .layer = "height", .title = std::move(title), .note = "", .seed_after = seed_after};
    tile.only_stages = stages;
    mountains.tiles.push_back(std::move(tile));
  };
  mountain("noise", 2, 0);
  mountain("craton make mountains", 1000, 0);
  mountain("", 1000, 1);

  WorldSheet rivers{"rivers", "Rivers", "craton make rivers --seed …", 288, {}, 5};
  for (std::uint64_t i = 0; i < 10; ++i) {
    rivers.tiles.push_back({.recipe = "rivers", .layer = "height", .title = "", .note = "", .seed_after = i});
    rivers.tiles.back().waters = true;
  }
  std::vector<WorldSheet> all{worlds, layers, steps, knobs, seeds, mountains, rivers};
  for (WorldSheet& sheet : map_sheets()) all.push_back(std::move(sheet));
  for (WorldSheet& sheet : planet_sheets()) all.push_back(std::move(sheet));
  return all;
}

Result<Recipe> recipe_of(const WorldTile& tile, Seed seed, const RecipeTerms& terms) {
  Result<LoadedRecipe> loaded = load_recipe(tile.recipe, terms);
  if (!loaded) return loaded.error();
  Recipe recipe = std::move(loaded->recipe);
  if (!tile.preset.empty()) CRATON_TRY(apply_planet_preset(recipe, tile.preset, terms, "gallery"));
  for (const std::string& setting : tile.settings)
    if (Result<void> set = set_in_recipe(recipe, setting, terms); !set) return in_file(tile.recipe, set.error());
  recipe.seed = seed.value + tile.seed_after;
  for (std::size_t i = tile.only_stages; i < recipe.stages.size(); ++i) recipe.stages[i].enabled = false;
  recipe.keep = {tile.layer};
  if (tile.plates && tile.layer != "plate") recipe.keep.push_back("plate");
  if (tile.natural) recipe.keep.insert(recipe.keep.end(), {"temperature", "temperature_warmest", "rain"});
  if (tile.waters) recipe.keep.insert(recipe.keep.end(), {"discharge", "lake", "lake_depth"});
  return recipe;
}

Result<SheetTile> from_space(const WorldSheet& sheet, const WorldTile& tile, const World& world, const Execution& execution) {
  const Result<GlobeSkin> skin = globe_skin(world.surface, 512, true, world.recipe.seed, execution);
  if (!skin) return skin.error();
  Result<Rgb8Image> picture =
      globe_picture(*skin, {.size = {sheet.height, sheet.height}, .centre = tile.centre, .share = 0.9}, execution);
  if (!picture) return picture.error();
  return SheetTile{*std::move(picture), tile.title.empty() ? fmt::format("seed {}", world.recipe.seed) : tile.title, tile.note};
}

Result<SheetTile> draw_tile(const WorldSheet& sheet, const WorldTile& tile, Seed seed, const Execution& execution) {
  const RecipeTerms terms = all_terms();
  const Result<Recipe> recipe = recipe_of(tile, seed, terms);
  if (!recipe) return recipe.error();
  const Result<World> world = make_world(*recipe, terms, {.execution = execution});
  if (!world) return in_file(tile.recipe, world.error());
  if (tile.space) return from_space(sheet, tile, *world, execution);
  const Domain& domain = world->surface.domain();
  const GridSize natural = natural_size(domain, tile.projection);
  const GridSize size{natural.width * sheet.height / natural.height, sheet.height};
  LayerPictureOptions options{.size = size};
  options.projection = tile.projection;
  options.centre = tile.centre;
  if (tile.natural) {
    options.style = MapStyle::natural;
    options.natural = natural_layers_of(world->surface);
  }
  if (tile.waters) options.waters = waters_of(world->surface);
  if (tile.plates) options.plates = plates_of(world->surface);
  if (!tile.ramp.empty()) {
    const Result<const Ramp*> ramp = find_ramp(tile.ramp, "gallery");
    if (!ramp) return ramp.error();
    options.ramp = *ramp;
  }
  Result<Rgb8Image> picture = picture_of_layer(domain, *world->surface.layer(tile.layer), options, execution);
  if (!picture) return picture.error();
  std::string title = tile.title.empty() ? fmt::format("seed {}", recipe->seed) : tile.title;
  return SheetTile{*std::move(picture), std::move(title), tile.note};
}

}  // namespace

Result<void> draw_world_sheet(const WorldSheet& plan, const std::string& folder, Seed seed, const Execution& execution) {
  SheetRow row{plan.heading, plan.note, {}};
  std::uint32_t width = 0;
  for (const WorldTile& tile : plan.tiles) {
    Result<SheetTile> drawn = draw_tile(plan, tile, seed, execution);
    if (!drawn) return drawn.error();
    if (row.tiles.size() < plan.columns) width += drawn->picture.width + (row.tiles.empty() ? 0 : gap);
    row.tiles.push_back(*std::move(drawn));
  }
  Sheet sheet{.title = "", .subtitle = "", .footer = "", .inner_width = width, .type_size = type_size, .rows = {}};
  sheet.rows.push_back(std::move(row));
  const Result<Rgb8Image> page = draw_sheet(sheet);
  if (!page) return page.error();
  const std::string path = fmt::format("{}/{}.png", folder, plan.file);
  CRATON_TRY(write_png(path, indexed(*page, plan.colours)));
  fmt::print("{}\n", path);
  return {};
}

Result<void> draw_planet_gallery(const std::string& folder, Seed seed, const Execution& execution) {
  for (const WorldSheet& sheet : earth_sheets()) CRATON_TRY(draw_world_sheet(sheet, folder, seed, execution));
  return {};
}

Result<void> draw_world_gallery(const std::string& folder, Seed seed, const Execution& execution) {
  for (const WorldSheet& sheet : world_sheets()) CRATON_TRY(draw_world_sheet(sheet, folder, seed, execution));
  return {};
}

}  // namespace craton::cli
