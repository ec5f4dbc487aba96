#pragma once

#include <vector>

#include <craton/picture/waters.h>

// Lakes of a layer of depths at the scale of a map.
namespace craton::picture {

struct LakeShapes {
  std::vector<float> cover;  ///< 0 … 1 of each pixel; empty: there are no lakes
  std::vector<float> edge;   ///< 0 … 1: how much of a shore's line it is
  std::vector<float> depth;  ///< metres; of pixels that a lake covers
  float deep = 1;            ///< metres: nearly all water is shallower
};

Result<LakeShapes> lake_shapes(const Domain& domain, const Waters& waters, GridSize size, Projection projection,
                               const Execution& execution);

}  // namespace craton::picture
