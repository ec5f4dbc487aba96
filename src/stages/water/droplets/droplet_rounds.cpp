#include "stages/water/droplets/droplet_rounds.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/text.h"

namespace craton {
namespace {

constexpr double highest_ground = 1e9;    // metres
constexpr double quickness = 0.25;        // of a droplet's speed², in a reference step
constexpr std::uint32_t around_way = 2;   // cells beyond a droplet's way that it sees
constexpr std::uint32_t around_cell = 1;  // and beyond a cell, when it learns what it may lose and get

/// The largest power of two with which the visits of all droplets that can reach a cell fit 32 bits.
float weight_of_visit(int steps) {
  const double side = 2.0 * (steps + 2) + 1, visits = side * side * steps;
  float weight = 1;
  while (2 * weight * visits < 0x1p31 && weight < 8192) weight *= 2;
  return weight;
}

DropletRules rules_of(const Droplets& params, const DropletWay& way, double spacing) {
  const auto over_time = [&](double share) { return std::min(static_cast<float>(share) * way.time, 1.0F); };
  return {.steps = way.steps,
          .keep = 1 - over_time(1 - params.inertia),
          .quickness = over_time(quickness),
          .moist = 1 - over_time(params.evaporation),
          .spacing = static_cast<float>(spacing),
          .load = static_cast<float>(spacing) / way.time * grains_per_metre,
          .weight = weight_of_visit(way.steps)};
}

DropletGround ground_of(const Droplets& params, const DropletWay& way, const DropletRules& rules) {
  return {.capacity = params.capacity,
          .erosion = params.erosion,
          .deposition = params.deposition,
          .hardness = params.hardness,
          .shore = params.shore,
          .strength = params.strength,
          .shore_height = static_cast<float>(params.shore_height),
          .time = way.time,
          .even_flow = rules.weight * static_cast<float>(way.steps) * way.rain};
}

}  // namespace

Result<DropletWay> droplet_way(const Droplets& params, int rounds, double spacing, const RoundLimit& limit,
                               const std::string& path) {
  const double finer = params.reference_step > 0 ? params.reference_step / spacing : 1;
  const double steps = std::max(1.0, std::ceil(params.steps * finer));
  const double all = rounds == 0 ? 0 : std::max(1.0, std::ceil(rounds * finer));
  const auto too_many = [&](std::string_view key, int most) {
    return Error{ErrorCode::invalid_value, concat({path, "/", key}),
                 concat({"they are more than ", std::to_string(most),
                         " at this resolution; take fewer, a smaller reference_step or a coarser resolution"})};
  };
  if (steps > most_droplet_steps) return too_many("steps", most_droplet_steps);
  if (all > limit.most) return too_many(limit.key, limit.most);
  return DropletWay{static_cast<std::uint32_t>(all), static_cast<int>(steps), static_cast<float>(1 / finer),
                    rounds == 0 ? 1 : static_cast<float>(rounds / all)};
}

Result<void> check_droplet_way(const Droplets& params, int rounds, const DomainSpec& domain, const RoundLimit& limit,
                               const std::string& path) {
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  const Result<DropletWay> way = droplet_way(params, rounds, extent.spacing, limit, path);
  return way ? Result<void>() : way.error();
}

Reach droplet_reach(const Droplets& params, int rounds, double spacing, const RoundLimit& limit) {
  const Result<DropletWay> known = droplet_way(params, rounds, spacing, limit, "");
  const DropletWay way = known ? *known  // too many are refused by the check
                               : DropletWay{static_cast<std::uint32_t>(limit.most), most_droplet_steps};
  return Reach::stencil(way.rounds * (2 * (static_cast<std::uint32_t>(way.steps) + around_way) + around_cell));
}

Result<void> check_droplet_ground(const Layer& height, const std::string& path, const StageContext& context) {
  const LayerRange range = height.range({.threads = context.execution.threads});
  if (range.not_numbers > 0)
    return Error{ErrorCode::invalid_value, path,
                 concat({"\"", height.name(), "\" has ", std::to_string(range.not_numbers), " cells without a number"})};
  if (range.min < -highest_ground || range.max > highest_ground)
    return Error{ErrorCode::invalid_value, path, concat({"\"", height.name(), "\" has heights beyond ±10⁹ m"})};
  return {};
}

DropletRounds::DropletRounds(const Domain& domain, Layer& height, Layer& sediment, const Droplets& params, const Field& density,
                             const DropletWay& way, const Execution& execution)
    : domain_(domain),
      height_(height),
      sediment_(sediment),
      rules_(rules_of(params, way, spacing(domain_))),
      ground_(ground_of(params, way, rules_)),
      density_(density),
      rain_(way.rain),
      execution_(execution),
      silent_{execution.threads, nullptr, execution.cancel},
      pieces_(pieces_of(domain_, static_cast<std::uint32_t>(rules_.steps) + around_way)),
      flow_({.name = "flow", .type = LayerType::integer}, height.size()),
      change_({.name = "change", .type = LayerType::integer}, height.size()) {
  std::fill(sediment.numbers().begin(), sediment.numbers().end(), 0.0F);
}

Result<void> DropletRounds::round(Seed seed) {
  CRATON_TRY(clear(flow_));
  CRATON_TRY(first_walk(seed));
  CRATON_TRY(clear(change_));
  CRATON_TRY(second_walk(seed));
  return apply();
}

Result<void> DropletRounds::clear(Layer& layer) {
  const std::span<std::int32_t> values = layer.integers();
  return parallel_blocks(values.size(), 1 << 16, silent_, [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end), 0);
  });
}

template <class Walk>
Result<void> DropletRounds::for_each_piece(Seed seed, Layer& to, const Execution& execution, const Walk& walk) {
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

Result<void> DropletRounds::first_walk(Seed seed) {
  return for_each_piece(seed, flow_, silent_,
                        [&](const MapPiece&, const DropletStarts& starts, DropletBlock block, std::span<std::int32_t> result) {
                          block.flow = result.data();
                          walk_for_flow(rules_, block, starts);
                        });
}

Result<void> DropletRounds::second_walk(Seed seed) {
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

Result<void> DropletRounds::apply() {
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

}  // namespace craton
