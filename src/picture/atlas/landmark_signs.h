#pragma once

#include <string_view>

#include <craton/picture/atlas.h>

#include "picture/atlas/drawing.h"

namespace craton::atlas {

/// A small sign for a landmark of some kind, its middle at a spot; kinds that are not known get a dot.
void draw_landmark(Drawing& drawing, std::string_view kind, Spot at, double half, AtlasStyle style);

}  // namespace craton::atlas
