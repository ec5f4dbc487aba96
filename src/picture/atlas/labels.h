#pragma once

#include <algorithm>
#include <vector>

#include <craton/picture/atlas.h>

#include "picture/atlas/drawing.h"
#include "picture/atlas/flat_rasters.h"
#include "picture/atlas/label_layout.h"
#include "picture/atlas/lettering.h"
#include "picture/atlas/map_frame.h"
#include "picture/atlas/places.h"

namespace craton::atlas {

/// What letters should not cover, as a raster of the page.
class BusyMap {
 public:
  BusyMap(const MapFrame& frame, const FlatRasters& rasters, double unit);
  void add(const Line& page_line, double width);  ///< a river, say

  enum class Home : std::uint8_t { land, sea, point, river, lake };
  /// 0 … 1: how much a label that belongs to land or sea disturbs in this box.
  double nuisance(const OrientedBox& box, Home home) const;

 private:
  std::size_t cell(Spot page) const;
  Rect map_;
  double side_;
  std::uint32_t width_, height_;
  std::vector<std::int8_t> water_;  // 1 sea, 0 coast, −1 land, 2 beside the map
  std::vector<std::uint8_t> lines_;
};

/// A label that found its place, ready to be drawn.
struct Lettered {
  const NamedPlace* place = nullptr;
  LabelPlacement placement;
  TextMark mark;
  bool sign = false;  ///< a landmark: its sign is drawn at `at`
  Spot at;
  double sign_size = 0;  ///< half its side
};

struct LabelSettings {
  const MapFrame* frame = nullptr;
  const Typesetter* typesetter = nullptr;
  BusyMap* busy = nullptr;
  AtlasStyle style = AtlasStyle::atlas;
  double unit = 1;
};

/// One after the other, the most important first. `layout` may have boxes already, and has those of all labels afterwards.
std::vector<Lettered> letter_places(const std::vector<NamedPlace>& places, const LabelSettings& settings, LabelLayout& layout,
                                    BusyMap::Home& home);

/// Pixels of type of so many units: never smaller than can be read.
inline double type_size(double units, double unit) { return std::max(units * unit, 9.0); }

/// A line of text that begins at a place of its base line; `align` −1: left, 0: middle, 1: right.
struct TextStyle {
  Face face;
  double size = 12;
  double spacing = 0;  ///< of the size
  Ink ink;
  Ink halo{{}, 0};
};
TextMark text_at(const Typesetter& typesetter, const std::string& text, Spot at, int align, const TextStyle& style,
                 double angle = 0);
double text_width(const Typesetter& typesetter, const std::string& text, const TextStyle& style);

}  // namespace craton::atlas
