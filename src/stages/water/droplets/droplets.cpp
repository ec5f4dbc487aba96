// Droplets that run down, take ground with them and lay it down (after Beyer 2015), without any order among them: the source 003
// calls them water that shapes the world. In each of a few rounds all droplets read the same heights, and what they do is added
// up in whole grains of 2⁻¹² m; sums of whole numbers are the same in any order, so bits depend neither on threads nor on tiles.
//
// A droplet starts at a place that chance chose, at most one a cell, and takes steps of one cell. Heights are bilinear between
// the four cells around it. Its velocity goes towards the slope (`inertia`: how slowly), its speed² towards the slope as well (v
// ∝ √slope, as Chézy's). It can carry
//     capacity · √flow · slope · speed · water · (the part of its way that is left),
// where flow is how many droplets pass; the root makes gullies, for where waters gather they carry more than each alone (Smith &
// Bretherton 1972). Of a missing load it takes a part from the four cells, of a surplus it lays a part down. In the sea it
// carries nothing, runs on for a few steps and lays its load down there.
//
// Ways do not depend on loads, so each round walks twice. The first walk counts visits, weighed by water and nearness. Then each
// cell knows what it may lose and get in the round, and divides that by its visits; on the second walk no visit takes or lays
// more than its share. A cell loses at most 0.7 of the drop to its lowest neighbour, so that no pit is dug, and gets at most 0.6
// of the rise to its highest one, so that no spike grows. Nothing crosses the level of the sea.
//
// What a droplet cannot lay down on its way is put back where it took it from, the last first (a diary of its steps knows): each
// droplet leaves exactly as many grains as it took, so mass is exact. On a sphere a grain is a volume, on cells of any area.
#include "stages/water/droplets/droplets.h"

#include <algorithm>

#include <craton/base/hash.h>
#include "stages/all_stages.h"
#include "stages/water/droplets/droplet_rounds.h"

namespace craton {
namespace {

struct DropletParams : Droplets {
  Change<float> layer = "height";
  Write<float> sediment = "sediment";
  int rounds = 6;
  Field droplets = 0.5;
};

constexpr int most_rounds = 1000;
constexpr RoundLimit round_limit{"rounds", most_rounds};

Result<void> check_names(const DropletParams& params, const std::string& path) {
  if (params.sediment.name() != params.layer.name()) return {};
  return Error{ErrorCode::invalid_value, path + "/sediment", "this is the layer of the ground: take another name"};
}

Result<void> run(const DropletParams& params, StageContext& context) {
  CRATON_TRY(check_names(params, context.path));
  const double metres = spacing(context.domain());
  CRATON_TRY(const DropletWay way, droplet_way(params, params.rounds, metres, round_limit, context.path));
  CRATON_TRY(check_droplet_ground(*params.layer, context.path_of("layer"), context));
  DropletRounds rounds(context.domain(), *params.layer, *params.sediment, params, params.droplets, way, context.execution);
  for (std::uint32_t i = 0; i < way.rounds; ++i) {
    context.begin_iteration(i, way.rounds);
    CRATON_TRY(rounds.round({mix64(context.seed.value + i + 1)}));
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  return {};
}

Reach reach(const DropletParams& params, double metres) { return droplet_reach(params, params.rounds, metres, round_limit); }

Result<void> check(const DropletParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_names(params, path));
  return check_droplet_way(params, params.rounds, domain, round_limit, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<DropletParams>() {
  using P = DropletParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      result_param<&P::sediment>("sediment", "What droplets have laid down and not taken again.", "m"),
      integer_param<&P::rounds>("rounds", 0, most_rounds, "",
                                "How often, at the reference step, droplets fall on ground that the round before has left."),
      field_param<&P::droplets>("droplets", 0, 1, "", "How many start on a cell of land in a round: rain."),
      integer_param<&P::steps>("steps", 1, most_droplet_steps, "", "How far a droplet runs at most, in reference steps."),
      number_param<&P::inertia>("inertia", 0, 0.99, "",
                                "How much of its velocity a droplet keeps in a reference step: 0 follows the steepest slope."),
      field_param<&P::capacity>(
          "capacity", 0, 100, "",
          "The load of a droplet as a share of what a reference step falls, on a slope of 1, where one droplet a cell starts."),
      field_param<&P::erosion>("erosion", 0, 1, "", "The part of a missing load that ground gives in a reference step."),
      field_param<&P::deposition>("deposition", 0, 1, "", "The part of a surplus of load that rests in a reference step."),
      number_param<&P::evaporation>("evaporation", 0, 1, "", "The part of its water that a droplet loses in a reference step."),
      field_param<&P::hardness>("hardness", 0, 1, "", "Ground that withstands water: 0 soft, 1 is never eroded."),
      field_param<&P::shore>("shore", 0, 1, "", "How much ground at the level of the sea withstands water: 1 is never eroded."),
      number_param<&P::shore_height>("shore_height", 0.001, 1e5, "m", "Up to which height `shore` is felt, less and less."),
      field_param<&P::strength>("strength", 0, 1, "", "How much the ground changes; 0 leaves a cell as it is: a mask."),
      number_param<&P::reference_step>("reference_step", 0, 1e7, "m",
                                       "The spacing that the steps are meant for; 0 is that of the domain itself."),
  };
  return list;
}

const StageEntry& droplets_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "droplets",
      .title = "Droplet erosion",
      .doc = "Droplets run down, take ground with them where they gather and run fast, and lay it down where they slow: "
             "gullies and fans. Nothing is lost, to the last grain of 2⁻¹² m; no pit is dug, and the coast stays. At "
             "another resolution as many droplets a cell run equally far in metres; channels are as wide as a cell, so "
             "that ground of smaller cells loses somewhat less. On an endless plane few rounds of short ways keep the "
             "margin of a tile small.",
      .cite = "Beyer 2015; Smith & Bretherton 1972",
      .reach_doc = "stencil: rounds · (2 · steps + 5) cells",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
