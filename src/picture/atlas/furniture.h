#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craton/picture/atlas.h>

#include "picture/atlas/climate_tints.h"
#include "picture/atlas/drawing.h"
#include "picture/atlas/graticule.h"
#include "picture/atlas/lettering.h"
#include "picture/atlas/map_frame.h"

// What stands around a map: frame, title, scale and legend.
namespace craton::atlas {

struct Furniture {
  const MapFrame* frame = nullptr;
  const Typesetter* typesetter = nullptr;
  AtlasStyle style = AtlasStyle::atlas;
  double unit = 1;
};

struct Margins {
  double side = 0, top = 0, bottom = 0;
};
/// Of a page, in pixels.
Margins margins_of(AtlasStyle style, bool title, double unit);

void draw_graticule(Drawing& drawing, const Furniture& furniture, const Graticule& graticule);
/// The neat line, a band of dark and light pieces, and the graticule's numbers beside it.
void draw_frame(Drawing& drawing, const Furniture& furniture, const Graticule* graticule);
void draw_title(Drawing& drawing, const Furniture& furniture, const std::string& title, const std::string& subtitle);

struct LegendContent {
  const ClimateTints* tints = nullptr;
  double highest = 0, deepest = 0;  ///< metres
  bool climate = false;
  std::vector<std::string> landmarks{};  ///< kinds that are on the map
  std::string note{};
};
/// Below the map of an atlas page.
void draw_legend(Drawing& drawing, const Furniture& furniture, const LegendContent& content);

/// From `at` to the right, `longest` pixels at most.
void draw_scale_bar(Drawing& drawing, const Furniture& furniture, Spot at, double longest);

}  // namespace craton::atlas
