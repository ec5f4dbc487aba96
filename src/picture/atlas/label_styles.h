#pragma once

#include <craton/picture/atlas.h>

#include "picture/atlas/labels.h"

namespace craton::atlas {

/// How a kind of place is lettered.
struct LabelStyle {
  Face face;
  double size = 12;       ///< units, of the most important
  double per_rank = 1;    ///< units smaller for each rank
  double least = 9;       ///< units
  double spacing = 0.02;  ///< between letters, of the size
  double widest = 0.02;   ///< spread along a line at most
  Ink ink;
  Ink halo;
  LabelWish::Where where = LabelWish::Where::over;
  BusyMap::Home home = BusyMap::Home::land;
  bool sign = false;
};

LabelStyle label_style(const NamedPlace& place, AtlasStyle style);

}  // namespace craton::atlas
