#pragma once

#include <cstdint>

#include <craton/base/export.h>
#include <craton/picture/layer_raster.h>
#include <craton/surface/domain.h>

namespace craton {

/// How a raster of heights lies on the ground: what slopes, lengths and borders need.
struct Ground {
  double metres_x = 1, metres_y = 1;    ///< from one sample to the next; of a globe at its equator
  bool wrap_x = false, wrap_y = false;  ///< closes onto itself: borders are like the middle
  bool globe = false;                   ///< equirectangular: rows get shorter with the cosine of their latitude
  std::int64_t column = 0,
               row = 0;  ///< of its first sample, where it is a window onto a plane: what lies on the ground keeps its place
};

/// Of a raster of this size that shows the whole domain. Each face of a cube (Projection::faces) lies alone.
CRATON_API Ground ground_of(const Domain& domain, GridSize size, Projection projection = Projection::equirectangular);

/// Metres from one sample of row `row` (of `rows`) to the next.
CRATON_API double metres_along_row(const Ground& ground, std::uint32_t row, std::uint32_t rows);

}  // namespace craton
