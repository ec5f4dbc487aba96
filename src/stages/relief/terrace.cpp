// Terraces: heights are counted in steps; within a step the ground is flat for a share of it (the tread) and then rises
// smoothly to the next (the riser): 3t² − 2t³. The edges of steps are fixed points and order is kept: what was higher is never
// lower. Steps that are all alike, at the same heights everywhere, look like contour lines: real ones are the edges of strata,
// which differ in thickness (`unevenness`) and are tilted and bent (`offset` as a layer).
#include "base/lattice_hash.h"
#include "stages/all_stages.h"
#include "stages/relief/change_cells.h"

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

/// Beyond so many steps floats cannot tell a place within a step.
constexpr float most_steps = 0x1p20F;

/// Edges of steps, in steps: 0, 1, 2, …, each moved by up to 0.4 by its own random number; the outermost ones stay.
struct Edges {
  std::uint32_t seed;
  float unevenness;
  std::int32_t first, last;

  [[gnu::always_inline]] float operator()(std::int32_t k) const {
    const std::uint32_t hash = axis_mix[0](static_cast<std::uint32_t>(k) ^ seed);
    const float random = static_cast<float>(static_cast<std::int32_t>(hash) >> 8) * 0x1p-23F;  // −1 … 1
    const float edge = static_cast<float>(k);
    return chosen((k > first) & (k < last), edge + 0.4F * unevenness * random, edge);
  }
};

/// Within a step, both from 0 to 1: old height → new one.
[[gnu::always_inline]] inline float risen(float t, float sharpness, float slope) {
  const float rise = greater((t - sharpness) / (1 - sharpness), 0);
  return slope * t + (1 - slope) * (rise * rise * (3 - 2 * rise));
}

/// Edges lie within half a step of their number, so that four of them hold every place between two numbers.
struct Terraced {
  Edges edge;
  float base, first, last;  ///< where steps are counted from, in metres; beyond these counts heights stay

  [[gnu::always_inline]] float operator()(float height, float size, float offset, float sharpness, float slope) const {
    const float zero = base + offset;
    const float steps = (height - zero) / size;
    const bool inside = (steps > first) & (steps < last);
    return chosen(inside, zero + size * in_steps(chosen(inside, steps, 0), sharpness, slope), height);
  }

  [[gnu::always_inline]] float in_steps(float steps, float sharpness, float slope) const {
    auto k = static_cast<std::int32_t>(steps);
    k -= static_cast<std::int32_t>(static_cast<float>(k) > steps);
    const float edges[] = {edge(k - 1), edge(k), edge(k + 1), edge(k + 2)};
    const float low = chosen(steps < edges[1], edges[0], chosen(steps < edges[2], edges[1], edges[2]));
    const float high = chosen(steps < edges[1], edges[1], chosen(steps < edges[2], edges[2], edges[3]));
    return low + (high - low) * risen((steps - low) / (high - low), sharpness, slope);
  }
};

Error empty_range(const std::string& path) { return {ErrorCode::invalid_value, path + "/high", "must be greater than \"low\""}; }

bool has_range(const TerraceStageParams& params) { return params.by == TerraceBy::step || params.low < params.high; }

Result<void> run(const TerraceStageParams& params, StageContext& context) {
  if (!has_range(params)) return empty_range(context.path);
  const bool counted = params.by == TerraceBy::count;
  const Edges edges{.seed = static_cast<std::uint32_t>(context.seed.child("edges").value),
                    .unevenness = static_cast<float>(params.unevenness),
                    .first = counted ? 0 : -0x7FFFFFFF,
                    .last = counted ? params.count : 0x7FFFFFFF};
  const Terraced shape{.edge = edges,
                       .base = counted ? static_cast<float>(params.low) : 0,
                       .first = counted ? 0 : -most_steps,
                       .last = counted ? static_cast<float>(params.count) : most_steps};
  const Field step = counted ? Field((params.high - params.low) / params.count) : params.step;
  return change_cells(params.layer.values(), context.execution, params.strength, shape, step, params.offset, params.sharpness,
                      params.slope);
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
