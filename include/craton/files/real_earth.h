#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// Relief and climates of the real Earth, to compare with. Craton does not come with them; docs/climate.md says where they are
/// from. Both are equirectangular, the northern row first, longitude −180° at the left edge.
struct RealEarth {
  HeightMap heights;                 ///< 1080 × 540, metres
  std::uint32_t koppen_width = 720;  ///< × 360
  std::vector<std::uint8_t> koppen;  ///< 0: sea; 1 … 30: Af Am As Aw BSh BSk BWh BWk Cfa … in the order of the stage `biomes`
};

/// From a folder that holds
///   height_1080x540.i16   little-endian signed 16-bit metres
///   koppen_720x360.u8     a byte each
/// Files that are missing, of another size or with impossible values are errors that say what is needed.
CRATON_API Result<RealEarth> read_real_earth(const std::string& folder);

/// Means over the samples of a coarser raster, by area of overlap in the raster.
CRATON_API HeightMap area_means(const HeightMap& map, std::uint32_t width, std::uint32_t height);

}  // namespace craton
