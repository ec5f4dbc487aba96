#include "noise/program.h"

#include <algorithm>

namespace craton {

Result<std::shared_ptr<Noise::Program>> Noise::Program::make(const NoiseSpec& spec, Seed seed, const NoiseRepeat& repeat) {
  auto program = std::make_shared<Noise::Program>();
  program->spec = spec;
  program->store = GeneratorStore(repeat);
  std::optional<Error> missing;
  bool any = false;
  for (const int dimensions : {2, 3, 1, 4}) {
    const auto d = static_cast<std::size_t>(dimensions - 1);
    Compiler compiler(program->store, program->spec, seed, dimensions, false);
    Result<NoisePlan> plan = compiler.compile();
    if (!plan) {
      if (plan.error().code != ErrorCode::unsupported) return plan.error();
      if (!missing) missing = plan.error();
      continue;
    }
    program->plans[d] = std::move(*plan);
    // One range for all dimensions.
    const ValueRange range = compiler.range();
    program->range = any ? ValueRange{std::min(program->range.low, range.low), std::max(program->range.high, range.high)} : range;
    any = true;
    if (dimensions > max_slope_dimensions) continue;
    Result<NoisePlan> slopes = Compiler(program->store, program->spec, seed, dimensions, true).compile();
    if (slopes)
      program->slope_plans[d] = std::move(*slopes);
    else
      program->no_slopes = slopes.error();
  }
  if (!any) return *missing;
  return program;
}

}  // namespace craton
