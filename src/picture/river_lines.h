#pragma once

#include <vector>

#include <craton/picture/waters.h>

// Rivers of a table as lines at the scale of a map: smooth, tapered, the small ones left out.
namespace craton::picture {

/// From source to mouth. Places in metres, as in the table (on planes and maps with z = 0), evenly spaced; widths in pixels.
struct RiverLine {
  std::vector<Vec3d> places;
  std::vector<double> widths;
  double strength = 1;  ///< 0 … 1: small rivers fade
};

/// Of each river that shows. `metres_per_pixel` is that of the map, `longest_side` its own in pixels.
Result<std::vector<RiverLine>> river_lines(const Domain& domain, const Waters& waters, double metres_per_pixel,
                                           double longest_side, const WaterOptions& options, const Execution& execution);

}  // namespace craton::picture
