#pragma once

#include <string>

#include <craton/base/result.h>

#include "picture/atlas/drawing.h"

namespace craton::atlas {

/// As pixels, by Cairo. The same for the same drawing on one machine.
Result<Rgb8Image> rendered(const Drawing& drawing);

/// As SVG 1.1: one group a layer, letters as outlines with their text beside them, images inside as PNG.
Result<std::string> svg_of(const Drawing& drawing);

}  // namespace craton::atlas
