// Rough and smooth relief crossed by a selector, which may be a noise of its own (the first step of Erstu's Random World
// Generator): t = ½ + (selector − threshold) / width, held to 0 … 1, and the share of the
// second is 3t² − 2t³ (smoothstep), so that the relief changes without a crease at either end.
#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/fields.h"
#include "stages/relief/chosen.h"
#include "stages/take_unit.h"

namespace craton {
namespace {

struct CrossParams {
  Write<float> layer = "height";
  Field a = 0.0, b = 0.0, selector = 0.0, threshold = 0.0, width = 0.2;
};

/// What is not needed is not looked at: a hole (NaN) in one layer does not reach where the other counts alone.
[[gnu::always_inline]] inline float crossed(float a, float b, float selector, float threshold, float width) {
  const float narrowest = 1e-30F;  // a width of 0 is a step
  const float t = (selector - threshold) / greater(width, narrowest) + 0.5F;
  const float share = t * t * (3 - 2 * t);
  const float inside = a * (1 - share) + b * share;
  return chosen(t <= 0, a, chosen(t >= 1, b, inside));
}

Result<void> run(const CrossParams& params, StageContext& context) {
  take_unit(*params.layer, context.layer_behind("a"));
  const std::span<float> out = params.layer.values();
  constexpr std::uint64_t block_cells = 1 << 15;
  return parallel_blocks(out.size(), block_cells, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    float* to = out.data() + begin;
    const std::size_t count = end - begin;
    visit_fields(
        static_cast<Cell>(begin),
        [=](auto a, auto b, auto selector, auto threshold, auto width) {
          CRATON_CELLS_APART
          for (std::size_t i = 0; i < count; ++i) to[i] = crossed(a[i], b[i], selector[i], threshold[i], width[i]);
        },
        params.a, params.b, params.selector, params.threshold, params.width);
  });
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
