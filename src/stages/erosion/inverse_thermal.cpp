// Inverse thermal erosion (Olsen 2004; Strazdiņš 2013): where the largest drop d_max from a cell to a neighbour is at most the
// talus, 0 < d_max ≤ talus · length, the cell gives (strength / 2) · d_max to that lowest neighbour (of equal ones the first
// link). Flats become flatter and slopes stay steep.
//
// All cells at once, into a new array (Jacobi). Where n cells give to the same one, each gives 1/n of that: a cell then gives at
// most ½ and takes at most ½ of the drops of its links, so that a pass is h' = A h with a symmetric A of weights ≥ 0: no new
// extremes, where four givers at full rate would turn a pit into a peak. (Strengths above 1 are for those who want to see that:
// Strazdiņš 2013, fig. 3.12.4.6.)
//
// Over a link the smaller strength of its two cells counts; on a sphere what moves is a volume, of the smaller of the two areas.
#include "stages/erosion/inverse_thermal.h"

#include <algorithm>

#include "base/parallel.h"
#include "stages/all_stages.h"

namespace craton {
namespace {

struct InverseThermalParams {
  Change<float> layer = "height";
  Field talus = 0.3, strength = 1.0;
  int iterations = 3;
  double reference_step = 0;
  Neighbourhood neighbourhood = Neighbourhood::von_neumann;
};

constexpr std::uint32_t cells_a_pass = 3;  // what a cell gives depends on who else gives there, and that on his neighbours

/// Which cell a cell of a sphere gives to, or no_cell.
Cell taker_of(const CubeSphere& sphere, const GravityPass& pass, Cell cell) {
  Link to;
  for_each_neighbour(sphere, pass.neighbourhood, cell, [&](Link link) {
    if (to.to == no_cell || pass.in[link.to] < pass.in[to.to]) to = link;
  });
  const float drop = pass.in[cell] - pass.in[to.to];
  return drop > 0 && drop <= pass.talus[cell] * to.length ? to.to : no_cell;
}

/// The part of the drops of all its givers that a cell takes.
float rate_of(const CubeSphere& sphere, const GravityPass& pass, std::span<const std::int32_t> takers, Cell cell) {
  float givers = 0;
  for_each_neighbour(sphere, pass.neighbourhood, cell, [&](Link link) {
    if (static_cast<Cell>(takers[link.to]) == cell) givers += 1;
  });
  return pass.strength[cell] * 0.5F / std::max(givers, 1.0F) * pass.share;
}

/// Cubic metres that go from a cell to its taker.
double volume(const CubeSphere& sphere, const GravityPass& pass, std::span<const float> rates, Cell from, Cell to) {
  const float gift = (pass.in[from] - pass.in[to]) * let_through(pass.strength[to], pass.strength[from]) * rates[to];
  return gift * std::min(sphere.area(from), sphere.area(to));
}

Result<void> sphere_pass(const CubeSphere& sphere, const GravityPass& pass, const Execution& execution) {
  constexpr std::uint64_t block_cells = 1 << 14;
  const Cell count = sphere.cell_count();
  Layer taker_scratch({.name = "takers", .type = LayerType::integer}, count), rate_scratch({.name = "rates"}, count);
  const std::span<std::int32_t> takers = taker_scratch.integers();
  const std::span<float> rates = rate_scratch.numbers();
  const Execution silent{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(parallel_blocks(count, block_cells, silent, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c) takers[c] = static_cast<std::int32_t>(taker_of(sphere, pass, c));
  }));
  CRATON_TRY(parallel_blocks(count, block_cells, silent, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c) rates[c] = rate_of(sphere, pass, takers, c);
  }));
  return parallel_blocks(count, block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c) {
      double change = 0;
      for_each_neighbour(sphere, pass.neighbourhood, c, [&](Link link) {
        if (static_cast<Cell>(takers[link.to]) == c) change += volume(sphere, pass, rates, link.to, c);
      });
      if (const auto taker = static_cast<Cell>(takers[c]); taker != no_cell) change -= volume(sphere, pass, rates, c, taker);
      pass.out[c] = pass.in[c] + static_cast<float>(change / sphere.area(c));
    }
  });
}

Result<void> run(const InverseThermalParams& params, StageContext& context) {
  CRATON_TRY(const ErosionPasses passes,
             diffusive_passes(params.iterations, params.reference_step, spacing(context.domain()), context.path));
  const GravityPass pass{.talus = params.talus, .strength = params.strength, .neighbourhood = params.neighbourhood};
  return run_gravity(*params.layer, passes, pass, {inverse_thermal_strip, sphere_pass, cells_a_pass}, context);
}

Reach reach(const InverseThermalParams& params, double metres) {
  return diffusive_reach(params.iterations, params.reference_step, metres, cells_a_pass);
}

Result<void> check(const InverseThermalParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_diffusive(params.iterations, params.reference_step, domain, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<InverseThermalParams>() {
  using P = InverseThermalParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground that settles."),
      field_param<&P::talus>("talus", 0, 100, "m/m", "The steepest slope that is flattened; steeper ones stay."),
      field_param<&P::strength>("strength", 0, 2, "",
                                "How much of half the drop moves in an iteration; 0 leaves a cell as it is: a mask. Above 1 a "
                                "cell ends below the neighbour that it gave to: new pits and peaks come up."),
      integer_param<&P::iterations>("iterations", 0, 1'000'000, "", "How often, at the reference step."),
      number_param<&P::reference_step>("reference_step", 0, 1e7, "m",
                                       "The spacing that the iterations are meant for; 0 is that of the domain itself."),
      choice_param<&P::neighbourhood>(
          "neighbourhood", "Which neighbours: all eight, the four that share a side, or the four that share a corner."),
  };
  return list;
}

const StageEntry& inverse_thermal_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "inverse_thermal",
      .title = "Inverse thermal erosion",
      .doc = "Gentle slopes settle into their lowest neighbour and steep ones stay: flat plains beside steep mountains. "
             "Nothing is lost. At another resolution iterations · (reference_step / spacing)² passes flatten forms of "
             "the same size in metres. On a sphere a side or corner is one in the frame of the cell's own face.",
      .cite = "Olsen 2004; Strazdiņš 2013",
      .reach_doc = "stencil: 3 cells for each pass",
  });
  return entry;
}

}  // namespace craton
