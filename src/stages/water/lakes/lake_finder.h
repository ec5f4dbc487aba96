#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>

#include "stages/water/routing/flow_router.h"

namespace craton {

/// Water that stands in a hollow.
struct Lake {
  float level = 0, depth = 0;   ///< of its surface, and the greatest below it, m
  double area = 0, volume = 0;  ///< m², m³
  double catchment = 0;         ///< m² that drain into it, its own area included
  Cell deepest = no_cell;       ///< the first of the deepest cells
  Cell outlet = no_cell;        ///< its cell over which water leaves; none where it is closed
  bool closed() const { return outlet == no_cell; }
};

struct LakeRules {
  double least_area = 0;   ///< m²: smaller hollows are no lakes
  double least_depth = 0;  ///< m
  /// How many times more water a square metre of lake loses than a square metre of land gives: a hollow whose full lake would
  /// cover more than 1 / dryness of its catchment never overflows (Langbein 1961). 0: all overflow.
  double dryness = 0;
};

struct Lakes {
  std::vector<Lake> lakes;          ///< the largest first
  FlatArray<std::uint32_t> number;  ///< of each cell: 0 on land and in the sea, i + 1 in lake i
};

/// The lakes of a ground that `router` has just routed. Closed ones stand as high as their catchment can keep them, around the
/// deepest place of their hollow.
Lakes find_lakes(const Domain& domain, std::span<const float> heights, const FlowRouter& router, const LakeRules& rules);

}  // namespace craton
