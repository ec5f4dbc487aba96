#pragma once

#include <vector>

#include "picture/atlas/drawing.h"
#include "picture/atlas/sign_places.h"

namespace craton::atlas {

/// Small drawings in ink, lit from the north-west. In the order given: from north to south, so that nearer ones stand before.
void draw_land_signs(Drawing& drawing, const std::vector<LandSign>& signs, double unit);

}  // namespace craton::atlas
