// Heights held between two bounds. With a knee they bend into a bound instead of breaking off: within k of it the parabola
// (k − |x − bound|)² / 4k is taken off (or added), which meets both the height and the bound with their own slopes.
#include <algorithm>

#include "stages/all_stages.h"
#include "stages/relief/change.h"

namespace craton {
namespace {

struct ClampStageParams {
  Change<float> layer = "height";
  Field low = -1e9, high = 1e9, knee = 0.0, strength = 1.0;
};

/// What the knee takes off at a distance from the bound.
[[gnu::always_inline]] inline float bend(float distance, float knee) {
  const float smallest = 1e-30F;  // a knee of 0 has nothing to take off
  const float inside = greater(knee - greater(distance, -distance), 0);
  return inside * inside / (4 * greater(knee, smallest));
}

/// Where the bounds cross, the lower one counts. The knees never overlap, so that each bound is reached.
struct Held {
  [[gnu::always_inline]] float operator()(float height, float low, float high, float knee) const {
    const float widest = greater(0.5F * (high - low), 0);
    const float k = lesser(knee, widest);
    const float bent = lesser(height, high) - bend(height - high, k);
    return greater(bent, low) + bend(bent - low, k);
  }
};

Result<void> run(const ClampStageParams& params, StageContext& context) {
  return change_cells(params.layer, context.execution, params.strength, Held{}, params.low, params.high, params.knee);
}

Result<void> check(const ClampStageParams& params, const StageSpec& spec, const DomainSpec&, const std::string& path) {
  if (spec.layer("low") || spec.layer("high") || params.low.constant() <= params.high.constant()) return {};
  return Error{ErrorCode::invalid_value, path + "/low", "the lower bound is above the upper one"};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ClampStageParams>() {
  static const ParamInfo list[] = {
      layer_param<&ClampStageParams::layer>("layer", "What is held."),
      field_param<&ClampStageParams::low>("low", -1e9, 1e9, "m", "The least value."),
      field_param<&ClampStageParams::high>("high", -1e9, 1e9, "m",
                                           "The greatest value; where layers cross as bounds, the lower bound counts."),
      field_param<&ClampStageParams::knee>("knee", 0, 1e9, "m",
                                           "How far from a bound heights begin to bend into it; half the way between the bounds "
                                           "at most."),
      field_param<&ClampStageParams::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 holds it fully: a mask."),
  };
  return list;
}

const StageEntry& clamp_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "clamp",
      .title = "Bounds",
      .doc = "Holds values between a lower and an upper bound, with a hard edge or bending softly into them: plains, "
             "plateaus, shelves.",
  });
  return entry;
}

}  // namespace craton
