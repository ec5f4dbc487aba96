// Imhof 1975: waters in slanted letters, ranges in spaced capitals, places upright; the size says how important.
#include "picture/atlas/label_styles.h"

#include <algorithm>
#include <string_view>

namespace craton::atlas {
namespace {

using Where = LabelWish::Where;
using Home = BusyMap::Home;

struct Inks {
  Ink land, water, deep_water, relief, forest, desert, plain, landmark;
  Ink land_halo, water_halo;
};

constexpr Inks atlas_inks{.land = {{0x4a, 0x40, 0x34}, 0.62},
                          .water = {{0x1d, 0x55, 0x86}, 1},
                          .deep_water = {{0x24, 0x5a, 0x88}, 0.85},
                          .relief = {{0x55, 0x40, 0x2b}, 0.95},
                          .forest = {{0x3a, 0x55, 0x2f}, 0.9},
                          .desert = {{0x87, 0x5c, 0x2b}, 0.9},
                          .plain = {{0x5f, 0x58, 0x3c}, 0.85},
                          .landmark = {{0x22, 0x22, 0x24}, 1},
                          .land_halo = {{0xf6, 0xf3, 0xe6}, 0.55},
                          .water_halo = {{0xdc, 0xeb, 0xf1}, 0.3}};

constexpr Inks parchment_inks{.land = {{0x5a, 0x2e, 0x1a}, 0.8},
                              .water = {{0x3b, 0x4a, 0x55}, 1},
                              .deep_water = {{0x46, 0x4c, 0x4b}, 0.9},
                              .relief = {{0x4a, 0x30, 0x1c}, 1},
                              .forest = {{0x3f, 0x45, 0x22}, 1},
                              .desert = {{0x7a, 0x4b, 0x1e}, 1},
                              .plain = {{0x5a, 0x44, 0x26}, 0.95},
                              .landmark = {{0x3a, 0x24, 0x14}, 1},
                              .land_halo = {{0xe9, 0xdb, 0xb5}, 0.85},
                              .water_halo = {{0xd3, 0xcc, 0xae}, 0.6}};

constexpr Face upright{}, slanted{.italic = true}, capitals{.letters = Face::Case::capitals},
    small{.letters = Face::Case::small_capitals};

LabelStyle water_style(std::string_view kind, const Inks& inks) {
  if (kind == "ocean")
    return {{.italic = true, .letters = Face::Case::capitals},
            33,
            3.2,
            17,
            0.12,
            1.6,
            inks.deep_water,
            inks.water_halo,
            Where::along,
            Home::sea};
  if (kind == "sea") return {slanted, 27, 2.3, 13, 0.06, 1.1, inks.deep_water, inks.water_halo, Where::along, Home::sea};
  if (kind == "river") return {slanted, 16.5, 0.85, 10.5, 0.05, 0.32, inks.water, inks.land_halo, Where::along, Home::river};
  if (kind == "lake") return {slanted, 15.5, 0.8, 10.5, 0.03, 0.4, inks.water, inks.land_halo, Where::over, Home::lake};
  return {slanted, 17, 1, 10.5, 0.04, 0.6, inks.deep_water, inks.water_halo, Where::along, Home::sea};  // bays, gulfs, straits
}

LabelStyle cover_style(std::string_view kind, const Inks& inks) {
  const Ink ink = kind.find("forest") != std::string_view::npos || kind == "jungle" || kind == "taiga" || kind == "wood"
                      ? inks.forest
                  : kind == "desert" || kind == "dunes" || kind == "erg" ? inks.desert
                                                                         : inks.plain;
  return {small, 19, 1.1, 12, 0.12, 0.5, ink, inks.land_halo, Where::along, Home::land};
}

}  // namespace

LabelStyle label_style(const NamedPlace& place, AtlasStyle style) {
  const Inks& inks = style == AtlasStyle::parchment ? parchment_inks : atlas_inks;
  const std::string_view kind = place.kind, group = place.group;
  if (group == "water") return water_style(kind, inks);
  if (group == "relief") {
    if (kind == "range") return {capitals, 17, 1, 11, 0.18, 1.5, inks.relief, inks.land_halo, Where::along, Home::land};
    return {small, 18, 1, 11.5, 0.12, 0.8, inks.relief, inks.land_halo, Where::along, Home::land};
  }
  if (group == "cover") return cover_style(kind, inks);
  if (group == "land") {
    if (kind == "continent") return {capitals, 46, 5, 24, 0.22, 2.2, inks.land, inks.land_halo, Where::along, Home::land};
    return {upright, 18, 0.9, 11.5, 0.03, 0.5, {inks.landmark.colour, 0.9}, inks.land_halo, Where::over, Home::point};
  }
  return {upright, 14.5, 0.45, 10.5, 0.01, 0.01, inks.landmark, inks.land_halo, Where::beside, Home::point, true};
}

}  // namespace craton::atlas
