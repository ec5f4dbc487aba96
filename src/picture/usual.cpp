#include <craton/picture/usual.h>

#include <algorithm>

#include <craton/worlds/planet.h>

namespace craton {
namespace {

/// "super-continent" → "Super Continent".
std::string in_capitals(std::string name) {
  bool first = true;
  for (char& letter : name) {
    if (letter == '-' || letter == '_') letter = ' ';
    if (first && letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    first = letter == ' ';
  }
  return name;
}

}  // namespace

std::string usual_title(const World& world) {
  if (std::holds_alternative<CubeSphere>(world.surface.domain())) return in_capitals(planet_name(world.recipe));
  if (const ObjectTable* places = world.surface.objects("places")) {
    const auto* groups = places->values<std::string>("group");
    const auto* names = places->values<std::string>("name");
    for (std::size_t i = 0; groups && names && i < std::min(groups->size(), names->size()); ++i)
      if ((*groups)[i] == "land") return (*names)[i];
  }
  return in_capitals(world.recipe.name);
}

std::string usual_subtitle(const World& world) { return "seed " + std::to_string(world.recipe.seed); }

NaturalPalette usual_palette(const Recipe& recipe) {
  const PlanetPreset* kind = planet_preset_of(recipe);
  const Result<NaturalPalette> palette = find_natural_palette(kind ? kind->palette : natural_palette_names().front(), "palette");
  return palette ? *palette : NaturalPalette::earth;
}

LatLon usual_side(const Surface& planet) {
  const auto& sphere = std::get<CubeSphere>(planet.domain());
  LatLon found{15, 0};
  const Layer* ground = planet.layer("height");
  if (!ground || ground->type() != LayerType::number) return found;
  const std::span<const float> heights = ground->numbers();
  double best = -1;
  for (int longitude = -180; longitude < 180; longitude += 15)
    for (const int latitude : {-15, 18}) {
      const Vec3d out = direction_of(LatLon{static_cast<double>(latitude), static_cast<double>(longitude)});
      double land = 0;
      const Cell stride = std::max<Cell>(sphere.cell_count() / 20'000, 1);
      for (Cell cell = 0; cell < sphere.cell_count(); cell += stride) {
        const Vec3d at = sphere.direction(cell);
        const double facing = at.x * out.x + at.y * out.y + at.z * out.z;
        // About half of it: a picture of nothing but land shows no coasts.
        if (facing > 0.2 && heights[cell] >= 0) land += facing;
      }
      if (land > best) {
        best = land;
        found = {static_cast<double>(latitude), static_cast<double>(longitude)};
      }
    }
  return found;
}

}  // namespace craton
