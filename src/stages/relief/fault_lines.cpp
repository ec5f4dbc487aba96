// Faults: the ground breaks along lines, one side rises and the other sinks. The classic method lets lines cross the whole map;
// here faults are as long as in nature and are scattered over the domain, so that a place finds those around it. A fault moves
// the ground in proportion to its length (Cowie & Scholz 1992), most in its middle and nothing at its tips (Barnett et al. 1987).
#include <array>
#include <cmath>

#include <craton/base/math.h>

#include "stages/all_stages.h"
#include "stages/relief/cell_patches.h"
#include "stages/relief/fault_shape.h"
#include "stages/relief/places_noise.h"

namespace craton {
namespace {

using namespace relief;

struct FaultLinesParams {
  Change<float> layer = "height";
  Field strength = 1.0;
  double spacing = 14'000;
  double length = 60'000, throw_height = 2200;
  double scarp = 2500, back_slope = 16'000;
  double rising = 0.65;
  double direction = 15, spread = 15;
  double facing = 0.8;
  double bend = 4000;
};

constexpr double shortest = 0.3;  // of the length

struct Fault {
  Point3 place;
  GroundFrame frame;
  double east, south;  ///< of the direction along it
  double side;         ///< 1: the ground rises on the right of it; −1: on the left
  FaultShape shape;
};

/// Faults of different lengths: the shorter, the more, as N(> L) ∝ 1 / L.
Fault make_fault(const Domain& domain, const FaultLinesParams& params, const ScatterPoint& point) {
  Dice dice(point.random);
  const double size = shortest / dice.between(shortest, 1);
  const double degrees = params.direction + dice.between(-1, 1) * params.spread;
  const double angle = degrees * (3.14159265358979323846 / 180);
  const double side = dice.unit() < params.facing ? 1 : -1;
  // Clockwise from the north.
  return {point.place,
          ground_frame(domain, point.place),
          math::sin(angle),
          -math::cos(angle),
          side,
          FaultShape{static_cast<float>(params.length * size / 2), static_cast<float>(params.throw_height * size),
                     static_cast<float>(std::min(params.scarp, params.back_slope * size)),
                     static_cast<float>(params.back_slope * size), static_cast<float>(params.rising)}};
}

/// How far from its middle a fault moves the ground, bent as it may be: no component of the bend is larger than it.
double reach_of(double half_length, double back_slope, double bend) {
  return std::sqrt(half_length * half_length + back_slope * back_slope) + 2 * bend;
}

/// A place must not have to look at too many.
Result<void> check_density(const FaultLinesParams& params, double farthest, const std::string& path) {
  const double reach = reach_of(params.length / 2, params.back_slope, params.bend), side = 2 * reach / params.spacing;
  if (reach > farthest)
    return Error{ErrorCode::invalid_value, path + "/length",
                 "with length, back_slope and bend together the longest faults would reach around the sphere"};
  if (side * side <= 20'000) return {};
  return Error{ErrorCode::invalid_value, path + "/spacing",
               "too many faults reach every place; take a wider spacing, or a shorter length, back_slope or bend"};
}

class FaultField {
 public:
  FaultField(const Domain& domain, const FaultLinesParams& params, Seed seed, const PlacesNoise& bend)
      : domain_(domain),
        params_(params),
        scatter_(domain, seed.child("faults"), 1 / (params.spacing * params.spacing)),
        bend_(bend) {}

  void add_to(const Patch& patch, std::span<float> out) const {
    std::vector<ScatterPoint> points;
    scatter_.collect(patch.box.grown(reach_of(params_.length / 2, params_.back_slope, params_.bend)), points);
    std::array<std::array<float, Patch::capacity>, 3> moved;
    bend_.at(patch, moved);
    std::array<float, Patch::capacity> height{};
    for (const ScatterPoint& point : points) {
      const Fault fault = make_fault(domain_, params_, point);
      const Vec3d place = metres_from(patch.base, fault.place);
      const double reach = reach_of(double{fault.shape.half_length}, double{fault.shape.back_slope}, params_.bend);
      for_each_near(patch, place, reach, [&](std::size_t i) {
        Vec3d away{patch.x[i] - place.x, patch.y[i] - place.y, patch.z[i] - place.z};
        const double stretch = fault.frame.stretch(dot(away, away));
        away = {away.x + double{moved[0][i]}, away.y + double{moved[1][i]}, away.z + double{moved[2][i]}};
        const double east = dot(away, fault.frame.east) * stretch, south = dot(away, fault.frame.south) * stretch;
        height[i] += fault_height(fault.shape, static_cast<float>(east * fault.east + south * fault.south),
                                  static_cast<float>((south * fault.east - east * fault.south) * fault.side));
      });
    }
    for (std::size_t i = 0; i < patch.count; ++i) {
      const Cell cell = patch.cell[i];
      const float share = params_.strength[cell];
      if (share != 0) out[cell] += share * height[i];
    }
  }

 private:
  const Domain& domain_;
  const FaultLinesParams& params_;
  Scatter scatter_;
  const PlacesNoise& bend_;
};

Result<void> run(const FaultLinesParams& params, StageContext& context) {
  CRATON_TRY(check_density(params, farthest_reach(context.domain()), context.path));
  const std::span<float> out = params.layer.values();
  const Domain& domain = context.domain();
  // Traces bend over a third of a fault's length and less.
  CRATON_TRY(const PlacesNoise bend,
             PlacesNoise::make(domain, context.seed.child("bend"), params.length / 3, 5, params.bend, context.path + "/bend"));
  const FaultField faults(domain, params, context.seed, bend);
  return for_each_patch(
      domain, context.execution, [&](const Patch& patch) { faults.add_to(patch, out); },
      side_of_patches(reach_of(params.length / 2, params.back_slope, params.bend), spacing(domain)));
}

Result<void> check(const FaultLinesParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_density(params, farthest_reach(domain), path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<FaultLinesParams>() {
  using P = FaultLinesParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground that breaks."),
      field_param<&P::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 moves it fully: a mask."),
      number_param<&P::spacing>("spacing", 0.1, 1e7, "m",
                                "Mean distance between the middles of faults: one in each square of this side."),
      number_param<&P::length>("length", 0.1, 1e7, "m",
                               "Of the longest faults, from tip to tip; the shortest have three tenths of it."),
      number_param<&P::throw_height>("throw", 0, 1e5, "m",
                                     "How far the two sides of the longest faults are moved against each other; of others in "
                                     "proportion to their length."),
      number_param<&P::scarp>("scarp", 0.1, 1e6, "m", "Width of the steep slope between the two sides."),
      number_param<&P::back_slope>("back_slope", 0.1, 1e7, "m",
                                   "How far from the longest faults the ground is tilted; from others in proportion."),
      number_param<&P::rising>("rising", 0, 1, "",
                               "The share of the throw by which one side rises; the other sinks by the rest."),
      number_param<&P::direction>("direction", -360, 360, "°", "Where faults run: 0 is north, 90 east."),
      number_param<&P::spread>("spread", 0, 90, "°", "How far directions stray to both sides: 90 is any direction."),
      number_param<&P::facing>(
          "facing", 0, 1, "",
          "The share of faults whose rising side is on the right of their direction; of others it is the left."),
      number_param<&P::bend>("bend", 0, 1e6, "m", "How far faults stray from straight lines."),
  };
  return list;
}

const StageEntry& fault_lines_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "fault_lines",
      .title = "Fault lines",
      .doc = "Breaks the ground along scattered faults: steep scarps on one side, tilted blocks behind them, as in basin and "
             "range country.",
      .cite = "Cowie & Scholz 1992; Barnett et al. 1987",
  });
  return entry;
}

}  // namespace craton
