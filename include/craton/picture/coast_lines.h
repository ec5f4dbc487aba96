#pragma once

#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

namespace craton {

struct CoastLine {
  std::vector<Vec3d> places;  ///< metres: to the east, to the south, height
  bool closed = false;        ///< an island, a lake
};

/// The border of land and sea in a window of a plane: where heights pass through 0, straight between samples, land on the right.
/// Lines that leave the window end at its border.
CRATON_API Result<std::vector<CoastLine>> coast_lines(const Surface& surface, const std::string& height = "height");
/// The shores of lakes by the layer `lake_depth`, water on the right, at the height of the ground there; none without such a
/// layer.
CRATON_API Result<std::vector<CoastLine>> lake_lines(const Surface& surface);

}  // namespace craton
