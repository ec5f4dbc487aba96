// Terraces in steps of a height, or a number of them over a range (terraces.h).
#include "base/number_text.h"
#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/compute/evaluate.h"

namespace craton {
namespace {

enum class TerraceBy { step, count };

struct TerraceStageParams {
  Change<float> layer = "height";
  TerraceBy by = TerraceBy::step;
  Field step = 100.0;
  int count = 8;
  double low = 0, high = 1000;
  Field offset = 0.0;
  double unevenness = 0;
  Field sharpness = 0.6, slope = 0.1, strength = 1.0;
};

Error empty_range(const std::string& path) { return {ErrorCode::invalid_value, path + "/high", "must be greater than \"low\""}; }

bool has_range(const TerraceStageParams& params) { return params.by == TerraceBy::step || params.low < params.high; }

/// Numbers are written so that reading them gives the same ones.
std::string formula_of(const TerraceStageParams& params, Seed seed) {
  const bool counted = params.by == TerraceBy::count;
  std::string numbers;
  for (const double number : {params.unevenness, static_cast<double>(static_cast<std::uint32_t>(seed.child("edges").value)),
                              counted ? params.low : 0.0, counted ? static_cast<double>(params.count) : 0.0})
    numbers += concat({", ", number_text(number)});
  return concat({"toward(x, terraces(x, step, offset, sharpness, slope", numbers, "), strength)"});
}

Result<void> run(const TerraceStageParams& params, StageContext& context) {
  if (!has_range(params)) return empty_range(context.path);
  const Field step = params.by == TerraceBy::count ? Field((params.high - params.low) / params.count) : params.step;
  return evaluate(formula_of(params, context.seed),
                  {{"x", std::span<const float>(params.layer.values())},
                   {"step", step},
                   {"offset", params.offset},
                   {"sharpness", params.sharpness},
                   {"slope", params.slope},
                   {"strength", params.strength}},
                  params.layer, context.execution);
}

Result<void> check(const TerraceStageParams& params, const StageSpec&, const DomainSpec&, const std::string& path) {
  if (has_range(params)) return {};
  return empty_range(path);
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<TerraceBy>() {
  static constexpr std::string_view names[] = {"step", "count"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<TerraceStageParams>() {
  static const ParamInfo list[] = {
      layer_param<&TerraceStageParams::layer>("layer", "What is terraced."),
      choice_param<&TerraceStageParams::by>("by", "Steps of a height, everywhere; or a count of them from low to high."),
      field_param<&TerraceStageParams::step>("step", 1e-3, 1e6, "m", "Height of a step (with by = step)."),
      integer_param<&TerraceStageParams::count>("count", 1, 10000, "", "How many steps (with by = count)."),
      number_param<&TerraceStageParams::low>("low", -1e6, 1e6, "m",
                                             "Where the steps begin (with by = count); lower ground stays."),
      number_param<&TerraceStageParams::high>("high", -1e6, 1e6, "m", "Where they end (with by = count); higher ground stays."),
      field_param<&TerraceStageParams::offset>(
          "offset", -1e6, 1e6, "m",
          "Moves all steps up. As a layer it tilts and bends them, so that they do not look like contour lines."),
      number_param<&TerraceStageParams::unevenness>(
          "unevenness", 0, 1, "", "How much steps differ in height: at 1 from a fifth to nine fifths of a step."),
      field_param<&TerraceStageParams::sharpness>("sharpness", 0, 0.99, "",
                                                  "Share of a step's old height that becomes its tread."),
      field_param<&TerraceStageParams::slope>("slope", 0, 1, "", "How much of the old slope treads keep: 0 makes them level."),
      field_param<&TerraceStageParams::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 terraces it fully: a mask."),
  };
  return list;
}

const StageEntry& terrace_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "terrace",
      .title = "Terraces",
      .doc = "Turns slopes into treads and risers, as strata of unequal hardness do: in steps of a height, or in a "
             "number of them over a range. What was higher is never lower afterwards.",
  });
  return entry;
}

}  // namespace craton
