#include <craton/picture/category_colours.h>

#include <algorithm>

#include <craton/picture/layer_picture.h>

namespace craton {
namespace {

struct NamedColour {
  std::string_view name;
  Rgb8 colour;
};

// The usual ones of Köppen maps, as Peel, Finlayson & McMahon 2007 drew them; As beside Aw.
constexpr NamedColour koppen_colours[] = {
    {"sea", {222, 232, 238}}, {"Af", {0, 0, 255}},      {"Am", {0, 120, 255}},  {"As", {125, 190, 255}},  {"Aw", {70, 170, 250}},
    {"BSh", {245, 165, 0}},   {"BSk", {255, 220, 100}}, {"BWh", {255, 0, 0}},   {"BWk", {255, 150, 150}}, {"Cfa", {200, 255, 80}},
    {"Cfb", {100, 255, 80}},  {"Cfc", {50, 200, 0}},    {"Csa", {255, 255, 0}}, {"Csb", {200, 200, 0}},   {"Csc", {150, 150, 0}},
    {"Cwa", {150, 255, 150}}, {"Cwb", {100, 200, 100}}, {"Cwc", {50, 150, 50}}, {"Dfa", {0, 255, 255}},   {"Dfb", {55, 200, 255}},
    {"Dfc", {0, 125, 125}},   {"Dfd", {0, 70, 95}},     {"Dsa", {255, 0, 255}}, {"Dsb", {200, 0, 200}},   {"Dsc", {150, 50, 150}},
    {"Dwa", {170, 175, 255}}, {"Dwb", {90, 120, 220}},  {"Dwc", {75, 80, 180}}, {"Dwd", {50, 0, 135}},    {"EF", {102, 102, 102}},
    {"ET", {178, 178, 178}},
};

// Like the land itself, but far enough apart to tell them on a map.
constexpr NamedColour biome_colours[] = {
    {"deep sea", {0x3d, 0x63, 0x8c}},
    {"shelf sea", {0x7e, 0xa9, 0xc4}},
    {"ice", {0xf2, 0xf6, 0xf8}},
    {"tundra", {0xa9, 0xab, 0x9c}},
    {"taiga", {0x4f, 0x75, 0x68}},
    {"temperate grassland", {0xcf, 0xc9, 0x7a}},
    {"temperate deciduous forest", {0x7d, 0xa3, 0x53}},
    {"temperate rain forest", {0x2f, 0x8a, 0x78}},
    {"subtropical desert", {0xec, 0xd3, 0xa0}},
    {"savanna", {0xd0, 0xa5, 0x50}},
    {"tropical seasonal forest", {0x86, 0x9a, 0x2e}},
    {"tropical rain forest", {0x1d, 0x66, 0x2f}},
    // Sub-biomes.
    {"none", {0xee, 0xec, 0xe4}},
    {"fresh swamp", {0x3f, 0x6b, 0x55}},
    {"fresh marsh", {0x7f, 0xa8, 0x7c}},
    {"salt swamp", {0x4a, 0x7c, 0x80}},
    {"salt marsh", {0x8c, 0xb5, 0xb0}},
    {"mangrove", {0x20, 0x6a, 0x5e}},
    {"coral reef", {0xe0, 0x6f, 0x72}},
    {"estuary", {0x55, 0x86, 0xb0}},
    {"wetland", {0x8b, 0x83, 0xa6}},
    {"prairie", {0xb5, 0xbd, 0x5c}},
    {"steppe", {0xd9, 0xcf, 0x8e}},
    {"alpine tundra", {0xa8, 0x8f, 0x86}},
    {"glacier", {0xb9, 0xdd, 0xec}},
    {"dunes", {0xe9, 0xb5, 0x5f}},
    {"oasis", {0x2f, 0x9e, 0x3f}},
};

template <std::size_t count>
const NamedColour* find(const NamedColour (&list)[count], std::string_view name) {
  const auto* found = std::find_if(std::begin(list), std::end(list), [&](const NamedColour& each) { return each.name == name; });
  return found == std::end(list) ? nullptr : found;
}

bool are_koppens(const std::vector<std::string>& names) { return names.size() > 2 && names[0] == "sea" && names[1] == "Af"; }

}  // namespace

Rgb8 koppen_colour(std::string_view name) {
  const NamedColour* found = find(koppen_colours, name);
  return found ? found->colour : Rgb8{};
}

std::vector<Rgb8> category_colours(const std::vector<std::string>& names) {
  std::vector<Rgb8> colours(256);
  for (std::size_t i = 0; i < colours.size(); ++i) {
    colours[i] = category_colour(static_cast<std::uint8_t>(i));
    if (i >= names.size()) continue;
    const NamedColour* found = are_koppens(names) ? find(koppen_colours, names[i]) : find(biome_colours, names[i]);
    if (found) colours[i] = found->colour;
  }
  return colours;
}

}  // namespace craton
