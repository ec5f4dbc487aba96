// The shaping of source 003 (Erstu, Random World Generator): two forces work on the ground for as long as one likes. The crust
// moves: the relief, a noise read with linear interpolation, goes towards its twin, the SAME noise read with cubic
// interpolation, so that continents stay where they are while what is stiff and faceted in them rounds. Water runs: droplets
// (droplets.cpp) take ground with them; hard ground withstands them, which makes valleys wind, and so does the shore.
//
// In each iteration a cell first goes a part of its way to the target,
//     h += crust · strength · (1 − shore · near) · (target − h),
// where near falls from 1 at the level of the sea to 0 at `shore_height` above and below it: where shores persist, neither force
// moves them. Then one round of droplets falls. Water alone would wear the land down to the sea and the crust alone would end
// as the target; together they come to rest where what one takes the other brings.
#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>
#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/each_cell.h"
#include "stages/water/droplets/droplet_rounds.h"

namespace craton {
namespace {

struct ShapingParams : Droplets {
  Change<float> layer = "height";
  Read<float> target = "target";
  Write<float> sediment = "sediment";
  int iterations = 256;
  Field crust = 0.004, droplets = 0.1;
};

constexpr int most_iterations = 20'000;
constexpr RoundLimit iteration_limit{"iterations", most_iterations};

/// One step of the crust; `time` is that of an iteration in iterations of the reference step.
Result<void> move_crust(const ShapingParams& params, float time, const Execution& execution) {
  const std::span<float> heights = params.layer;
  const std::span<const float> target = params.target;
  const auto shore_height = static_cast<float>(params.shore_height);
  return each_cell(heights.size(), execution, [&](Cell c) {
    const float near = std::max(1 - std::fabs(heights[c]) / shore_height, 0.0F);
    const float share = std::min(params.crust[c] * time, 1.0F) * params.strength[c] * (1 - params.shore[c] * near);
    if (share > 0) heights[c] += share * (target[c] - heights[c]);
  });
}

Result<void> check_names(const ShapingParams& params, const std::string& path) {
  const auto taken = [&](const char* key) {
    return Error{ErrorCode::invalid_value, path + key, "this is the layer of the ground: take another name"};
  };
  if (params.target.name() == params.layer.name()) return taken("/target");
  if (params.sediment.name() == params.layer.name()) return taken("/sediment");
  if (params.sediment.name() == params.target.name())
    return Error{ErrorCode::invalid_value, path + "/sediment", "this is where the crust goes: take another name"};
  return {};
}

Result<void> run(const ShapingParams& params, StageContext& context) {
  CRATON_TRY(check_names(params, context.path));
  CRATON_TRY(const DropletWay way,
             droplet_way(params, params.iterations, spacing(context.domain()), iteration_limit, context.path));
  CRATON_TRY(check_droplet_ground(*params.layer, context.path_of("layer"), context));
  CRATON_TRY(check_droplet_ground(*params.target, context.path_of("target"), context));
  DropletRounds water(context.domain(), *params.layer, *params.sediment, params, params.droplets, way, context.execution);
  const Execution silent{context.execution.threads, nullptr, context.execution.cancel};
  for (std::uint32_t i = 0; i < way.rounds; ++i) {
    context.begin_iteration(i, way.rounds);
    CRATON_TRY(move_crust(params, way.rain, silent));
    CRATON_TRY(water.round({mix64(context.seed.value + i + 1)}));
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  return {};
}

Reach reach(const ShapingParams& params, double metres) {
  return droplet_reach(params, params.iterations, metres, iteration_limit);
}

Result<void> check(const ShapingParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_names(params, path));
  return check_droplet_way(params, params.iterations, domain, iteration_limit, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ShapingParams>() {
  using P = ShapingParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::target>("target", "Where the crust goes: the same relief, interpolated in another way."),
      result_param<&P::sediment>("sediment", "What droplets have laid down and not taken again.", "m"),
      integer_param<&P::iterations>("iterations", 0, most_iterations, "",
                                    "For how long, at the reference step: stop when the land looks right."),
      field_param<&P::crust>("crust", 0, 1, "", "The part of its way to the target that the crust goes in an iteration."),
      field_param<&P::droplets>("droplets", 0, 1, "", "How many droplets start on a cell of land in an iteration: rain."),
      integer_param<&P::steps>("steps", 1, most_droplet_steps, "", "How far a droplet runs at most, in reference steps."),
      number_param<&P::inertia>("inertia", 0, 0.99, "", "How much of its velocity a droplet keeps in a reference step."),
      field_param<&P::capacity>(
          "capacity", 0, 100, "",
          "The load of a droplet as a share of what a reference step falls, on a slope of 1, where one droplet a cell starts."),
      field_param<&P::erosion>("erosion", 0, 1, "", "The part of a missing load that ground gives in a reference step."),
      field_param<&P::deposition>("deposition", 0, 1, "", "The part of a surplus of load that rests in a reference step."),
      number_param<&P::evaporation>("evaporation", 0, 1, "", "The part of its water that a droplet loses in a reference step."),
      field_param<&P::hardness>("hardness", 0, 1, "", "Ground that withstands water: 0 soft, 1 is never eroded."),
      field_param<&P::shore>("shore", 0, 1, "", "How much the shore persists: at the level of the sea 1 is never moved."),
      number_param<&P::shore_height>("shore_height", 0.001, 1e5, "m",
                                     "How far above and below the sea `shore` is felt, less and less."),
      field_param<&P::strength>("strength", 0, 1, "", "How much the ground changes; 0 leaves a cell as it is: a mask."),
      number_param<&P::reference_step>("reference_step", 0, 1e7, "m",
                                       "The spacing that iterations and steps are meant for; 0 is that of the domain itself."),
  };
  return list;
}

const StageEntry& shaping_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "shaping",
      .title = "Shaping by crust and water",
      .doc = "The crust drifts towards a target, its twin of the same noise, while droplets erode it; continents stay in "
             "place, hard ground makes valleys wind and shores can be made to persist. Runs for as many iterations as "
             "one likes, and each can be looked at (--step, --frames). At another resolution the crust has gone as far "
             "and as many droplets a cell have run as far in metres.",
      .cite = "Erstu (source 003); Beyer 2015",
      .reach_doc = "stencil: iterations · (2 · steps + 5) cells",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
