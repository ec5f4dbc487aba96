#pragma once

#include <string>
#include <vector>

#include <craton/surface/surface.h>

#include "picture/atlas/map_frame.h"

namespace craton::atlas {

/// Lines of equal place over a map.
struct Graticule {
  struct Rule {
    Line flat;         ///< on the flat map
    std::string text;  ///< "30° N", "200"
    bool upright = false;
    double at = 0;  ///< where it crosses the flat map: x of upright ones, y of others
  };
  std::vector<Rule> rules;
  double step_x = 0, step_y = 0;  ///< from rule to rule, on the flat map
  bool degrees = false;           ///< or kilometres
  std::string note;               ///< what the numbers are
};

/// Degrees of spheres, and of maps that were given latitudes from south to north; kilometres (or metres) of others. A map that
/// closes from west to east has 360 degrees of longitude.
Graticule graticule_of(const Surface& surface, const MapFrame& frame);

/// 1, 2 or 5 times a power of ten, at most `value`.
double round_down(double value);
/// "1 200 km", "350 m".
std::string length_text(double metres);

}  // namespace craton::atlas
