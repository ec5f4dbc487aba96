// Hydraulic erosion on a grid (after Musgrave, Kolb & Mace 1989 and Olsen 2004), all cells at once, into new arrays (Jacobi).
// A cell holds ground h, water w and in it a load s of sediment, all in metres. A pass:
//   rain      w += rain.
//   flow      The surface h + w falls by d_i to lower neighbours (less over longer links: d_i is a slope times the spacing).
//             Water goes there in proportion: min(w, bound · Σ d) in all, and load with it as it is mixed. On slopes all water
//             goes one cell further in a pass; where it stands, the bound levels it without swinging (thermal.h).
//   ground    What leaves, q, can carry C = capacity · q · min(√q, 1) · slope. Less load than that takes up a part of what is
//             missing, more lays down a part of the surplus. The exponent above 1 is what makes gullies: two small waters that
//             join carry more than the two alone, so hollows deepen (Smith & Bretherton 1972); where slopes end, the load stays
//             and makes fans. The step is shortened where C answers strongly to a change of the ground (`response`). A cut is at
//             most a quarter of the drop to the lowest neighbour and leaves no bank steeper than `banks`, a fill at most a
//             quarter of the rise to the highest neighbour and half of the water's depth: neither pits nor spikes.
//   air       w loses a share.
// Heights are floats, coarser than what a pass moves: the ground takes what its number can hold, and exactly the rest stays in
// the load, so that ground + load is kept. It rains for three quarters of the time; at the end all load is laid down where it is.
//
// Protected cells (strength 0) let water pass but no load: it stays before them.
#include "stages/erosion/hydraulic.h"

#include <cmath>
#include <cstring>

#include <craton/base/hash.h>
#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/erosion/hydraulic_cells.h"
#include "stages/erosion/passes.h"

namespace craton {
namespace {

struct HydraulicParams {
  Change<float> layer = "height";
  Write<float> water = "water";
  Write<float> sediment = "sediment";
  Field rain = 0.01, capacity = 30.0, banks = 0.8, solubility = 0.3, settling = 0.3, evaporation = 0.02, strength = 1.0;
  int iterations = 100;
  double reference_step = 0;
  Neighbourhood neighbourhood = Neighbourhood::moore;
};

constexpr std::uint32_t cells_a_pass = 2;  // what comes from a neighbour depends on its own neighbours
constexpr double rainy_part = 0.75;        // of the passes

Result<void> grid_pass(const GridFrame& frame, const HydraulicPass& pass, const Execution& execution) {
  return for_each_strip(frame, 0, execution, [&](const GridStrip& strip) { hydraulic_strip(pass, strip); });
}
Result<void> one_pass(const PlaneTile& tile, const HydraulicPass& pass, const Execution& execution) {
  return grid_pass(grid_frame(tile), pass, execution);
}
Result<void> one_pass(const Torus& torus, const HydraulicPass& pass, const Execution& execution) {
  return grid_pass(grid_frame(torus), pass, execution);
}

Result<void> one_pass(const CubeSphere& sphere, const HydraulicPass& pass, const Execution& execution) {
  constexpr std::uint64_t block_cells = 1 << 14;
  const Cell count = sphere.cell_count();
  Layer rate_scratch({.name = "rates"}, count), concentration_scratch({.name = "concentrations"}, count);
  const std::span<float> rates = rate_scratch.numbers(), concentrations = concentration_scratch.numbers();
  const auto links = [&](Cell cell, auto&& f) { for_each_neighbour(sphere, pass.neighbourhood, cell, f); };
  const auto area = [&](Cell cell) { return sphere.area(cell); };
  const Execution silent{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(parallel_blocks(count, block_cells, silent, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c) {
      const Outflow flow = outflow_of(pass, c, links);
      rates[c] = flow.rate;
      concentrations[c] = flow.concentration;
    }
  }));
  return parallel_blocks(count, block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c) {
      const HydraulicCell after = after_pass(pass, c, rates, concentrations, links, area);
      pass.height_out[c] = after.height;
      pass.water_out[c] = after.water;
      pass.load_out[c] = after.load;
      pass.deposit[c] = after.deposit;
    }
  });
}

/// height + load, rounded up or down by chance, with odds by what is nearer: else the last grains, too fine for a height, would
/// all be lost. The chance comes from the numbers themselves, so that a place has the same in every tile.
float laid_down(float height, float load) {
  const double exact = double{height} + load;
  const auto nearest = static_cast<float>(exact);
  const float low = nearest > exact ? std::nextafter(nearest, -HUGE_VALF) : nearest, high = std::nextafter(low, HUGE_VALF);
  std::uint32_t bits[2];
  std::memcpy(&bits[0], &height, sizeof height);
  std::memcpy(&bits[1], &load, sizeof load);
  const std::uint64_t hash = mix64(bits[0] | std::uint64_t{bits[1]} << 32);
  const double chance = static_cast<double>(hash >> 11) * 0x1p-53;
  return chance * (double{high} - low) < exact - low ? high : low;
}

Result<void> lay_down_all(std::span<float> height, std::span<const float> load, std::span<float> deposit,
                          const Execution& execution) {
  return parallel_blocks(height.size(), 1 << 15, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) {
      if (!(load[c] > 0)) continue;
      const float after = laid_down(height[c], load[c]);
      deposit[c] = std::max(deposit[c] + (after - height[c]), 0.0F);
      height[c] = after;
    }
  });
}

HydraulicPass first_pass(const HydraulicParams& params, const ErosionPasses& passes, double metres) {
  return {.rain = params.rain,
          .solubility = params.solubility,
          .settling = params.settling,
          .capacity = params.capacity,
          .banks = params.banks,
          .evaporation = params.evaporation,
          .strength = params.strength,
          .neighbourhood = params.neighbourhood,
          .spacing = static_cast<float>(metres),
          .share = static_cast<float>(passes.share),
          .time = static_cast<float>(params.iterations / static_cast<double>(passes.count))};
}

/// The layers and their twins that the next pass fills.
class Arrays {
 public:
  Arrays(Layer& height, Layer& water, Layer& deposit)
      : height_(height),
        water_(water),
        deposit_(deposit),
        load_({.name = "load"}, height.size()),
        next_height_({.name = "height"}, height.size()),
        next_water_({.name = "water"}, height.size()),
        next_load_({.name = "load"}, height.size()) {}

  void put_into(HydraulicPass& pass) {
    pass.height_in = height_.numbers().data();
    pass.water_in = water_.numbers().data();
    pass.load_in = load_.numbers().data();
    pass.height_out = next_height_.numbers().data();
    pass.water_out = next_water_.numbers().data();
    pass.load_out = next_load_.numbers().data();
    pass.deposit = deposit_.numbers().data();
  }
  void swap() {
    height_.swap_values(next_height_);
    water_.swap_values(next_water_);
    load_.swap_values(next_load_);
  }
  Result<void> lay_down(const Execution& execution) {
    return lay_down_all(height_.numbers(), load_.numbers(), deposit_.numbers(), {execution.threads, nullptr, execution.cancel});
  }

 private:
  Layer &height_, &water_, &deposit_;
  Layer load_, next_height_, next_water_, next_load_;
};

Result<void> run_passes(HydraulicPass pass, std::uint32_t count, Arrays& arrays, StageContext& context) {
  const auto dry_from = static_cast<std::uint32_t>(std::ceil(rainy_part * count));
  for (std::uint32_t i = 0; i < count; ++i) {
    context.begin_iteration(i, count);
    if (i >= dry_from) pass.rain = 0.0;
    arrays.put_into(pass);
    CRATON_TRY(std::visit([&](const auto& topology) { return one_pass(topology, pass, context.execution); }, context.domain()));
    arrays.swap();
    if (i + 1 == count) CRATON_TRY(arrays.lay_down(context.execution));
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  return {};
}

Result<void> run(const HydraulicParams& params, StageContext& context) {
  const double metres = spacing(context.domain());
  CRATON_TRY(const ErosionPasses passes, advective_passes(params.iterations, params.reference_step, metres, context.path));
  for (const std::span<float> layer : {params.water.values(), params.sediment.values()})
    std::fill(layer.begin(), layer.end(), 0.0F);
  Arrays arrays(*params.layer, *params.water, *params.sediment);
  return run_passes(first_pass(params, passes, metres), passes.count, arrays, context);
}

Reach reach(const HydraulicParams& params, double metres) {
  const Result<ErosionPasses> passes = advective_passes(params.iterations, params.reference_step, metres, "");
  return Reach::stencil(cells_a_pass * (passes ? passes->count : most_erosion_passes));  // too many are refused by the check
}

Result<void> check(const HydraulicParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  const Result<ErosionPasses> passes = advective_passes(params.iterations, params.reference_step, extent.spacing, path);
  return passes ? Result<void>() : passes.error();
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<HydraulicParams>() {
  using P = HydraulicParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground."),
      result_param<&P::water>("water", "Water that still stands or runs at the end.", "m"),
      result_param<&P::sediment>("sediment", "What water has laid down and not taken again.", "m"),
      field_param<&P::rain>("rain", 0, 10, "m", "How much falls in an iteration; it rains for the first three quarters."),
      field_param<&P::capacity>("capacity", 0, 1000, "", "Metres of load that one metre of water carries down a slope of 1."),
      field_param<&P::solubility>("solubility", 0, 1, "",
                                  "The part of a missing load that ground gives in an iteration: small for hard rock."),
      field_param<&P::settling>("settling", 0, 1, "", "The part of a surplus of load that comes to rest in an iteration."),
      field_param<&P::banks>("banks", 0, 100, "m/m", "The steepest side of a gully: no deeper cut beside higher ground."),
      field_param<&P::evaporation>("evaporation", 0, 1, "", "The part of the water that vanishes in an iteration."),
      field_param<&P::strength>("strength", 0, 1, "", "How much the ground changes; 0 leaves a cell as it is: a mask."),
      integer_param<&P::iterations>("iterations", 0, 100'000, "", "How long: water runs at most one reference step in each."),
      number_param<&P::reference_step>("reference_step", 0, 1e7, "m",
                                       "The spacing that the iterations are meant for; 0 is that of the domain itself."),
      choice_param<&P::neighbourhood>(
          "neighbourhood", "Where water goes: to all eight, the four that share a side, or the four that share a corner."),
  };
  return list;
}

const StageEntry& hydraulic_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "hydraulic",
      .title = "Hydraulic erosion",
      .doc = "Rain runs down, takes ground with it where it gathers and runs fast, and lays it down where it slows: "
             "gullies and fans. Nothing is lost. At another resolution iterations · reference_step / spacing passes let "
             "the same rain run equally far in metres, in channels as wide as a cell. On a sphere a side or corner is "
             "one in the frame of the cell's own face.",
      .cite = "Musgrave, Kolb & Mace 1989; Olsen 2004; Smith & Bretherton 1972",
      .reach_doc = "stencil: 2 cells for each pass",
  });
  return entry;
}

}  // namespace craton
