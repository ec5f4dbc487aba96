#pragma once

#include <cstdint>
#include <string>

#include <craton/base/result.h>
#include <craton/picture/image.h>

namespace craton::files {

/// A raster that can be written: not empty, and as many values as it says.
inline Result<void> check_raster(const std::string& path, FloatView raster) {
  if (raster.width == 0 || raster.height == 0) return Error{ErrorCode::invalid_value, path, "an empty raster cannot be written"};
  if (raster.values.size() != std::uint64_t{raster.width} * raster.height)
    return Error{ErrorCode::invalid_value, path,
                 "found " + std::to_string(raster.values.size()) + " values for a raster of " + std::to_string(raster.width) +
                     " × " + std::to_string(raster.height)};
  return {};
}

}  // namespace craton::files
