#pragma once

#include <string>

#include <craton/base/result.h>

#include "picture/atlas/drawing.h"

namespace craton::atlas {

/// As pixels, by Cairo. The same for the same drawing on one machine.
Result<Rgb8Image> rendered(const Drawing& drawing);

/// As SVG 1.1: one group a layer, images inside as PNG. Letters are outlines with their text beside them; where a family is named
/// they are <text> in it, letter by letter in its place, which editors can change and programs read.
Result<std::string> svg_of(const Drawing& drawing, const std::string& family = "");

}  // namespace craton::atlas
