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
#include "stages/water/droplets.h"

#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>
#include "base/parallel.h"
#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/frozen_fields.h"
#include "stages/water/droplet_blocks.h"
#include "stages/water/droplet_limits.h"

namespace craton {
namespace {

struct DropletParams {
  std::string layer = "height", sediment = "sediment";
  int rounds = 6;
  Field droplets = 0.5;
  int steps = 32;
  double inertia = 0.2;
  Field capacity = 2.0, erosion = 0.3, deposition = 0.3;
  double evaporation = 0.02;
  Field hardness = 0.0, shore = 0.0;
  double shore_height = 20;
  Field strength = 1.0;
  double reference_step = 0;
};

constexpr int most_steps = 128, most_rounds = 1000;
constexpr double highest_ground = 1e9;    // metres
constexpr double quickness = 0.25;        // of a droplet's speed², in a reference step
constexpr std::uint32_t around_way = 2;   // cells beyond a droplet's way that it sees
constexpr std::uint32_t around_cell = 1;  // and beyond a cell, when it learns what it may lose and get

/// What the rounds and steps of the reference step are at this resolution. A droplet's way is as long in metres. What a round may
/// dig grows with the spacing, so there are more rounds on smaller cells, and less rain in each.
struct Way {
  std::uint32_t rounds = 0;
  int steps = 0;
  float time = 1;  ///< of a step, in reference steps
  float rain = 1;  ///< of a round, in rounds of the reference step
};

Result<Way> way_of(const DropletParams& params, double spacing, const std::string& path) {
  const double finer = params.reference_step > 0 ? params.reference_step / spacing : 1;
  const double steps = std::max(1.0, std::ceil(params.steps * finer));
  const double rounds = params.rounds == 0 ? 0 : std::max(1.0, std::ceil(params.rounds * finer));
  const auto too_many = [&](const char* key, int most) {
    return Error{ErrorCode::invalid_value, path + key,
                 concat({"they are more than ", std::to_string(most),
                         " at this resolution; take fewer, a smaller reference_step or a coarser resolution"})};
  };
  if (steps > most_steps) return too_many("/steps", most_steps);
  if (rounds > most_rounds) return too_many("/rounds", most_rounds);
  return Way{static_cast<std::uint32_t>(rounds), static_cast<int>(steps), static_cast<float>(1 / finer),
             rounds == 0 ? 1 : static_cast<float>(params.rounds / rounds)};
}

/// The largest power of two with which the visits of all droplets that can reach a cell fit 32 bits.
float weight_of_visit(int steps) {
  const double side = 2.0 * (steps + 2) + 1, visits = side * side * steps;
  float weight = 1;
  while (2 * weight * visits < 0x1p31 && weight < 8192) weight *= 2;
  return weight;
}

DropletRules rules_of(const DropletParams& params, const Way& way, double spacing) {
  const auto over_time = [&](double share) { return std::min(static_cast<float>(share) * way.time, 1.0F); };
  return {.steps = way.steps,
          .keep = 1 - over_time(1 - params.inertia),
          .quickness = over_time(quickness),
          .moist = 1 - over_time(params.evaporation),
          .spacing = static_cast<float>(spacing),
          .load = static_cast<float>(spacing) / way.time * grains_per_metre,
          .weight = weight_of_visit(way.steps)};
}

DropletGround ground_of(const DropletParams& params, const Way& way, const DropletRules& rules, FrozenFields& frozen) {
  return {.capacity = frozen(params.capacity),
          .erosion = frozen(params.erosion),
          .deposition = frozen(params.deposition),
          .hardness = frozen(params.hardness),
          .shore = frozen(params.shore),
          .strength = frozen(params.strength),
          .shore_height = static_cast<float>(params.shore_height),
          .time = way.time,
          .even_flow = rules.weight * static_cast<float>(way.steps) * way.rain};
}

/// One run of the stage.
class Rounds {
 public:
  Rounds(Surface& surface, Layer& height, Layer& sediment, const DropletRules& rules, const DropletGround& ground,
         const Field& density, float rain, const Execution& execution)
      : domain_(surface.domain()),
        height_(height),
        sediment_(sediment),
        rules_(rules),
        ground_(ground),
        density_(density),
        rain_(rain),
        execution_(execution),
        silent_{execution.threads, nullptr, execution.cancel},
        pieces_(pieces_of(domain_, static_cast<std::uint32_t>(rules.steps) + around_way)),
        flow_({.name = "flow", .type = LayerType::integer}, height.size()),
        change_({.name = "change", .type = LayerType::integer}, height.size()) {}

  Result<void> round(Seed seed) {
    CRATON_TRY(clear(flow_));
    CRATON_TRY(first_walk(seed));
    CRATON_TRY(clear(change_));
    CRATON_TRY(second_walk(seed));
    return apply();
  }

 private:
  Result<void> clear(Layer& layer) {
    const std::span<std::int32_t> values = layer.integers();
    return parallel_blocks(values.size(), 1 << 16, silent_, [&](std::uint64_t begin, std::uint64_t end) {
      std::fill(values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end), 0);
    });
  }

  /// Calls walk(piece, starts, result, block) for each piece, and adds the result to a layer.
  template <class Walk>
  Result<void> for_each_piece(Seed seed, Layer& to, const Execution& execution, const Walk& walk) {
    const bool alone = execution.threads == 1;
    return parallel_blocks(pieces_.size(), 1, execution, [&](std::uint64_t index, std::uint64_t) {
      const MapPiece& piece = pieces_[index];
      const std::span<const float> heights = height_.numbers();
      const DropletStarts starts = starts_in(domain_, piece, heights, density_, rain_, seed);
      if (starts.count == 0) return;
      AlignedVector<float> ground;
      copy_piece(domain_, piece, heights, no_ground, ground);
      AlignedVector<std::int32_t> result(piece.cells(), 0);
      walk(piece, starts, DropletBlock{.stride = static_cast<std::int32_t>(piece.stride()), .heights = ground.data()}, result);
      add_piece(domain_, piece, result, to.integers(), alone);
    });
  }

  Result<void> first_walk(Seed seed) {
    return for_each_piece(seed, flow_, silent_,
                          [&](const MapPiece&, const DropletStarts& starts, DropletBlock block, std::span<std::int32_t> result) {
                            block.flow = result.data();
                            walk_for_flow(rules_, block, starts);
                          });
  }

  Result<void> second_walk(Seed seed) {
    return for_each_piece(
        seed, change_, execution_,
        [&](const MapPiece& piece, const DropletStarts& starts, DropletBlock block, std::span<std::int32_t> result) {
          AlignedVector<std::int32_t> flow;
          copy_piece(domain_, piece, std::span<const std::int32_t>(flow_.integers()), 0, flow);
          const PieceLimits known = limits_in(domain_, piece, ground_, block.heights, flow.data());
          block.limits = known.limits.data();
          block.grounds = known.grounds.data();
          block.change = result.data();
          walk_with_load(rules_, block, starts);
        });
  }

  Result<void> apply() {
    const std::span<float> heights = height_.numbers(), deposits = sediment_.numbers();
    const std::span<const std::int32_t> changes = change_.integers();
    return parallel_blocks(heights.size(), 1 << 15, silent_, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto c = static_cast<Cell>(begin); c < end; ++c) {
        if (changes[c] == 0) continue;
        const double metres = changes[c] / (grains_per_metre * relative_area(domain_, c));
        heights[c] = static_cast<float>(heights[c] + metres);
        deposits[c] = std::max(static_cast<float>(deposits[c] + metres), 0.0F);
      }
    });
  }

  const Domain& domain_;
  Layer &height_, &sediment_;
  const DropletRules& rules_;
  const DropletGround& ground_;
  const Field& density_;
  float rain_;
  const Execution &execution_, silent_;
  std::vector<MapPiece> pieces_;
  Layer flow_, change_;  // visits, and grains
};

Result<void> check_names(const DropletParams& params, const std::string& path) {
  if (params.sediment != params.layer) return {};
  return Error{ErrorCode::invalid_value, path + "/sediment", "this is the layer of the ground: take another name"};
}

Result<void> check_heights(const Layer& height, const StageContext& context) {
  const LayerRange range = height.range({.threads = context.execution.threads});
  if (range.not_numbers > 0)
    return Error{ErrorCode::invalid_value, context.path + "/layer",
                 concat({"\"", height.name(), "\" has ", std::to_string(range.not_numbers), " cells without a number"})};
  if (range.min < -highest_ground || range.max > highest_ground)
    return Error{ErrorCode::invalid_value, context.path + "/layer",
                 concat({"\"", height.name(), "\" has heights beyond ±10⁹ m"})};
  return {};
}

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  const Result<DropletParams> params = stage_params<DropletParams>(spec, surface, context);
  if (!params) return params.error();
  CRATON_TRY(check_names(*params, context.path));
  const double metres = spacing(surface.domain());
  const Result<Way> way = way_of(*params, metres, context.path);
  if (!way) return way.error();
  const Result<Layer*> height = surface.need_layer(params->layer, LayerType::number, context.path + "/layer");
  if (!height) return height.error();
  CRATON_TRY(check_heights(**height, context));
  const Result<Layer*> sediment =
      surface.ensure_layer({.name = params->sediment, .unit = "m", .doc = "What droplets have laid down, and not taken again."});
  if (!sediment) return sediment.error();

  FrozenFields frozen({*height, *sediment});
  const DropletRules rules = rules_of(*params, *way, metres);
  const DropletGround ground = ground_of(*params, *way, rules, frozen);
  const Field density = frozen(params->droplets);
  std::fill((*sediment)->numbers().begin(), (*sediment)->numbers().end(), 0.0F);
  Rounds rounds(surface, **height, **sediment, rules, ground, density, way->rain, context.execution);
  for (std::uint32_t i = 0; i < way->rounds; ++i) {
    context.begin_iteration(i, way->rounds);
    CRATON_TRY(rounds.round({mix64(context.seed.value + i + 1)}));
    CRATON_TRY(context.end_iteration(surface));
  }
  return {};
}

/// A change depends on droplets that pass its cell, they on the visits along their ways, and those on other droplets.
Reach reach(const StageSpec& spec, double metres) {
  const DropletParams params = plain_params<DropletParams>(spec);
  const Result<Way> known = way_of(params, metres, "");
  const Way way = known ? *known : Way{most_rounds, most_steps};  // too many are refused by the check
  return Reach::stencil(way.rounds * (2 * (static_cast<std::uint32_t>(way.steps) + around_way) + around_cell));
}

Result<void> check(const StageSpec& spec, const DomainSpec& domain, const std::string& path) {
  const DropletParams params = plain_params<DropletParams>(spec);
  CRATON_TRY(check_names(params, path));
  const Result<DomainExtent> extent = extent_of(domain, 0, "/domain");
  if (!extent) return extent.error();
  const Result<Way> way = way_of(params, extent->spacing, path);
  return way ? Result<void>() : way.error();
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<DropletParams>() {
  using P = DropletParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", LayerAccess::change, "The ground; what lies below 0 m is sea."),
      layer_param<&P::sediment>("sediment", LayerAccess::write, "What droplets have laid down and not taken again, in metres."),
      integer_param<&P::rounds>("rounds", 0, most_rounds, "",
                                "How often, at the reference step, droplets fall on ground that the round before has left."),
      field_param<&P::droplets>("droplets", 0, 1, "", "How many start on a cell of land in a round: rain."),
      integer_param<&P::steps>("steps", 1, most_steps, "", "How far a droplet runs at most, in reference steps."),
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
  static const StageEntry entry{
      .info = {.id = "droplets",
               .title = "Droplet erosion",
               .doc = "Droplets run down, take ground with them where they gather and run fast, and lay it down where they slow: "
                      "gullies and fans. Nothing is lost, to the last grain of 2⁻¹² m; no pit is dug, and the coast stays. At "
                      "another resolution as many droplets a cell run equally far in metres; channels are as wide as a cell, so "
                      "that ground of smaller cells loses somewhat less. On an endless plane few rounds of short ways keep the "
                      "margin of a tile small.",
               .cite = "Beyer 2015; Smith & Bretherton 1972",
               .version = 1,
               .reach_doc = "stencil: rounds · (2 · steps + 5) cells",
               .params = params_of<DropletParams>(),
               .layers = {},
               .sea = true},
      .run = run,
      .reach = reach,
      .check = check};
  return entry;
}

}  // namespace craton
