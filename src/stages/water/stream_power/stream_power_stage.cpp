// Rivers cut into rising ground. Stream power (Howard 1994; Whipple & Tucker 1999): dh/dt = U − K A^m S^n + D ∇²h, solved
// implicitly in one walk over the flow graph (Braun & Willett 2013), with deposits of Yuan et al. 2019, coarse to fine.
#include <algorithm>

#include "stages/all_stages.h"
#include "stages/water/stream_power/power_levels.h"
#include "stages/water/water_params.h"
#include "surface/check_finite.h"

namespace craton {
namespace {

struct StreamPowerParams : WaterParams {
  Change<float> layer = "height";
  Field uplift = 0.0005;
  Field erodibility = 5e-6;
  double m = 0.5, n = 1;
  double head_area = 40'000;
  Field rain = 1.0;
  Field diffusivity = 0.03;
  double deposition = 0;
  double duration = 5e6, time_step = 100'000;
  int levels = 0, rounds = 0;
  Field strength = 1.0;
};

Error placed(const Error& error, const std::string& path, const std::string& param) {
  return {error.code, path + "/" + (error.path.empty() ? param : error.path), error.message};
}

/// The loops inside a step are many and short: progress is told by iterations.
Execution quiet_execution(const StageContext& context) {
  return {.threads = context.execution.threads, .cancel = context.execution.cancel};
}

/// Runs the levels from the coarsest to the world itself.
class PowerRun {
 public:
  PowerRun(Layer& layer, std::vector<PowerLevel> levels, std::vector<PowerSchedule> plan, int rounds, StageContext& context)
      : layer_(layer), levels_(std::move(levels)), plan_(std::move(plan)), context_(context) {
    // A whole coarse level costs about as much as some steps of the finest: it counts as one iteration.
    iterations_ = static_cast<std::uint32_t>(levels_.size()) - 1 + plan_[0].steps;
    if (rounds > 0) iterations_ = std::min(iterations_, static_cast<std::uint32_t>(rounds));
  }

  Result<void> run() {
    FlatArray<float> heights;
    for (std::size_t level = levels_.size() - 1; level > 0 && done_ < iterations_; --level) {
      context_.begin_iteration(done_++, iterations_);
      CRATON_TRY(run_coarse(level, heights));
      CRATON_TRY(refine_change(levels_[level], heights.span(), levels_[0], layer_.numbers(), quiet()));
      CRATON_TRY(context_.end_iteration(*context_.surface));
    }
    if (done_ == iterations_) return {};
    levels_.resize(1);
    levels_[0].before = {};
    StreamPower power(context_.domain(), levels_[0].terms);
    while (done_ < iterations_) {
      context_.begin_iteration(done_++, iterations_);
      CRATON_TRY(power.step(layer_.numbers(), plan_[0].years, quiet()));
      CRATON_TRY(context_.end_iteration(*context_.surface));
    }
    return {};
  }

 private:
  /// `heights` are those that the level above came to, and become those of this one.
  Result<void> run_coarse(std::size_t index, FlatArray<float>& heights) {
    const PowerLevel& level = levels_[index];
    FlatArray<float> mine(level.before.size());
    if (heights.empty())
      std::copy(level.before.begin(), level.before.end(), mine.begin());
    else
      CRATON_TRY(refine_change(levels_[index + 1], heights.span(), level, mine.span(), quiet()));
    StreamPower power(*level.domain, level.terms);
    for (std::uint32_t step = 0; step < plan_[index].steps; ++step)
      CRATON_TRY(power.step(mine.span(), plan_[index].years, quiet()));
    heights = std::move(mine);
    return {};
  }

  Execution quiet() const { return quiet_execution(context_); }

  Layer& layer_;
  std::vector<PowerLevel> levels_;
  std::vector<PowerSchedule> plan_;
  StageContext& context_;
  std::uint32_t iterations_ = 1, done_ = 0;
};

Result<void> run(const StreamPowerParams& params, StageContext& context) {
  const StreamPowerTerms terms{.m = params.m,
                               .n = params.n,
                               .head_area = params.head_area,
                               .deposition = params.deposition,
                               .sea_level = params.sea_level,
                               .uplift = params.uplift,
                               .erodibility = params.erodibility,
                               .rain = params.rain,
                               .diffusivity = params.diffusivity,
                               .lakes = params.lakes,
                               .strength = params.strength};
  // On the world itself: a coarser level would tell a cell of its own.
  CRATON_TRY(check_finite(params.layer.values(), context.path + "/layer", "water cannot run there", context.execution));
  if (params.duration == 0) return {};
  const std::uint32_t count = level_count(context.domain(), params.levels);
  CRATON_TRY(std::vector<PowerLevel> levels,
             make_levels(context.domain(), terms, params.layer.values(), count, context.seed, quiet_execution(context)));
  Result<void> done =
      PowerRun(*params.layer, std::move(levels), schedule(params.duration, params.time_step, count), params.rounds, context)
          .run();
  if (!done && done.error().code == ErrorCode::invalid_value) return placed(done.error(), context.path, "layer");
  return done;
}

Result<void> check(const StreamPowerParams& params, const StageSpec&, const DomainSpec&, const std::string& path) {
  if (params.duration / params.time_step <= 100'000) return {};
  return Error{ErrorCode::invalid_value, path + "/time_step", "duration has more than 100 000 of them"};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<StreamPowerParams>() {
  using P = StreamPowerParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground."),
      field_param<&P::uplift>("uplift", -1, 1, "m/year", "How fast rock rises; below 0 it sinks. The sea's floor stays."),
      field_param<&P::erodibility>(
          "erodibility", 0, 1, "m^(1-2m)/year",
          "K: how fast rivers cut, smaller for harder rock. Its unit depends on m: 1/year for m = 0.5. In "
          "balance the slope is (uplift / (K A^m))^(1/n)."),
      number_param<&P::m>("m", 0, 2, "", "The power of the catchment's area; m / n is the concavity of rivers."),
      number_param<&P::n>("n", 0.3, 4, "", "The power of the slope; 1 is fastest to compute."),
      number_param<&P::head_area>(
          "head_area", 0, 1e12, "m²",
          "What each catchment counts more, as if the ground above channel heads had so much: it bounds the "
          "slope of crests, which else grows with the resolution."),
      field_param<&P::rain>("rain", 0, 1000, "", "How much each square metre counts in the area of catchments."),
      field_param<&P::diffusivity>("diffusivity", 0, 1000, "m²/year",
                                   "How fast hillslopes creep, which rounds crests; rivers carry away what reaches them."),
      number_param<&P::deposition>("deposition", 0, 10, "",
                                   "How readily rivers lay their load down again: about 1 on Earth, 0 for never."),
      number_param<&P::duration>("duration", 0, 1e10, "years", "How long."),
      number_param<&P::time_step>("time_step", 1, 1e9, "years",
                                  "Rivers look for their way anew after so long; large ones are safe, but less exact."),
      integer_param<&P::levels>(
          "levels", 0, 10, "",
          "Most of the years pass on coarser copies of the world, each with half the cells along a side: how "
          "many there are, the world itself included. 0 is as many as leave 96 cells, 1 is the world alone."),
      integer_param<&P::rounds>(
          "rounds", 0, 1'000'000, "",
          "Ends after so many of its iterations, each a coarser copy or a time step of the world itself, to "
          "watch it at work; 0: after all."),
      sea_level_param(),
      lakes_param(),
      field_param<&P::strength>("strength", 0, 1, "", "How fast all this goes; 0 leaves a cell as it is: a mask."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

const StageEntry& stream_power_stage() {
  static const StageEntry entry = whole_stage_of<run, check>({
      .id = "stream_power",
      .title = "Rivers cut into rising ground",
      .doc = "Uplift raises the land, rivers cut down by the area of their catchment and their slope, hillslopes creep: "
             "valleys like branches, and ranges between them. All lengths are metres and times years; areas are in m², so "
             "that another resolution is the same world with smaller valleys added. The sea, borders of maps that have "
             "them, and lakes are where rivers end; where there is none of these, the lowest cell is.",
      .cite = "Braun & Willett 2013; Yuan et al. 2019; Cordonnier, Bovy & Braun 2019",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
