#include "worlds/zoom_recipe.h"

#include <string_view>

namespace craton::zoom {
namespace {

/// Lengths, areas and discharges that depend on the size of the region are set below.
constexpr std::string_view text = R"json({
  "craton": 1,
  "name": "region",
  "doc": "A part of a planet: its relief, coasts, climate and rivers, and the detail below them.",
  "world": "terrain",
  "domain": {"kind": "plane"},
  "knobs": {
    "erosion": {
      "doc": "How long the region's own waters have cut.",
      "value": 0.5, "min": 0, "max": 1, "sets": {"valleys.duration": [0, 1200000]}
    }
  },
  "stages": [
    {"stage": "import_height", "id": "ground", "file": "region/height.exr", "sampling": "nearest"},
    {"stage": "import_height", "id": "free", "file": "region/free.exr", "sampling": "nearest", "layer": "free", "unit": ""},
    {"stage": "import_height", "id": "inflow", "file": "region/inflow.exr", "sampling": "nearest", "layer": "inflow", "unit": "m/year"},
    {"stage": "import_height", "id": "year", "file": "region/temperature.exr", "sampling": "cubic", "layer": "temperature", "unit": "°C"},
    {"stage": "import_height", "id": "warmest", "file": "region/temperature_warmest.exr", "sampling": "cubic",
     "layer": "temperature_warmest", "unit": "°C"},
    {"stage": "import_height", "id": "coldest", "file": "region/temperature_coldest.exr", "sampling": "cubic",
     "layer": "temperature_coldest", "unit": "°C"},
    {"stage": "import_height", "id": "rain", "file": "region/rain.exr", "sampling": "cubic", "layer": "rain", "unit": "cm/year"},
    {"stage": "clamp", "id": "no_less_than_none", "layer": "rain", "low": 0, "high": 2000},

    {"stage": "mix", "id": "rise", "a": {"layer": "height"}, "share": 0, "layer": "uplift"},
    {"stage": "curve", "id": "rise_by_height", "layer": "uplift", "form": "linear",
     "points": [0, 0.00001, 300, 0.00012, 1000, 0.0004, 3000, 0.0014, 6000, 0.003]},
    {"stage": "stream_power", "id": "valleys", "on_planes": "tile_alone", "uplift": {"layer": "uplift"},
     "strength": {"layer": "free"}, "deposition": 0.3, "time_step": 40000},

    {"stage": "mix", "id": "land", "mode": "max", "a": {"layer": "height"}, "b": 0, "share": 1, "layer": "cooling"},
    {"stage": "mix", "id": "cooling", "mode": "multiply", "a": {"layer": "cooling"}, "b": -0.0057, "share": 1, "layer": "cooling"},
    {"stage": "mix", "id": "cool_year", "mode": "add", "a": {"layer": "temperature"}, "b": {"layer": "cooling"}, "share": 1,
     "layer": "temperature"},
    {"stage": "mix", "id": "cool_warmest", "mode": "add", "a": {"layer": "temperature_warmest"}, "b": {"layer": "cooling"}, "share": 1,
     "layer": "temperature_warmest"},
    {"stage": "mix", "id": "cool_coldest", "mode": "add", "a": {"layer": "temperature_coldest"}, "b": {"layer": "cooling"}, "share": 1,
     "layer": "temperature_coldest"},

    {"stage": "mix", "id": "rain_on_land", "a": {"layer": "rain"}, "share": 0, "layer": "runoff"},
    {"stage": "curve", "id": "runoff", "layer": "runoff", "form": "linear",
     "points": [0, 0, 25, 0.01, 50, 0.1, 100, 0.4, 200, 1.1, 400, 2.8]},
    {"stage": "mix", "id": "water", "mode": "add", "a": {"layer": "runoff"}, "b": {"layer": "inflow"}, "share": 1, "layer": "runoff"},
    {"stage": "lakes", "id": "lakes", "on_planes": "tile_alone", "least_depth": 3, "dryness": 0},
    {"stage": "rivers", "id": "rivers", "on_planes": "tile_alone", "rain": {"layer": "runoff"}},
    {"stage": "carve_rivers", "id": "beds", "on_planes": "tile_alone"},
    {"stage": "waterfalls", "id": "waterfalls", "on_planes": "tile_alone", "least_slope": 0.1, "least_drop": 30},
    {"stage": "springs", "id": "springs", "on_planes": "tile_alone"},
    {"stage": "moisture", "id": "moisture", "sea": 0.5},

    {"stage": "biomes", "id": "biomes", "rain_summer": "", "rain_winter": "", "roughness": 0.7},
    {"stage": "sub_biomes", "id": "sub_biomes", "moisture": "moisture", "lake": "lake", "river": "river", "flat": 0.004},
    {"stage": "geography", "id": "geography", "on_planes": "tile_alone", "biome": "biome"},
    {"stage": "landmarks", "id": "landmarks", "on_planes": "tile_alone", "lake": "lake", "biome": "biome"},
    {"stage": "landscape", "id": "landscape", "on_planes": "tile_alone", "lake": "lake"},
    {"stage": "names", "id": "names", "on_planes": "tile_alone", "biome": "biome"}
  ],
  "keep": [
    "height", "temperature", "temperature_warmest", "temperature_coldest", "rain", "lake", "lake_depth", "river", "discharge",
    "moisture", "biome", "sub_biome", "region", "landscape"
  ]
})json";

void place(StageSpec& import, double first, double spacing) {
  import.params.set("x", first);
  import.params.set("y", first);
  import.params.set("metres_per_pixel", spacing);
}

}  // namespace

Result<Recipe> region_recipe(const RegionLayout& layout, const RecipeTerms& terms) {
  Result<Recipe> recipe = recipe_from_json(text, terms);
  if (!recipe) return recipe;
  recipe->seed = layout.seed;
  ParamValues& domain = recipe->domain.params;
  domain.set("x", layout.first);
  domain.set("y", layout.first);
  domain.set("step", layout.step);
  domain.set("width", std::int64_t{layout.samples});
  domain.set("height", std::int64_t{layout.samples});
  const double span = layout.step * layout.samples, brook = span / 40, pond = span / 130;
  for (StageSpec& stage : recipe->stages) {
    const auto set = [&](std::string_view id, const char* param, double value) {
      if (stage.id == id) stage.params.set(param, value);
    };
    if (stage.stage == "import_height") {
      const bool climate = stage.id != "ground" && stage.id != "free" && stage.id != "inflow";
      place(stage, layout.first, climate ? layout.climate_spacing : layout.step);
    }
    set("lakes", "least_area", pond * pond);
    set("rivers", "least_discharge", 0.3 * brook * brook);
    set("rivers", "least_length", span / 25);
    set("beds", "valley", 2 * layout.step);
    set("springs", "apart", span / 40);
    set("moisture", "distance", span / 60);
    set("biomes", "roughness_length", span / 8);
    set("sub_biomes", "shore", 3 * layout.step);
    set("sub_biomes", "dune_length", span / 8);
  }
  return recipe;
}

}  // namespace craton::zoom
