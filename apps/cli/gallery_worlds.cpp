#include "gallery_worlds.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <craton/files/png.h>
#include <craton/picture/atlas.h>
#include <craton/picture/globe.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/sheet.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>
#include <craton/worlds/planet.h>

#include "map_pictures.h"
#include "planet_pictures.h"
#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr double type_size = 13;
constexpr std::uint32_t gap = 21;  // of a sheet at this type size

constexpr const char* planet_resolution = "domain.resolution=128";
constexpr const char* earth_resolution = "domain.resolution=256";  // cells no larger than pixels

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
    tile.settings = {earth_resolution};
    tile.shared = true;
    tile.waters = tile.natural = true;
    tile.space = space;
    tile.projection = space ? Projection::equirectangular : Projection::robinson;
    return tile;
  };
  WorldSheet space{"earth-space", "Planets from space", "craton planet --seed …", 236, {}, 5, 128};
  WorldSheet maps{"earth-maps", "The same planets as maps", "", 150, {}, 5, 128};
  for (std::uint64_t i = 0; i < 10; ++i) {
    space.tiles.push_back(earth(i, true));
    maps.tiles.push_back(earth(i, false));
  }
  WorldSheet kinds{"earth-kinds", "Kinds of planets", "craton planet --preset …", 236, {}, 4, 128};
  for (const PlanetPreset& preset : planet_presets()) {
    kinds.tiles.push_back(earth(0, true));
    kinds.tiles.back().title = preset.id;
    kinds.tiles.back().preset = preset.id;
  }
  kinds.tiles.push_back(earth(5, true));  // one more of the first kind fills the row
  return {space, maps, kinds};
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

constexpr std::uint32_t draft_part = 4, least_side = 40;  // of a draft: a part of the side, and no less than this

/// The same extent in fewer cells; the climate on a coarser mesh, the level of the sea from fewer points.
Result<void> make_draft(Recipe& recipe) {
  for (StageSpec& stage : recipe.stages) {
    if (stage.stage == "crust_heights") stage.params.set("level_points", std::int64_t{8192});
    for (const char* air : {"temperature", "currents", "wind", "rain"})
      if (stage.stage == air) stage.params.set("mesh", std::int64_t{20});
  }
  ParamValues& params = recipe.domain.params;
  const auto side = [&](const char* name) {
    const ParamValue* value = params.find(name);
    const auto* number = value ? std::get_if<std::int64_t>(value) : nullptr;
    return number ? static_cast<std::uint32_t>(*number) : 256U;
  };
  const auto fewer = [](std::uint32_t cells) { return std::min(cells, std::max(cells / draft_part, least_side)); };
  if (recipe.domain.kind == "sphere") {
    params.set("resolution", std::int64_t{fewer(side("resolution"))});
    return {};
  }
  return resize_map(recipe, {fewer(side("width")), fewer(side("height"))});
}

Result<Recipe> recipe_of(const WorldTile& tile, const WorldStudio& studio, const RecipeTerms& terms) {
  CRATON_TRY(LoadedRecipe loaded, load_recipe(tile.recipe, terms));
  Recipe recipe = std::move(loaded.recipe);
  if (!tile.preset.empty()) CRATON_TRY(apply_planet_preset(recipe, tile.preset, terms, "gallery"));
  for (const std::string& setting : tile.settings)
    if (Result<void> set = set_in_recipe(recipe, setting, terms); !set) return in_file(tile.recipe, set.error());
  if (studio.draft) CRATON_TRY(make_draft(recipe));
  recipe.seed = studio.seed.value + tile.seed_after;
  for (std::size_t i = tile.only_stages; i < recipe.stages.size(); ++i) recipe.stages[i].enabled = false;
  std::vector<std::string> shown{tile.layer};
  if (tile.plates && tile.layer != "plate") shown.emplace_back("plate");
  if (tile.natural) shown.insert(shown.end(), {"temperature", "temperature_warmest", "rain"});
  const bool endless = std::find(recipe.keep.begin(), recipe.keep.end(), "river_distance") != recipe.keep.end();
  if (tile.waters && endless) shown.insert(shown.end(), {"river", "river_distance"});
  if (tile.waters && !endless) shown.insert(shown.end(), {"discharge", "lake", "lake_depth"});
  // Pages show whatever the recipe keeps; so does every tile that shares its world with another.
  if (tile.page.empty() && !tile.shared) recipe.keep = std::move(shown);
  return recipe;
}

/// A planet as from space.
Result<Rgb8Image> draw_from_space(const WorldTile& /*tile*/, const World& world, GridSize size, const Execution& execution) {
  CRATON_TRY(const NaturalPalette palette, palette_of(world.recipe, ""));
  CRATON_TRY(const GlobeSkin skin,
             globe_skin(world.surface, {.rows = 1024, .clouds = true, .seed = world.recipe.seed, .palette = palette}, execution));
  return globe_picture(skin, {.size = {size.height, size.height}, .centre = side_with_land(world), .share = 0.9}, execution);
}

Result<Rgb8Image> draw_page(const WorldTile& tile, const World& world, GridSize size, const Execution& execution) {
  AtlasOptions how;
  how.style = tile.page == "parchment" ? AtlasStyle::parchment : AtlasStyle::atlas;
  how.size = size;
  how.title = name_of_world(world);
  how.subtitle = fmt::format("seed {}", world.recipe.seed);
  CRATON_TRY(const AtlasPage page, atlas_page(world.surface, how, execution));
  return page.picture();
}

Result<Rgb8Image> draw_layer(const WorldTile& tile, const World& world, GridSize size, const Execution& execution) {
  LayerPictureOptions options{.size = size};
  options.projection = tile.projection;
  options.centre = tile.centre;
  if (tile.natural) {
    options.style = MapStyle::natural;
    options.natural = natural_layers_of(world.surface);
  }
  if (tile.waters) options.waters = waters_of(world.surface);
  if (tile.plates) options.plates = plates_of(world.surface);
  if (!tile.ramp.empty()) {
    CRATON_TRY(const Ramp* ramp, find_ramp(tile.ramp, "gallery"));
    options.ramp = ramp;
  }
  return picture_of_layer(world.surface.domain(), *world.surface.layer(tile.layer), options, execution);
}

/// Made, or remembered from another sheet.
Result<std::shared_ptr<const World>> world_of(const WorldTile& tile, const Recipe& recipe, WorldStudio& studio,
                                              const RecipeTerms& terms) {
  const std::string text = tile.shared ? recipe_to_json(recipe, terms) : "";
  if (const auto known = studio.shared.find(text); tile.shared && known != studio.shared.end()) return known->second;
  Result<World> world = make_world(recipe, terms, {.execution = studio.execution});
  if (!world) return in_file(tile.recipe, world.error());
  const auto made = std::make_shared<const World>(*std::move(world));
  if (tile.shared) studio.shared.emplace(text, made);
  return made;
}

Result<SheetTile> draw_tile(const WorldSheet& sheet, const WorldTile& tile, WorldStudio& studio) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const Recipe recipe, recipe_of(tile, studio, terms));
  CRATON_TRY(const std::shared_ptr<const World> made, world_of(tile, recipe, studio, terms));
  const World& world = *made;
  const GridSize natural = natural_size(world.surface.domain(), tile.projection);
  const std::uint32_t height = studio.draft && tile.page.empty() ? sheet.height / 2 : sheet.height;
  const GridSize size{natural.width * height / natural.height, height};
  const auto draw = tile.space ? draw_from_space : tile.page.empty() ? draw_layer : draw_page;
  CRATON_TRY(Rgb8Image picture, draw(tile, world, size, studio.execution));
  std::string title = tile.title.empty() ? fmt::format("seed {}", recipe.seed) : tile.title;
  return SheetTile{std::move(picture), std::move(title), tile.note};
}

}  // namespace

Result<void> draw_world_sheet(const WorldSheet& plan, WorldStudio& studio) {
  SheetRow row{plan.heading, plan.note, {}};
  std::uint32_t width = 0;
  for (const WorldTile& tile : plan.tiles) {
    CRATON_TRY(SheetTile drawn, draw_tile(plan, tile, studio));
    if (row.tiles.size() < plan.columns) width += drawn.picture.width + (row.tiles.empty() ? 0 : gap);
    row.tiles.push_back(std::move(drawn));
  }
  Sheet sheet{.title = "", .subtitle = "", .footer = "", .inner_width = width, .type_size = type_size, .rows = {}};
  sheet.rows.push_back(std::move(row));
  CRATON_TRY(const Rgb8Image page, draw_sheet(sheet));
  const std::string path = fmt::format("{}/{}.png", studio.folder, plan.file);
  CRATON_TRY(write_png(path, indexed(page, plan.colours)));
  say("{}\n", path);
  return {};
}

namespace {

Result<void> draw_world_sheets(const std::vector<WorldSheet>& sheets, WorldStudio& studio) {
  std::vector<std::string_view> names;
  for (const WorldSheet& sheet : sheets) names.emplace_back(sheet.file);
  if (!studio.only.empty() && std::find(names.begin(), names.end(), studio.only) == names.end())
    return invalid("--only",
                   fmt::format("found \"{}\", allowed {}{}", studio.only, joined(names), suggestion(studio.only, names)));
  for (const WorldSheet& sheet : sheets)
    if (studio.only.empty() || sheet.file == studio.only) CRATON_TRY(draw_world_sheet(sheet, studio));
  return {};
}

}  // namespace

Result<void> draw_world_gallery(WorldStudio& studio) { return draw_world_sheets(world_sheets(), studio); }
Result<void> draw_planet_gallery(WorldStudio& studio) { return draw_world_sheets(earth_sheets(), studio); }

}  // namespace craton::cli
