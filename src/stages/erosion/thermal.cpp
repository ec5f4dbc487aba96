// Thermal erosion (Musgrave, Kolb & Mace 1989; Strazdiņš 2013 with the errata of its formula): ground on slopes steeper than
// the talus slides to lower neighbours. A cell whose drops d_i exceed talus · length_i by e_i gives to each such neighbour
//     strength · e_max · d_i / Σ d,       e_max the largest excess, the sum over the neighbours with an excess,
// but never more than 1 / (2 · links) of the drop. All cells at once, into a new array (Jacobi): without that bound four slopes
// around a pit would make it a peak in one pass, and a peak a pit in the next. With it a pass is h' = A h with a symmetric A of
// weights ≥ 0 whose own weights are ≥ ½: nothing leaves the range of its neighbours, and nothing swings.
//
// What crosses a link is the giver's rate times the drop, the smaller strength of the two cells counting; on a sphere it is a
// volume, of the smaller of the two areas. Beyond the borders of a map is nothing that could take or give.
#include "stages/erosion/thermal.h"

#include <algorithm>

#include "base/parallel.h"
#include "stages/all_stages.h"

namespace craton {
namespace {

struct ThermalParams {
  Change<float> layer = "height";
  Field talus = 0.6, strength = 0.5;
  int iterations = 30;
  double reference_step = 0;
  Neighbourhood neighbourhood = Neighbourhood::moore;
};

constexpr std::uint32_t cells_a_pass = 2;  // what a neighbour gives depends on its own neighbours

/// What a cell of a sphere gives for a metre of drop.
float rate_of(const CubeSphere& sphere, const GravityPass& pass, Cell cell) {
  float most = 0, total = 0;
  for_each_neighbour(sphere, pass.neighbourhood, cell, [&](Link link) {
    const float drop = pass.in[cell] - pass.in[link.to];
    const float excess = drop - pass.talus[cell] * link.length;
    if (!(excess > 0)) return;
    most = std::max(most, excess);
    total += drop;
  });
  if (!(most > 0)) return 0;
  return std::min(pass.strength[cell] * (most / total), thermal_bound(pass.neighbourhood)) * pass.share;
}

/// Cubic metres that go from one cell to another.
double volume(const CubeSphere& sphere, const GravityPass& pass, std::span<const float> rates, Cell from, Cell to, float length) {
  const float drop = pass.in[from] - pass.in[to];
  if (!(drop > pass.talus[from] * length)) return 0;
  const float gift = drop * let_through(pass.strength[from], pass.strength[to]) * rates[from];
  return gift * std::min(sphere.area(from), sphere.area(to));
}

Result<void> sphere_pass(const CubeSphere& sphere, const GravityPass& pass, const Execution& execution) {
  constexpr std::uint64_t block_cells = 1 << 14;
  Layer scratch({.name = "rates"}, sphere.cell_count());
  const std::span<float> rates = scratch.numbers();
  const Execution silent{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(parallel_blocks(rates.size(), block_cells, silent, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) rates[c] = rate_of(sphere, pass, static_cast<Cell>(c));
  }));
  return parallel_blocks(rates.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c) {
      double got = 0, given = 0;
      for_each_neighbour(sphere, pass.neighbourhood, c, [&](Link link) {
        got += volume(sphere, pass, rates, link.to, c, link.length);
        given += volume(sphere, pass, rates, c, link.to, link.length);
      });
      pass.out[c] = pass.in[c] + static_cast<float>((got - given) / sphere.area(c));
    }
  });
}

Result<void> run(const ThermalParams& params, StageContext& context) {
  CRATON_TRY(const ErosionPasses passes,
             diffusive_passes(params.iterations, params.reference_step, spacing(context.domain()), context.path));
  const GravityPass pass{.talus = params.talus, .strength = params.strength, .neighbourhood = params.neighbourhood};
  return run_gravity(*params.layer, passes, pass, {thermal_strip, sphere_pass, cells_a_pass}, context);
}

Reach reach(const ThermalParams& params, double metres) {
  return diffusive_reach(params.iterations, params.reference_step, metres, cells_a_pass);
}

Result<void> check(const ThermalParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_diffusive(params.iterations, params.reference_step, domain, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ThermalParams>() {
  static const ParamInfo list[] = {
      layer_param<&ThermalParams::layer>("layer", "The ground that slides."),
      field_param<&ThermalParams::talus>("talus", 0, 100, "m/m", "The steepest slope at which ground rests."),
      field_param<&ThermalParams::strength>(
          "strength", 0, 1, "",
          "How much of the excess over the talus slides in an iteration; 0 leaves a cell as it is: a mask."),
      integer_param<&ThermalParams::iterations>("iterations", 0, 1'000'000, "", "How often, at the reference step."),
      number_param<&ThermalParams::reference_step>(
          "reference_step", 0, 1e7, "m", "The spacing that the iterations are meant for; 0 is that of the domain itself."),
      choice_param<&ThermalParams::neighbourhood>(
          "neighbourhood", "To which neighbours: all eight, the four that share a side, or the four that share a corner."),
  };
  return list;
}

const StageEntry& thermal_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "thermal",
      .title = "Thermal erosion",
      .doc = "Ground on slopes steeper than the talus slides to lower neighbours until it rests; nothing is lost. At "
             "another resolution iterations · (reference_step / spacing)² passes spread the ground equally far in "
             "metres. On a sphere a side or corner is one in the frame of the cell's own face.",
      .cite = "Musgrave, Kolb & Mace 1989; Strazdiņš 2013",
      .reach_doc = "stencil: 2 cells for each pass",
  });
  return entry;
}

}  // namespace craton
