// Valleys dug by ice. Snow that outlives summer is gathered down the flow graph of the ice surface, as water is (Hergarten 2021;
// Deal & Prasicek 2021): what a cell passes on is its discharge Q, and where melting has eaten it the glacier ends. From the
// ends of the glaciers up, ice is as thick as it must be to flow: it yields where thickness · slope of its surface reaches a
// stress (Nye 1951), here in metres, growing slowly with Q. That is a quadratic equation a cell,
//     (s − h) (s − s_r) = length · stress(Q),        s the surface, h the ground, r the receiver,
// and whatever lies below the surface that so arises belongs to the glacier: trunk valleys are filled from wall to wall, and the
// ground below may rise downstream while the surface still falls, which makes lake basins, and fjords with a sill.
//
// Ice digs by the discharge of the glacier that a cell belongs to, (Q / Q₀)^(3/8): small glaciers dig less than the trunk that
// they join, so their valleys are left hanging. It plucks steep rock faster than flat floors, and in a V the walls hold it back
// at the bottom, so that a valley is widened more than deepened (Harbor 1988): the bed is rounded over a radius that grows with
// the thickness, and becomes a U. Walls that became too steep break; ice carries everything away. Thin ice does not dig:
// headwalls stand, and the hollows below them grow into cirques.
//
// The climate is that of the ground before, so that glaciers do not melt away by digging. Everything is done in a number of
// steps, each over the whole, since ice and ground shape each other.
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/each_cell.h"
#include "stages/water/ice_wind_waves/neighbour_mean.h"
#include "stages/water/on_planes.h"
#include "stages/water/routing/flow_router.h"

namespace craton {
namespace {

struct GlacialParams {
  Change<float> layer = "height";
  Write<float> ice = "ice";
  Field snow_line = 1000.0, depth = 800.0, strength = 1.0;
  double thickness = 1, fjord_depth = 800;
  int steps = 24, rounds = 0;
  OnPlanes on_planes = OnPlanes::refuse;
};

constexpr float balance_gradient = 0.007F;        // m/year for each metre above the snow line (Oerlemans 2001)
constexpr float most_snow = 1.5F, most_melt = 8;  // m/year
constexpr float ice_age_sea = -120;               // m: so much of the sea was ice (Clark & Mix 2002)
constexpr float yield_stress = 4;                 // m · (m³/year)^(−1/8): two bars for a glacier of a million m³ a year
constexpr float width_of_glacier = 0.1F;          // m · (m³/year)^(−1/2): a kilometre for a hundred million
constexpr float grip_of_glacier = 0.04F;          // the same unit: how far beside its middle a glacier still digs
constexpr float tongue_slope = 0.08F;             // of the ice that a glacier pushes into side valleys without their own
constexpr float great_discharge = 2e7F;           // m³/year: of a glacier that digs by `depth`
constexpr float idle_thickness = 15, full_thickness = 80;  // m: thinner ice is frozen to its bed
constexpr float bed_radius = 0.35F, thickest = 600;  // rounding of the bed: a share of the thickness, which counts up to 600 m
constexpr float wall_slope = 1.2F;                   // m/m: steeper rock breaks
constexpr float sill = 200;                          // m above the deepest fjord: from here on down ice begins to float
constexpr double evening_radius = 100;               // m: over which streaks of the flow graph are evened out
constexpr float swath = 250;                         // m: a bell of that radius is as high as a line so wide, √(2π) · 100
constexpr double most_passes = 256;                  // enough from a spacing of 9 m on
constexpr int settling_steps = 4, breaking_passes = 3;
constexpr float largest_share = 0.8F;  // of the way to the neighbours' mean in one pass
constexpr std::uint64_t block_cells = 1 << 14;

template <class T>
class Glaciers {
 public:
  Glaciers(const T& topology, const Domain& domain, const GlacialParams& params, const Execution& execution)
      : topology_(topology),
        domain_(domain),
        params_(params),
        execution_{.threads = execution.threads, .cancel = execution.cancel},
        router_(domain),
        ground_(*params.layer),
        ice_(*params.ice),
        before_({.name = "before"}, ground_.size()),
        surface_({.name = "surface"}, ground_.size()),
        stream_({.name = "stream"}, ground_.size()),
        scratch_({.name = "scratch"}, ground_.size()) {
    for (Layer* copy : {&before_, &surface_}) std::copy_n(ground_.numbers().data(), ground_.size(), copy->numbers().data());
  }

  /// Ice on the ground as it is.
  Result<void> flow() {
    CRATON_TRY(router_.route(surface_.numbers(), {.sea_level = ice_age_sea}, execution_));
    gather_snow();
    CRATON_TRY(widen_streams());
    CRATON_TRY(receiver_lengths(domain_, router_.graph().receiver.span(), scratch_.numbers(), execution_));
    build_ice();
    return even_surface();
  }

  /// What that ice does to the ground.
  Result<void> dig() {
    CRATON_TRY(find_rates());
    CRATON_TRY(even_rates());
    CRATON_TRY(lower_bed());
    CRATON_TRY(round_bed());
    for (int i = 0; i < breaking_passes; ++i) CRATON_TRY(break_walls());
    return {};
  }

  Result<void> write_thickness() {
    const std::span<float> out = ice_.numbers();
    const Ice now = ice();
    return each([&](Cell c) { out[c] = now.thickness(c); });
  }

 private:
  template <class F>
  Result<void> each(F&& f) {
    return each_cell(ground_.size(), execution_, f);
  }

  /// Every cell goes to next(c, d), d being the way to the mean of its neighbours; all at once.
  template <class Next>
  Result<void> blend(Layer& values, Next&& next) {
    const float* old = values.numbers().data();
    float* fresh = scratch_.numbers().data();
    CRATON_TRY(parallel_blocks(values.size(), block_cells, execution_, [&](std::uint64_t begin, std::uint64_t end) {
      towards_neighbours(topology_, old, fresh, static_cast<Cell>(begin), static_cast<Cell>(end));
      for (auto c = static_cast<Cell>(begin); c < end; ++c) fresh[c] = next(c, fresh[c]);
    }));
    values.swap_values(scratch_);
    return {};
  }

  /// Spreads values over a radius: a pass with the share k widens a point by k / 1.5 of the spacing squared (see `smooth`).
  struct Spread {
    int passes;
    float share;
  };
  Spread spread_over(double metres) const {
    const double cells = metres / topology_.spacing();
    const double passes = std::clamp(std::ceil(1.5 * cells * cells / largest_share), 1.0, most_passes);
    return {static_cast<int>(passes), static_cast<float>(std::min<double>(1.5 * cells * cells / passes, largest_share))};
  }

  /// The ice as it lies; layers trade their arrays, so ask for it anew in each pass.
  struct Ice {
    const float *surface, *ground;
    bool at(Cell c) const { return surface[c] > ground[c]; }
    float thickness(Cell c) const { return std::max(surface[c] - ground[c], 0.0F); }
  };
  Ice ice() const { return {surface_.numbers().data(), ground_.numbers().data()}; }

  /// Metres of ice that a year adds or takes.
  float balance(float height, float snow_line) const {
    return std::clamp(balance_gradient * (height - snow_line), -most_melt, most_snow);
  }

  /// Discharges, m³/year. Ice that fills a valley melts all over its width and draws on the trunk: there the sum may be
  /// negative. Where a glacier comes to new ground its width is guessed.
  void gather_snow() {
    const FlowGraph& graph = router_.graph();
    const std::span<float> discharge = ice_.numbers();
    const std::span<const float> before = before_.numbers();
    const auto spacing = static_cast<float>(topology_.spacing());
    const Ice old = ice();
    std::fill(discharge.begin(), discharge.end(), 0.0F);
    for (const Cell c : graph.order) {
      const float gain = balance(before[c], params_.snow_line[c]), arriving = discharge[c];
      auto area = static_cast<float>(topology_.area(c));
      if (old.at(c)) {
        discharge[c] = arriving + gain * area;
      } else {
        if (gain < 0 && arriving > 0) area = std::max(area, width_of_glacier * std::sqrt(arriving) * spacing);
        discharge[c] = std::max(arriving + gain * area, 0.0F);
      }
      const Cell to = graph.receiver[c];
      if (to != c) discharge[to] += discharge[c];
    }
  }

  /// The discharge in a swath: the same whether ice comes down in one line of cells or in many side by side, so that the spacing
  /// of cells does not count.
  Result<void> widen_streams() {
    const std::span<float> wide = stream_.numbers();
    const std::span<const float> discharge = ice_.numbers();
    const Spread spread = spread_over(evening_radius);
    const auto lines = static_cast<float>(std::max(swath / topology_.spacing(), 1.0));
    CRATON_TRY(each([&](Cell c) { wide[c] = std::max(discharge[c], 0.0F) * lines; }));
    for (int i = 0; i < spread.passes; ++i) {
      const std::span<const float> old = stream_.numbers();
      CRATON_TRY(blend(stream_, [&](Cell c, float way) { return old[c] + spread.share * way; }));
    }
    return {};
  }

  /// From the ends of glaciers up: the surface; and the discharge becomes that of the glacier that a cell belongs to.
  void build_ice() {
    const FlowGraph& graph = router_.graph();
    const std::span<const float> ground = ground_.numbers(), lengths = scratch_.numbers();
    const std::span<float> surface = surface_.numbers(), discharge = ice_.numbers(), stream = stream_.numbers();
    for (std::size_t i = graph.order.size(); i-- > 0;) {
      const Cell c = graph.order[i], to = graph.receiver[c];
      surface[c] = ground[c];
      if (to == c) continue;
      const float below = surface[to], thick_below = below - ground[to], above_ground = below - ground[c];
      if (discharge[c] > 0) {
        const float stress = static_cast<float>(params_.thickness) * yield_stress * std::sqrt(std::sqrt(std::sqrt(stream[c])));
        const float half = 0.5F * above_ground;
        surface[c] = 0.5F * (ground[c] + below) + std::sqrt(half * half + lengths[c] * stress);
      } else if (thick_below > 0) {
        surface[c] = std::max(ground[c], below - tongue_slope * lengths[c]);
      }
      if (thick_below > 0 && above_ground > 0) {
        const float grip = grip_of_glacier * std::sqrt(stream[to]);
        const float part = std::min(above_ground / thick_below, 1.0F) * grip / (grip + lengths[c]);
        stream[c] = std::max(stream[c], part * stream[to]);
      }
    }
  }

  /// One receiver a cell makes streaks; ice has none.
  Result<void> even_surface() {
    const Spread spread = spread_over(evening_radius);
    for (int i = 0; i < spread.passes; ++i) {
      const Ice old = ice();
      CRATON_TRY(blend(surface_, [&](Cell c, float way) {
        return old.at(c) ? std::max(old.ground[c], old.surface[c] + spread.share * way) : old.surface[c];
      }));
    }
    return {};
  }

  /// Of `depth`, how much a cell is dug.
  Result<void> find_rates() {
    const std::span<float> rates = ice_.numbers();
    const std::span<const float> ground = ground_.numbers(), stream = stream_.numbers();
    const Ice now = ice();
    const auto spacing = static_cast<float>(topology_.spacing());
    return each([&](Cell c) {
      if (!now.at(c)) {
        rates[c] = 0;
        return;
      }
      float steepest = 0;
      topology_.for_each_link(c, [&](Link link) { steepest = std::max(steepest, (ground[c] - ground[link.to]) / link.length); });
      const float gripping = (now.thickness(c) - idle_thickness) / (full_thickness - idle_thickness);
      const float root = std::sqrt(std::sqrt(stream[c] / great_discharge)), discharge = root * std::sqrt(root);
      const float plucking = 0.8F + std::min(steepest, wall_slope);
      const float width = std::max(width_of_glacier * std::sqrt(stream[c]), swath);
      const float covered = std::min(width / spacing, 1.0F);  // of a cell that is wider than its glacier
      rates[c] = std::min(discharge, 1.5F) * std::clamp(gripping, 0.0F, 1.0F) * plucking * covered;
    });
  }

  Result<void> even_rates() {
    const Spread spread = spread_over(evening_radius);
    const Ice now = ice();
    for (int i = 0; i < spread.passes; ++i) {
      const std::span<const float> rates = ice_.numbers();
      CRATON_TRY(blend(ice_, [&](Cell c, float way) { return now.at(c) ? rates[c] + spread.share * way : rates[c]; }));
    }
    return {};
  }

  Result<void> lower_bed() {
    const std::span<float> ground = ground_.numbers();
    const std::span<const float> rates = ice_.numbers();
    const auto deepest = -static_cast<float>(params_.fjord_depth);
    const Ice now = ice();
    return each([&](Cell c) {
      const float above = ground[c] - deepest;
      if (!now.at(c) || !(params_.strength[c] > 0) || !(above > 0)) return;
      const float dug = params_.depth[c] / static_cast<float>(params_.steps) * rates[c] * std::min(above / sill, 1.0F);
      ground[c] -= std::min(dug, above) * params_.strength[c];
    });
  }

  Result<void> round_bed() {
    const Spread spread = spread_over(bed_radius * thickest / std::sqrt(double(params_.steps)));
    const std::span<const float> rates = ice_.numbers();
    for (int i = 0; i < spread.passes; ++i) {
      const Ice now = ice();
      CRATON_TRY(blend(ground_, [&](Cell c, float way) {
        if (!now.at(c) || !(rates[c] > 0) || !(params_.strength[c] > 0)) return now.ground[c];
        const float radius = std::min(now.thickness(c) / thickest, 1.0F);
        return now.ground[c] + spread.share * radius * radius * std::min(rates[c], 1.0F) * params_.strength[c] * way;
      }));
    }
    return {};
  }

  /// Above ground that was dug. Rock that stood steeper before may stay so.
  Result<void> break_walls() {
    const std::span<const float> ground = ground_.numbers(), before = before_.numbers();
    const auto highest = [&](Cell c) {
      float limit = ground[c];
      topology_.for_each_link(c, [&](Link link) {
        if (!(ground[link.to] < before[link.to])) return;
        const float may_rise = std::max(wall_slope * link.length, before[c] - before[link.to]);
        limit = std::min(limit, ground[link.to] + may_rise);
      });
      return limit;
    };
    const std::span<float> fresh = scratch_.numbers();
    CRATON_TRY(each([&](Cell c) {
      const float limit = params_.strength[c] > 0 ? highest(c) : ground[c];
      fresh[c] = limit < ground[c] ? ground[c] + 0.5F * params_.strength[c] * (limit - ground[c]) : ground[c];
    }));
    ground_.swap_values(scratch_);
    return {};
  }

  const T& topology_;
  const Domain& domain_;
  const GlacialParams& params_;
  Execution execution_;
  FlowRouter router_;
  Layer &ground_, &ice_;  // ice: discharges and rates; in the end the thickness
  Layer before_, surface_, stream_, scratch_;
};

template <class T>
Result<void> carve(const T& topology, const GlacialParams& params, StageContext& context) {
  Glaciers<T> glaciers(topology, context.domain(), params, context.execution);
  for (int i = 0; i < settling_steps; ++i) CRATON_TRY(glaciers.flow());
  const auto rounds = static_cast<std::uint32_t>(params.rounds > 0 ? std::min(params.rounds, params.steps) : params.steps);
  for (std::uint32_t i = 0; i < rounds; ++i) {
    context.begin_iteration(i, rounds);
    CRATON_TRY(glaciers.dig());
    CRATON_TRY(glaciers.flow());
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  return glaciers.write_thickness();
}

Result<void> run(const GlacialParams& params, StageContext& context) {
  Result<void> done = std::visit([&](const auto& topology) { return carve(topology, params, context); }, context.domain());
  if (!done && done.error().path.empty()) return Error{done.error().code, context.path + "/layer", done.error().message};
  return done;
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<GlacialParams>() {
  static const ParamInfo list[] = {
      layer_param<&GlacialParams::layer>("layer", "The ground that ice digs into."),
      field_param<&GlacialParams::snow_line>(
          "snow_line", -1e5, 1e5, "m",
          "Height above which snow outlives summer in ice ages; on a globe lower towards the poles."),
      field_param<&GlacialParams::depth>("depth", 0, 1e4, "m",
                                         "How deep a great glacier digs: one fed by some twenty square kilometres of snow."),
      number_param<&GlacialParams::fjord_depth>("fjord_depth", 0, 1e4, "m",
                                                "Ice digs no deeper below sea level than this: there it floats."),
      number_param<&GlacialParams::thickness>("thickness", 0.1, 10, "",
                                              "How thick ice gets, and so how wide valleys: 1 as on Earth."),
      integer_param<&GlacialParams::steps>("steps", 1, 1000, "", "How often the ice is found anew while it digs."),
      integer_param<&GlacialParams::rounds>("rounds", 0, 1000, "",
                                            "Ends after so many of its steps, to watch the ice at work; 0: after all."),
      field_param<&GlacialParams::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 lets ice do its work: a mask."),
      result_param<&GlacialParams::ice>("ice", "How thick the ice lies in the valleys that it has dug.", "m"),
      on_planes_param<&GlacialParams::on_planes>(),
  };
  return list;
}

const StageEntry& glacial_erosion_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "glacial_erosion",
      .title = "Valleys dug by ice",
      .doc = "Glaciers of an ice age flow from above the snow line down the valleys that there are, and make them "
             "troughs: U-shaped, with hanging side valleys, cirques at their heads, basins for lakes, and fjords where "
             "they meet the sea. Land without ice stays as it is. Best after stream_power. All lengths are metres: "
             "another resolution is the same world, sharper. Made for spacings of some ten to a hundred metres: below 9 m "
             "the ice is evened over fewer metres, and above 250 m a cell sinks by its share of the trough.",
      .cite = "Nye 1951; Harbor 1988; Hergarten 2021; Deal & Prasicek 2021",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
