// Dunes in dry sand, grown from the ground and the wind (a local form of the continuum model of Sauermann, Kroy & Herrmann 2001
// and Kroy, Sauermann & Herrmann 2002; shelter and slip as in Werner 1995 and Paris et al. 2019). The upper `thickness` metres
// of the ground are loose. A cell has sand on the ground and sand in the air, both as a thickness. In a pass, from the old arrays
// into new ones:
//
//   air      The wind carries sand one cell on: to the neighbours downwind, by the square of the cosine.
//   speed    u = 1 + gain · (h − m), where m is the mean height upwind, fading over 0.15 wavelengths: faster up slopes and on
//            crests, slower behind them and in hollows. As a response to a wavy bed that leads it (Jackson & Hunt 1975), which
//            makes flat sand unstable.
//   load     The air can hold u³ of what it holds over flat ground, and comes to that within 0.025 wavelengths: it takes up what
//            is missing and drops what is too much. These two lengths make waves of about one wavelength grow fastest.
//   shelter  Behind a crest air is still below a roof that comes down by 15°. Sand falls there: slip faces.
//            On crests u is 2.5 at most where the ground is full of sand, which keeps long dunes in step with each other, and 1.8
//            where sand is scarce: then low flanks outrun the middle and become horns.
//   slip     Sand steeper than `repose` slides to lower neighbours.
//   sea      Sand that falls into the sea stays. Up to 0.0025 wavelengths above it sand is wet: flats that wind cannot deepen.
//
// Roof and mean come one cell further with each pass, as the sand does: much faster than dunes, so that they are always in step
// with the ground. Where little sand lies on rock, the same rules make barchans: rock gives nothing, and dunes outrun their
// horns. The first load in the air is uneven (`gusts`); without that, flat sand in an even wind stays flat. In the last eighth of
// the passes the wind has died: what is in the air falls and slopes come to rest. Sand is neither made nor lost.
//
// Cells of strength 0 take no sand: it gathers before them, as it does at the borders of a map that does not close.
#include <algorithm>
#include <cmath>
#include <functional>

#include <craton/base/math.h>
#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/each_cell.h"
#include "stages/erosion/passes.h"
#include "stages/gaussian_spread.h"
#include "stages/noise_on.h"
#include "stages/water/ice_wind_waves/blown_sand.h"
#include "surface/check_finite.h"

namespace craton {
namespace {

struct WindErosionParams {
  Change<float> layer = "height";
  Write<float> sand = "sand";
  Field thickness = 4.0, wind_east = 8.0, wind_north = 0.0, strength = 1.0;
  double wavelength = 200, repose = 0.65, gusts = 1;
  int iterations = 500;
  double reference_step = 0;
};

constexpr std::uint64_t block_cells = 1 << 14;
constexpr double quiet_part = 0.125;      // of the passes
constexpr double shelter_slope = 0.2679;  // 15°
constexpr double supply_radius = 0.5;     // wavelengths
constexpr double forward = 1.03;          // spacings that sand comes on in a pass, in the mean of all directions

SandRates rates_of(const WindErosionParams& params, double share, double spacing) {
  const double step = forward * spacing, wave = params.wavelength;
  const auto part_over = [&](double length) { return static_cast<float>(1 - math::exp(-step / length)); };
  return {.carried = static_cast<float>(0.001 * wave * share),
          .pick_up = part_over(0.025 * wave),
          .settle = part_over(0.05 * wave),
          .forget = part_over(0.15 * wave),
          .gain = static_cast<float>(10 / (0.15 * wave)),
          .sink = static_cast<float>(shelter_slope * step),
          .shade = static_cast<float>(0.0025 * wave),
          .dry = static_cast<float>(0.0025 * wave),
          .repose = static_cast<float>(params.repose)};
}

/// Uneven air to begin with, as wide as half a wavelength.
Result<Noise> gusts_on(const Domain& domain, const WindErosionParams& params, Seed seed, const std::string& path) {
  NoiseSpec source{.kind = "perlin"};
  source.params.set("frequency", 2 / params.wavelength);
  NoiseSpec sum{.kind = "fbm", .inputs = {{"source", source}}};
  sum.params.set("octaves", std::int64_t{2});
  return make_noise_on(domain, sum, seed.child("gusts"), path);
}

/// Leaves in `values`, which hold the thickness of sand, how much faster the wind blows on crests: by how much sand lies around.
Result<void> find_fastest(const Domain& domain, const WindErosionParams& params, std::span<float> values,
                          const Execution& execution) {
  CRATON_TRY(spread(domain, values, supply_radius * params.wavelength, execution));
  const auto scarce = static_cast<float>(0.008 * params.wavelength), plenty = static_cast<float>(0.02 * params.wavelength);
  return parallel_blocks(values.size(), block_cells, execution, [&](std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t i = first; i < end; ++i) {
      const float t = std::clamp((values[i] - scarce) / (plenty - scarce), 0.0F, 1.0F);
      values[i] = 1.8F + 0.7F * (t * t * (3 - 2 * t));
    }
  });
}

/// Takes the first load into the air, and looks at the ground.
Result<void> begin(const Domain& domain, const SandGround& ground, const WindErosionParams& params, const SandRates& rates,
                   std::span<const float> kept, SandState& state, StageContext& context) {
  const std::span<float> air = state.air.numbers(), roof = state.roof.numbers(), mean = state.mean.numbers();
  CRATON_TRY(const Noise noise, gusts_on(domain, params, context.seed, context.path + "/wavelength"));
  const auto gusts = static_cast<float>(4 * params.gusts);
  return noise_in_runs(domain, noise, air, context.execution, [&](std::uint64_t first, std::span<float> run) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      const auto c = static_cast<Cell>(first + i);
      const float height = ground.bed[c] + state.sand[c];
      roof[c] = mean[c] = height;
      const float power = carrying_power(ground.wind_east[c], ground.wind_north[c]);
      const float load = rates.carried * power * std::max(1 + gusts * run[i], 0.0F);
      const bool blown = height >= 0 && ground.strength[c] > 0;
      air[c] = blown ? std::min(load * ground.strength[c], 0.5F * state.sand[c]) : 0.0F;
      state.sand[c] -= kept.empty() ? air[c] : air[c] * (1 - kept[c]);
    }
  });
}

/// Puts the sand of a moment on the ground.
using ShowSand = std::function<Result<void>(const SandState&)>;

Result<void> run_passes(const Domain& domain, const SandGround& ground, const WindErosionParams& params,
                        const ErosionPasses& passes, SandState& state, SandState& next, const ShowSand& show,
                        StageContext& context) {
  const SandRates rates = rates_of(params, passes.share, spacing(domain));
  CRATON_TRY(const WindWays ways, WindWays::make(domain, ground, {context.execution.threads, nullptr, context.execution.cancel}));
  CRATON_TRY(begin(domain, ground, params, rates, ways.kept(), state, context));
  const auto dies_at = static_cast<std::uint32_t>((1 - quiet_part) * passes.count);
  SandState *from = &state, *to = &next;
  for (std::uint32_t i = 0; i < passes.count; ++i, std::swap(from, to)) {
    context.begin_iteration(i, passes.count);
    const WindNow now = i + 1 == passes.count ? WindNow::is_over : i >= dies_at ? WindNow::dies : WindNow::blows;
    CRATON_TRY(blow(domain, ground, ways, rates, now, *from, *to, context.execution));
    if (i + 1 < passes.count) CRATON_TRY(show(*to));
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  if (from != &state) std::copy(next.sand.begin(), next.sand.end(), state.sand.begin());
  return {};
}

Result<void> run(const WindErosionParams& params, StageContext& context) {
  CRATON_TRY(const ErosionPasses passes,
             advective_passes(params.iterations, params.reference_step, spacing(context.domain()), context.path));
  const std::span<float> height = params.layer;
  CRATON_TRY(check_finite(height, context.path + "/layer", "sand needs ground to lie on", context.execution));
  const Field& thickness = params.thickness;
  const auto count = static_cast<Cell>(height.size());
  Layer bed({.name = "bed"}, count), fastest({.name = "fastest"}, count), before({.name = "before"}, count),
      next_sand({.name = "sand"}, count);
  const SandGround ground{bed.numbers(), fastest.numbers(), params.strength, params.wind_east, params.wind_north};
  const Execution quiet{context.execution.threads, nullptr, context.execution.cancel};
  SandState state(count, params.sand), next(count, next_sand.numbers());
  CRATON_TRY(each_cell(count, quiet, [&](Cell c) {
    state.sand[c] = fastest.numbers()[c] = thickness[c];
    before.numbers()[c] = height[c];
    bed.numbers()[c] = height[c] - thickness[c];
  }));
  CRATON_TRY(find_fastest(context.domain(), params, fastest.numbers(), quiet));
  const ShowSand show = [&](const SandState& now) {
    return each_cell(count, quiet, [&](Cell c) {
      height[c] = now.sand[c] != thickness[c] ? before.numbers()[c] + (now.sand[c] - thickness[c]) : before.numbers()[c];
    });
  };
  if (passes.count > 0) CRATON_TRY(run_passes(context.domain(), ground, params, passes, state, next, show, context));
  return show(state);
}

Reach reach(const WindErosionParams& params, double metres) {
  const Result<ErosionPasses> passes = advective_passes(params.iterations, params.reference_step, metres, "");
  // Beside one for each pass: whether a neighbour lets sand in, and how much sand lies around. Too many are refused by the check.
  const std::uint32_t around = std::max(1u, spread_reach(supply_radius * params.wavelength, metres));
  return Reach::stencil(around + (passes ? passes->count : most_erosion_passes));
}

Result<void> check(const WindErosionParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  const Result<ErosionPasses> passes = advective_passes(params.iterations, params.reference_step, extent.spacing, path);
  return passes ? Result<void>() : passes.error();
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<WindErosionParams>() {
  using P = WindErosionParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground, sand included; what lies below 0 m is sea."),
      result_param<&P::sand>("sand", "How thick loose sand lies in the end: part of the ground.", "m"),
      field_param<&P::thickness>("thickness", 0, 1000, "m",
                                 "How much of the ground is loose dry sand in the beginning; thin sand on rock makes barchans."),
      field_param<&P::wind_east>("wind_east", -100, 100, "m/s", "The wind's part towards the east."),
      field_param<&P::wind_north>("wind_north", -100, 100, "m/s",
                                  "Its part towards the north; sand moves by the cube of the speed, up to 10 m/s."),
      number_param<&P::wavelength>("wavelength", 1, 1e6, "m",
                                   "From crest to crest, about; ten spacings at least, or no dunes grow."),
      number_param<&P::repose>("repose", 0.01, 10, "m/m", "The slope of slip faces: 0.65 is 33°."),
      number_param<&P::gusts>("gusts", 0, 1, "",
                              "How uneven the first sand in the air is: from what dunes begin on flat ground."),
      integer_param<&P::iterations>("iterations", 0, 100'000, "", "How long: sand blows one reference step in each."),
      number_param<&P::reference_step>("reference_step", 0, 1e7, "m",
                                       "The spacing that the iterations are meant for; 0 is that of the domain itself."),
      field_param<&P::strength>("strength", 0, 1, "", "How dry: 0 leaves a cell as it is, and sand gathers before it: a mask."),
  };
  return list;
}

const StageEntry& wind_erosion_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "wind_erosion",
      .title = "Wind erosion",
      .doc = "Wind takes up dry sand on slopes and crests and drops it in shelter: dunes with slip faces that wander "
             "downwind, in rows where sand is thick and as barchans where it is thin. No sand is lost. The usual wind of "
             "8 m/s blows 0.001 · wavelength · reference_step · iterations cubic metres over each metre of flat sand's "
             "front: this and the wavelength stay the same at another resolution, in iterations · reference_step / "
             "spacing passes. The dunes are the same ones, a little displaced. Take 20 to 40 spacings a wavelength.",
      .cite = "Kroy, Sauermann & Herrmann 2002; Werner 1995; Paris et al. 2019",
      .reach_doc = "stencil: 1 cell for each pass, and about 2 · wavelength / spacing",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
