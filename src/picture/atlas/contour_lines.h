#pragma once

#include <vector>

#include <craton/picture/image.h>

#include "picture/atlas/geometry.h"

namespace craton::atlas {

struct ContourLine {
  Line places;  ///< a sample's middle is at (x + ½, y + ½)
  bool closed = false;
};

/// How a raster goes on beyond its edges, for one sample on each side.
struct RasterEdges {
  bool wrap_x = false, wrap_y = false;
  bool close = false;  ///< beyond that it lies below the level, so that all lines are closed: for areas that are filled
};

/// Lines where values pass through `level`, straight from side to side of squares of four samples (marching squares, Lorensen &
/// Cline 1987 in the plane); what is above lies on their right, as one sees it. In the order of rows. NaN counts as below.
std::vector<ContourLine> contour_lines(FloatView values, float level, const RasterEdges& edges = {});

}  // namespace craton::atlas
