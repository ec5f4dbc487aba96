// Two layers become one, cell by cell.
#include <algorithm>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/fields.h"
#include "stages/take_unit.h"

namespace craton {
namespace {

enum class MixMode { mix, add, subtract, multiply, min, max };

struct MixStageParams {
  Write<float> layer = "height";
  Field a = 0.0, b = 0.0, share = 0.5;
  MixMode mode = MixMode::mix;
};

template <class Operation>
Result<void> for_each_cell(std::span<float> out, const MixStageParams& params, const Execution& execution, Operation operation) {
  constexpr std::uint64_t block_cells = 1 << 15;
  return parallel_blocks(out.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    float* to = out.data() + begin;
    const std::size_t count = end - begin;
    visit_fields(
        static_cast<Cell>(begin),
        [=](auto a, auto b, auto share) {
          CRATON_CELLS_APART
          for (std::size_t i = 0; i < count; ++i) to[i] = operation(a[i], b[i], share[i]);
        },
        params.a, params.b, params.share);
  });
}

Result<void> run(const MixStageParams& params, StageContext& context) {
  take_unit(*params.layer, context.layer_behind("a"));
  const auto each = [&](auto operation) { return for_each_cell(params.layer, params, context.execution, operation); };
  switch (params.mode) {
    case MixMode::mix: return each([](float a, float b, float share) { return a * (1 - share) + b * share; });
    case MixMode::add: return each([](float a, float b, float share) { return a + b * share; });
    case MixMode::subtract: return each([](float a, float b, float share) { return a - b * share; });
    case MixMode::multiply: return each([](float a, float b, float share) { return a * (1 - share) + a * b * share; });
    case MixMode::min: return each([](float a, float b, float share) { return a * (1 - share) + (b < a ? b : a) * share; });
    case MixMode::max: return each([](float a, float b, float share) { return a * (1 - share) + (a < b ? b : a) * share; });
  }
  return {};
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
