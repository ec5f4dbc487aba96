#pragma once

#include <span>
#include <string>
#include <string_view>

#include <craton/base/export.h>
#include <craton/recipe/recipe.h>

/// Planets: recipes whose world is a sphere (docs/planets.md).
namespace craton {

/// The same planet with R × R cells on each face of its cube. Errors of a world that is no sphere name the domain.
CRATON_API Result<void> resize_planet(Recipe& recipe, std::int64_t resolution);

/// Another radius in metres. Plates, belts and climates grow with the planet; heights do not.
CRATON_API Result<void> set_planet_radius(Recipe& recipe, double radius);

/// A kind of planet: what is changed in recipes/earth.json.
struct PlanetPreset {
  std::string_view id, doc;
  std::span<const std::string_view> settings;  ///< as set_in_recipe reads them
  std::string_view palette = "earth";          ///< of natural colours (craton/picture/natural.h)
};
/// earth, dry, archipelago, super-continent, ice, ocean, young.
CRATON_API std::span<const PlanetPreset> planet_presets();
/// The kind that a recipe was made, by its name; null where it is none of them.
CRATON_API const PlanetPreset* planet_preset_of(const Recipe& recipe);
/// The recipe gets the name of its kind. The error names the nearest where there is none of this name, or the setting that the
/// recipe has no room for.
CRATON_API Result<void> apply_planet_preset(Recipe& recipe, std::string_view id, const RecipeTerms& terms, std::string_view path);

/// What a planet is called, on pages and elsewhere: as its recipe says; a name of its own, by its seed alone, where that is no
/// more than the name of a kind ("earth").
CRATON_API std::string planet_name(const Recipe& recipe);

/// Where heights come from instead of plates.
struct ImportedHeights {
  std::string file;             ///< an equirectangular picture, as the stage `import_height` reads it
  double low = 0, high = 1000;  ///< metres of its darkest and brightest level
};
/// The planet of recipes/earth.json over a ground that is given: whatever makes or moves ground is left out, and climate, lakes,
/// rivers, biomes and names follow from what is there. The error names a stage that is missing.
CRATON_API Result<void> take_planet_heights(Recipe& recipe, const ImportedHeights& heights);

}  // namespace craton
