#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>

namespace craton::picture {

/// Cells around which layers have anything to show; elsewhere all their values are the same, one a layer.
struct SphereMask {
  std::vector<std::uint8_t> cells;  ///< empty: everywhere
  std::vector<float> otherwise;
};
/// Marks cells and all that lie within three links of them.
std::vector<std::uint8_t> cells_near(const CubeSphere& sphere, std::vector<std::uint8_t> marked);

/// Layers of a sphere as equirectangular rasters of any size, read together from smooth curves between the cells; where pixels
/// would skip cells they are means. For pictures: `raster_of_numbers` is exact, and takes many times longer.
Result<std::vector<std::vector<float>>> sphere_rasters(const CubeSphere& sphere, std::span<const std::span<const float>> layers,
                                                       GridSize size, const Execution& execution, const SphereMask& mask = {});

}  // namespace craton::picture
