#include "stages/water/endless/endless_plan.h"

#include <algorithm>
#include <cmath>

#include <craton/stages/endless_rivers.h>

#include "stages/noise_on.h"

namespace craton {

template <>
std::span<const ParamInfo> params_of<endless::Params>() {
  using P = endless::Params;
  static const ParamInfo list[] = {
      noise_param<&P::relief>(
          "relief",
          "The land at large: rivers have its heights where trunks meet. Smooth, some ten times longer than the spacing, and "
          "below 0 where the sea shall be."),
      noise_param<&P::ruggedness>(
          "ruggedness", "Makes mountains of some land and plains of other at the same height: 0.5 counts as half as high again.",
          "none"),
      filled_layer_param<&P::layer>("layer", "Where the ground goes.", "m"),
      filled_result_param<&P::river>("river", "Width of the nearest river or lake; 0 where none is near.", "m"),
      filled_result_param<&P::distance>("river_distance", "To its bank; negative on the water.", "m"),
      filled_result_param<&P::level>("river_level", "Height of its water; where none is near, of the ground.", "m"),
      number_param<&P::scale>("scale", -1e5, 1e5, "m", "Multiplies the relief."),
      number_param<&P::offset>("offset", -1e5, 1e5, "m", "Added after that."),
      number_param<&P::spacing>("spacing", 64, 131072, "m", "From one trunk to the next, about."),
      integer_param<&P::orders>("orders", 2, 8, "", "Trunks and orders of tributaries; each is half as far apart as the last."),
      number_param<&P::foot>("foot", -1e4, 1e4, "m", "Land below this height of the relief is plain."),
      number_param<&P::summit>("summit", -1e4, 1e5, "m", "And above this one mountains."),
      number_param<&P::plains>("plains", 0.001, 1, "", "How steep the sides of valleys are in plains, by those in mountains."),
      number_param<&P::steepness>("steepness", 0.01, 3, "m/m", "Slope of the sides of valleys in mountains."),
      number_param<&P::concavity>(
          "concavity", 1.1, 3, "",
          "A stream is so much steeper than the one it flows into; the more, the nearer to a right angle they meet."),
      number_param<&P::roundness>("roundness", 0, 1, "", "How much of ridges is rounded off."),
      number_param<&P::width>("width", 0.1, 1000, "m",
                              "Of a trunk that drains one square of the spacing; others by the root of what they drain."),
      number_param<&P::bends>("bends", 0, 0.13, "", "How much rivers and ridges bend."),
      boolean_param<&P::settled>(
          "settled",
          "Streams lie no higher than the ground beside them, so that none runs along the top of a wall, and "
          "beds end where the sea is deep. Off: as the first worlds with endless rivers were."),
  };
  return list;
}

namespace endless {
namespace {

constexpr int bend_octaves = 7;
constexpr double bend_persistence = 0.43;

NoiseSpec bends(double length) {
  NoiseSpec spec = rough_noise(length, bend_octaves);
  spec.params.set("persistence", bend_persistence);
  return spec;
}

RiverLaws laws_of(const Params& params) {
  RiverLaws laws;
  laws.orders = params.orders;
  laws.finest = std::max<std::int64_t>(
      static_cast<std::int64_t>(
          std::floor(params.spacing * units_per_metre / static_cast<double>(1 << (params.orders - 1)) + 0.5)),
      1);
  laws.hill_slope = params.steepness;
  laws.concavity = params.concavity;
  laws.plains = params.plains;
  laws.foot = params.foot;
  laws.summit = params.summit;
  laws.width = params.width;
  laws.settled = params.settled;
  return laws;
}

ValleyLaws valleys_of(const RiverLaws& laws, double roundness) {
  const double finest = laws.spacing_metres(laws.orders - 1);
  const auto single = [](double value) { return static_cast<float>(value); };
  return {.smoothness = single(roundness),
          .far = single(finest),
          .far_rise = single(laws.hill_slope / finest),
          .reach = single(laws.valley_reach()),
          .river_reach = single(0.5 * finest),
          .least_width = single(laws.least_width),
          .dry_away = 400,
          .shelf = laws.settled ? 1.0F / 16 : 0};
}

}  // namespace

double Plan::farthest_bend() const {
  const auto farthest = [](const Noise& noise) { return std::max(std::abs(noise.range().low), std::abs(noise.range().high)); };
  return static_cast<double>(bend) * static_cast<double>(std::max(farthest(bend_x), farthest(bend_y))) + 1;
}

Box Plan::network_box(Point2 low, Point2 high, double around) const {
  return Box{low, high}.grown(static_cast<std::int64_t>(std::ceil((farthest_bend() + around) * units_per_metre)));
}

Result<Plan> make_plan(const Params& params, Seed seed, const std::string& path) {
  if (!(params.summit > params.foot))
    return Error{ErrorCode::invalid_value, path + "/summit", "must lie above the foot of mountains"};
  const auto make = [&](const NoiseSpec& noise, std::string_view name) -> Result<Noise> {
    Result<Noise> made = Noise::make(noise, seed.child(name));
    const std::string where = path + "/" + std::string(name);
    if (!made) return Error{made.error().code, where + made.error().path, made.error().message};
    if (!made->has_dimension(2)) return Error{ErrorCode::unsupported, where, "this noise does not exist in the plane"};
    return made;
  };
  CRATON_TRY(const Noise relief, make(*params.relief, "relief"));
  std::optional<Noise> ruggedness;
  if (params.ruggedness) {
    CRATON_TRY(Noise made, make(*params.ruggedness, "ruggedness"));
    ruggedness = std::move(made);
  }
  const double longest = 1.2 * params.spacing;
  CRATON_TRY(const Noise bend_x, make(bends(longest), "bends x"), bend_y = make(bends(longest), "bends y"));
  if (!bend_y) return bend_y.error();
  const RiverLaws laws = laws_of(params);
  // The weights of octaves add up to 1: the first one has 1 − persistence of it, and a little more.
  const double bend = params.bends * longest / (1 - bend_persistence);
  return Plan{SmoothLand(laws, relief, std::move(ruggedness), params.scale, params.offset),
              seed.child("network"),
              bend_x,
              *bend_y,
              static_cast<float>(bend),
              valleys_of(laws, params.roundness)};
}

namespace {

/// The place of the world that is bent to a place of the network: x = u − bend(x), again and again, from a guess of their
/// difference; bends are gentler than 1 m/m.
Point2 unbent(const Plan& plan, Point2 u, Point2& guess) {
  Point2 x{u.x + guess.x, u.y + guess.y};
  const auto units = [&](float value) {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(plan.bend * value) * units_per_metre + 0.5));
  };
  for (int i = 0; i < 60; ++i) {
    const Point2 next{u.x - units(plan.bend_x.at(x)), u.y - units(plan.bend_y.at(x))};
    const bool stands = std::abs(next.x - x.x) <= 1 && std::abs(next.y - x.y) <= 1;
    x = next;
    if (stands) break;
  }
  guess = {x.x - u.x, x.y - u.y};
  return x;
}

}  // namespace
}  // namespace endless

Result<std::vector<EndlessRiver>> endless_rivers_in(const StageSpec& spec, Seed seed, Point2 low, Point2 high, double step) {
  if (!(step > 0)) return Error{ErrorCode::invalid_value, "step", "must be more than 0"};
  const std::string path = "/" + spec.id;
  CRATON_TRY(check_noises(params_of<endless::Params>(), spec, path));
  CRATON_TRY(const endless::Plan plan, endless::make_plan(plain_params<endless::Params>(spec), seed.child(spec.id), path));
  const endless::Box box = plan.network_box(low, high, 0);
  std::vector<EndlessRiver> rivers;
  for (const endless::RiverPiece& piece : endless::rivers_in(plan.land, plan.seed, box)) {
    EndlessRiver river{.points = {}, .order = piece.order, .key = piece.key, .parent = piece.parent};
    Point2 guess{};
    const int count = std::max(1, static_cast<int>(std::min(std::ceil(piece.length / step), 1e6)));
    for (int i = 0; i <= (piece.is_lake() ? 0 : count); ++i) {
      const double t = static_cast<double>(i) / count;
      const auto along = [&](std::int64_t from, std::int64_t to) {
        return i == count ? to : from + static_cast<std::int64_t>(std::floor(t * static_cast<double>(to - from) + 0.5));
      };
      const double level = piece.level_at(t),
                   low_land = std::clamp(1 - level / static_cast<double>(endless::mouth_height), 0.0, 1.0);
      river.points.push_back({endless::unbent(plan, {along(piece.from.x, piece.to.x), along(piece.from.y, piece.to.y)}, guess),
                              level, piece.width(t) * (1 + static_cast<double>(endless::mouth_widening) * low_land * low_land)});
    }
    rivers.push_back(std::move(river));
  }
  return rivers;
}

}  // namespace craton
