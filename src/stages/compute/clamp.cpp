// Heights held between two bounds (cell_functions.h).
#include "stages/all_stages.h"
#include "stages/compute/evaluate.h"

namespace craton {
namespace {

struct ClampStageParams {
  Change<float> layer = "height";
  Field low = -1e9, high = 1e9, knee = 0.0, strength = 1.0;
};

Result<void> run(const ClampStageParams& params, StageContext& context) {
  return evaluate("toward(x, clamp(x, low, high, knee), strength)",
                  {{"x", std::span<const float>(params.layer.values())},
                   {"low", params.low},
                   {"high", params.high},
                   {"knee", params.knee},
                   {"strength", params.strength}},
                  params.layer, context.execution);
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
