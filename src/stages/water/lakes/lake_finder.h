#pragma once

#include <span>

#include <craton/surface/domain.h>
#include <craton/surface/field.h>

#include "stages/water/hydrography.h"
#include "stages/water/routing/flow_router.h"

namespace craton {

struct LakeRules {
  double least_area = 0;   ///< m²: smaller hollows are no lakes
  double least_depth = 0;  ///< m
  /// How many times more water a square metre of lake loses than a square metre of land gives: a hollow whose full lake would
  /// cover more than 1 / dryness of its catchment never overflows (Langbein 1961). 0: all overflow.
  double dryness = 0;
  /// Instead of that, where `balanced`: m a year that land gives, and that open water loses to the air and the ground beyond what
  /// rains on it; below 0 it gains.
  Field runoff = 1.0, loss = 0.0;
  bool balanced = false;
  Field bed_loss = 0.0;  ///< m a year that water loses on its way, over its width (bed_loss.h)
  bool beds_lose = false;
};

/// The lakes of a ground that `router` has just routed. Closed ones stand as high as their catchment can keep them, around the
/// deepest place of their hollow.
Lakes find_lakes(const Domain& domain, std::span<const float> heights, const FlowRouter& router, const LakeRules& rules);

}  // namespace craton
