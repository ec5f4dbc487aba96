#pragma once

#include <string>

#include <craton/base/export.h>
#include <craton/picture/natural.h>
#include <craton/recipe/make.h>

/// What pictures of worlds are like where nobody says.
namespace craton {

/// The title of a page: the name of the planet, or of the first land in the table `places`, or else that of the recipe,
/// "super-continent" as "Super Continent".
CRATON_API std::string usual_title(const World& world);
/// Below it: "seed 7".
CRATON_API std::string usual_subtitle(const World& world);

/// What the ground of a planet is made of: as its kind says.
CRATON_API NaturalPalette usual_palette(const Recipe& recipe);

/// The side of a planet where most land is, seen from a little north or south of the equator.
CRATON_API LatLon usual_side(const Surface& planet);

}  // namespace craton
