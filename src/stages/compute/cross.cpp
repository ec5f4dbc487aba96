// Rough and smooth relief crossed by a selector, which may be a noise of its own (cell_functions.h).
#include "stages/all_stages.h"
#include "stages/compute/evaluate.h"
#include "stages/take_unit.h"

namespace craton {
namespace {

struct CrossParams {
  Write<float> layer = "height";
  Field a = 0.0, b = 0.0, selector = 0.0, threshold = 0.0, width = 0.2;
};

Result<void> run(const CrossParams& params, StageContext& context) {
  take_unit(*params.layer, context.layer_behind("a"));
  return evaluate(
      "cross(a, b, selector, threshold, width)",
      {{"a", params.a}, {"b", params.b}, {"selector", params.selector}, {"threshold", params.threshold}, {"width", params.width}},
      params.layer, context.execution);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<CrossParams>() {
  static const ParamInfo list[] = {
      field_param<&CrossParams::a>("a", -1e9, 1e9, "", "What counts where the selector is below the threshold: often smooth."),
      field_param<&CrossParams::b>("b", -1e9, 1e9, "", "What counts above it: often rough."),
      field_param<&CrossParams::selector>("selector", -1e9, 1e9, "", "The layer that decides, in whatever unit it has."),
      field_param<&CrossParams::threshold>("threshold", -1e9, 1e9, "", "The selector's value at which both count half."),
      field_param<&CrossParams::width>("width", 0, 1e9, "",
                                       "Over how much of the selector one turns into the other; 0 is a step."),
      layer_param<&CrossParams::layer>("layer", "Where the result goes; may be one of those read."),
  };
  return list;
}

const StageEntry& cross_stage() {
  static const StageEntry entry = stage_of<run>({
      .id = "cross",
      .title = "Two reliefs crossed by a selector",
      .doc = "Takes one relief where a selector is low and another where it is high, and blends them smoothly in "
             "between. `mix` blends everywhere, by a share that is already 0 … 1; this makes regions: any layer can "
             "decide (a noise, the height itself), and away from the border each relief stands unmixed.",
      .cite = "Erstu",
  });
  return entry;
}

}  // namespace craton
