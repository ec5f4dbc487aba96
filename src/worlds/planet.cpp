#include <craton/worlds/planet.h>

#include <algorithm>
#include <array>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/params.h>

#include "base/text.h"
#include "stages/places/name_maker.h"

namespace craton {
namespace {

using namespace std::string_view_literals;

Result<void> need_sphere(const Recipe& recipe) {
  if (recipe.domain.kind == "sphere") return {};
  return Error{ErrorCode::unsupported, "/domain/kind", concat({"found \"", recipe.domain.kind, "\": a planet lies on a sphere"})};
}

/// Checked by the domain's own declaration.
Result<void> set_in_domain(Recipe& recipe, std::string_view name, ParamValues changed) {
  CRATON_TRY(need_sphere(recipe));
  const Result<CubeSphere::Params> params = params_from<CubeSphere::Params>(changed, "/domain");
  if (!params) return Error{params.error().code, concat({"/domain/", name}), params.error().message};
  recipe.domain.params = std::move(changed);
  return {};
}

// ---- kinds of planets ----

constexpr std::array dry{
    "knobs.sea_share=0.1"sv,       "knobs.moisture=0.12"sv,       "knobs.warmth=-14"sv,
    "knobs.continents=9"sv,        "crust.hot_spots=60"sv,        "trunks.hot_spots=60"sv,
    "trunks_again.hot_spots=60"sv, "knobs.mountainousness=0.7"sv, "plates.plates=16"sv,
};
constexpr std::array archipelago{
    "knobs.sea_share=0.86"sv, "knobs.continents=20"sv, "knobs.gathering=0"sv,   "plates.plates=50"sv,
    "plates.fragments=5"sv,   "crust.hot_spots=60"sv,  "trunks.hot_spots=60"sv, "trunks_again.hot_spots=60"sv,
    "knobs.moisture=1.2"sv,   "knobs.warmth=3"sv,
};
constexpr std::array super_continent{
    "knobs.gathering=1"sv,
    "knobs.continents=5"sv,
    "plates.fragments=0.5"sv,
};
constexpr std::array ice{
    "knobs.warmth=-26"sv,
    "knobs.moisture=0.7"sv,
};
constexpr std::array ocean{
    "knobs.sea_share=0.95"sv, "knobs.continents=6"sv,        "plates.fragments=3"sv, "crust.hot_spots=90"sv,
    "trunks.hot_spots=90"sv,  "trunks_again.hot_spots=90"sv, "knobs.moisture=1.3"sv, "knobs.warmth=5"sv,
};
constexpr std::array young{
    "knobs.sea_share=0.55"sv, "knobs.mountainousness=1"sv, "knobs.ruggedness=1"sv,   "plates.plates=60"sv,
    "plates.crust_age=18"sv,  "crust.hot_spots=160"sv,     "trunks.hot_spots=160"sv, "trunks_again.hot_spots=160"sv,
    "knobs.warmth=9"sv,       "valleys.duration=800000"sv,
};

constexpr std::array presets{
    PlanetPreset{"earth", "As the recipe has it: seven tenths sea, six continents.", {}},
    PlanetPreset{"dry", "Cold, thin rain, seas in the deepest basins alone, great volcanoes: rather Mars than Earth.", dry,
                 "rust"},
    PlanetPreset{"archipelago", "Many small continents, island arcs and chains in a warm sea.", archipelago},
    PlanetPreset{"super-continent", "All continents in one, with a dry heart, and one ocean around it.", super_continent},
    PlanetPreset{"ice", "Cold enough that ice reaches the tropics.", ice},
    PlanetPreset{"ocean", "Hardly any land: islands, banks and volcanoes.", ocean},
    PlanetPreset{"young", "Many plates, high ranges that rivers have hardly cut, volcanoes everywhere.", young},
};

// ---- a ground that is given ----

/// Stages of recipes/earth.json that make ground or move it.
constexpr std::array ground_stages{
    "plates"sv,           "crust"sv,         "trunks"sv,         "trunks_again"sv, "closed_seas"sv,
    "fill_closed_seas"sv, "above_the_sea"sv, "no_closed_seas"sv, "rise"sv,         "rise_by_height"sv,
    "valleys"sv,          "hollows"sv,       "cold"sv,           "ice_ages"sv,     "wet"sv,
    "no_deserts"sv,       "depths"sv,        "lowest"sv,         "sink"sv,         "above_sea"sv,
    "deltas"sv,           "beds"sv,          "snow_line"sv,      "ice"sv,          "waves"sv,
};
/// Layers that only these write.
constexpr std::array ground_layers{"plate"sv, "border_kind"sv, "border_distance"sv, "volcano"sv};

template <class List>
bool holds(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool sets_ground(const Knob& knob) {
  return std::any_of(knob.sets.begin(), knob.sets.end(),
                     [](const KnobTarget& target) { return holds(ground_stages, target.stage); });
}

}  // namespace

Result<void> resize_planet(Recipe& recipe, std::int64_t resolution) {
  ParamValues changed = recipe.domain.params;
  changed.set("resolution", resolution);
  return set_in_domain(recipe, "resolution", std::move(changed));
}

Result<void> set_planet_radius(Recipe& recipe, double radius) {
  ParamValues changed = recipe.domain.params;
  changed.set("radius", radius);
  return set_in_domain(recipe, "radius", std::move(changed));
}

std::span<const PlanetPreset> planet_presets() { return presets; }

const PlanetPreset* planet_preset_of(const Recipe& recipe) {
  const auto* found =
      std::find_if(presets.begin(), presets.end(), [&](const PlanetPreset& each) { return each.id == recipe.name; });
  return found == presets.end() ? nullptr : found;
}

std::string planet_name(const Recipe& recipe) {
  if (!planet_preset_of(recipe)) return recipe.name;
  NameMaker maker({}, NameStyle::syllables, 0, nullptr);
  const std::uint64_t lot = Seed{recipe.seed}.child("planet's name").value;
  maker.set_sounds({static_cast<std::size_t>(mix64(lot) % maker.culture_count())});
  return maker.plain_name(0, lot);
}

Result<void> apply_planet_preset(Recipe& recipe, std::string_view id, const RecipeTerms& terms, std::string_view path) {
  const auto* found = std::find_if(presets.begin(), presets.end(), [&](const PlanetPreset& preset) { return preset.id == id; });
  if (found == presets.end()) {
    std::vector<std::string_view> names;
    for (const PlanetPreset& preset : presets) names.push_back(preset.id);
    std::string message = concat({"no kind of planet is called \"", id, "\""});
    if (const std::string_view near = nearest_name(id, names); !near.empty())
      message += concat({" (did you mean \"", near, "\"?)"});
    message += "; there are";
    for (const std::string_view name : names) message += concat({name == names.front() ? " " : ", ", name});
    return Error{ErrorCode::unknown_name, std::string(path), message};
  }
  Recipe changed = recipe;
  for (const std::string_view setting : found->settings)
    if (const Result<void> set = set_in_recipe(changed, setting, terms); !set)
      return Error{set.error().code, std::string(path), concat({"the recipe is not that of earth: ", set.error().to_string()})};
  changed.name = id;
  recipe = std::move(changed);
  return {};
}

Result<void> take_planet_heights(Recipe& recipe, const ImportedHeights& heights) {
  CRATON_TRY(need_sphere(recipe));
  for (const std::string_view needed : {"plates"sv, "crust"sv})
    if (std::none_of(recipe.stages.begin(), recipe.stages.end(), [&](const StageSpec& stage) { return stage.id == needed; }))
      return Error{ErrorCode::unsupported, "/stages",
                   concat({"there is no stage \"", needed, "\" that heights could stand for"})};
  std::erase_if(recipe.stages, [](const StageSpec& stage) { return holds(ground_stages, stage.id); });
  std::erase_if(recipe.knobs, sets_ground);
  std::erase_if(recipe.keep, [](const std::string& layer) { return holds(ground_layers, layer); });
  for (StageSpec& stage : recipe.stages)
    if (stage.stage == "landmarks") stage.params.set("volcano", std::string());
  StageSpec import{.stage = "import_height", .id = "ground"};
  import.params.set("file", heights.file);
  import.params.set("low", heights.low);
  import.params.set("high", heights.high);
  import.params.set("sampling", std::string("cubic"));
  recipe.stages.insert(recipe.stages.begin(), std::move(import));
  return {};
}

}  // namespace craton
