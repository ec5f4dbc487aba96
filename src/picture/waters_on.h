#pragma once

#include <span>

#include <craton/picture/waters.h>

namespace craton::picture {

/// Waters over natural colours are dark, where nobody asked for others.
WaterOptions natural_waters(WaterOptions water = {});

/// As draw_waters, over several pictures of the same size and heights: rivers and lakes are shaped once.
Result<void> draw_waters_on(std::span<Rgb8Image* const> pictures, const Domain& domain, const Waters& waters, FloatView heights,
                            Projection projection, const WaterOptions& options, const Execution& execution);

}  // namespace craton::picture
