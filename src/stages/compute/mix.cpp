// Two layers become one, cell by cell.
#include "stages/all_stages.h"
#include "stages/compute/evaluate.h"
#include "stages/take_unit.h"

namespace craton {
namespace {

enum class MixMode { mix, add, subtract, multiply, min, max };

struct MixStageParams {
  Write<float> layer = "height";
  Field a = 0.0, b = 0.0, share = 0.5;
  MixMode mode = MixMode::mix;
};

/// In the form that worlds were made with.
std::string_view formula_of(MixMode mode) {
  switch (mode) {
    case MixMode::mix: return "a * (1 - share) + b * share";
    case MixMode::add: return "a + b * share";
    case MixMode::subtract: return "a - b * share";
    case MixMode::multiply: return "a * (1 - share) + a * b * share";
    case MixMode::min: return "a * (1 - share) + min(a, b) * share";
    case MixMode::max: return "a * (1 - share) + max(a, b) * share";
  }
  return "a";
}

Result<void> run(const MixStageParams& params, StageContext& context) {
  take_unit(*params.layer, context.layer_behind("a"));
  return evaluate(formula_of(params.mode), {{"a", params.a}, {"b", params.b}, {"share", params.share}}, params.layer,
                  context.execution);
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<MixMode>() {
  static constexpr std::string_view names[] = {"mix", "add", "subtract", "multiply", "min", "max"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<MixStageParams>() {
  static const ParamInfo list[] = {
      field_param<&MixStageParams::a>("a", -1e9, 1e9, "", "The first: a layer, or a number."),
      field_param<&MixStageParams::b>("b", -1e9, 1e9, "", "The second."),
      field_param<&MixStageParams::share>("share", 0, 1, "", "How much of the second: as a layer, the mask of the mix."),
      choice_param<&MixStageParams::mode>("mode", "What becomes of the two where the share is 1 (at 0 it is always the first)."),
      layer_param<&MixStageParams::layer>("layer", "Where the result goes; may be one of the two."),
  };
  return list;
}

const StageEntry& mix_stage() {
  static const StageEntry entry = stage_of<run>({
      .id = "mix",
      .title = "Mix of two layers",
      .doc = "Crosses two layers by a share, which may be a layer too: mix, add, subtract, multiply, smaller, larger.",
  });
  return entry;
}

}  // namespace craton
