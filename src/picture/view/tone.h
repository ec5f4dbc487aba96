#pragma once

#include <craton/picture/image.h>

#include "picture/view/vec.h"

namespace craton::view {

/// From linear light to a pixel: a filmic curve, sRGB, and the rest below one level spread by a pattern.
Rgb8 printed(Colour light, std::uint32_t x, std::uint32_t y);

}  // namespace craton::view
