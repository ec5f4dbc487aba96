#pragma once

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>

#include "picture/atlas/climate_tints.h"
#include "picture/atlas/flat_rasters.h"

namespace craton::atlas {

/// Tints and light of an atlas page: the flat map without lines and letters.
Result<Rgb8Image> paint_atlas(const FlatRasters& rasters, const ClimateTints& tints, double unit, const Execution& execution);

/// Thin washes on old paper, darker along coasts; forms only hinted at.
Result<Rgb8Image> paint_parchment(const FlatRasters& rasters, const ClimateTints& tints, double unit, const Execution& execution);

/// Paper alone, as it lies around a map: warm, with fibres, stains and darker edges. Of the page at `left`, `top`.
Rgb8Image old_paper(std::uint32_t width, std::uint32_t height, double unit, const Execution& execution);

}  // namespace craton::atlas
