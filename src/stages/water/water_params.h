#pragma once

#include "stages/water/on_planes.h"
#include "stages/water/routing/flow_router.h"

namespace craton {

/// What all stages that route water have; it comes first in their parameters.
struct WaterParams {
  double sea_level = 0;
  Field lakes = 0.0;
  OnPlanes on_planes = OnPlanes::refuse;

  WaterEnds ends() const { return {.sea_level = static_cast<float>(sea_level), .lakes = lakes}; }
};

inline ParamInfo sea_level_param() {
  return number_param<&WaterParams::sea_level>("sea_level", -1e6, 1e6, "m", "Ground below it is sea, where water ends.");
}
inline ParamInfo lakes_param() {
  return field_param<&WaterParams::lakes>("lakes", 0, 1, "",
                                          "Where it is more than 0 water may end: lakes without an outlet, as a layer.");
}

/// Whether it is told what lakes lose: a layer, or a number that is not 0.
inline bool lakes_lose(const Field& loss) { return loss.varies() || loss.constant() != 0; }

/// Routes; errors name the layer.
inline Result<void> route_water(FlowRouter& router, std::span<const float> heights, const WaterParams& params,
                                const StageContext& context) {
  Result<void> routed = router.route(heights, params.ends(), context.execution);
  if (routed || routed.error().code == ErrorCode::cancelled) return routed;
  return Error{routed.error().code, context.path + "/layer", routed.error().message};
}

}  // namespace craton
