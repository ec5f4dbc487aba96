#pragma once

#include "noise/compiler.h"
#include "noise/grid_in_runs.h"

namespace craton {

/// The plans of a noise in each dimension; missing where it has no such form.
struct Noise::Program {
  NoiseSpec spec;  ///< plans are made from this copy
  ValueRange range;
  GeneratorStore store;
  std::array<std::optional<NoisePlan>, max_dimensions> plans, slope_plans;
  std::optional<Error> no_slopes;  ///< why the last dimension tried has no derivatives

  const NoisePlan* plan(int dimensions) const { return chosen(plans, dimensions); }
  const NoisePlan* slope_plan(int dimensions) const { return chosen(slope_plans, dimensions); }

  static Result<std::shared_ptr<Program>> make(const NoiseSpec& spec, Seed seed, const NoiseRepeat& repeat);

 private:
  static const NoisePlan* chosen(const std::array<std::optional<NoisePlan>, max_dimensions>& list, int dimensions) {
    if (dimensions < 1 || dimensions > static_cast<int>(max_dimensions)) return nullptr;
    const auto& found = list[static_cast<std::size_t>(dimensions - 1)];
    return found ? &*found : nullptr;
  }
};

/// Where results go: the value, then its derivatives along each axis if the plan has them.
using Outputs = std::span<const std::span<float>>;

/// `finish` may be null; see grid_in_runs.
Result<void> fill_grid(const NoisePlan& plan, std::span<const std::unique_ptr<Generator>> generators, const GridShape& shape,
                       Outputs out, const Execution& execution, const FinishRun* finish = nullptr);

/// One batch of points; `out` has room for its points each.
void fill_points(const NoisePlan& plan, std::span<const std::unique_ptr<Generator>> generators, const PointBatch& batch,
                 std::span<float* const> out);
/// A single point of a plan that is nothing but a sum of octaves.
float value_at(const NoisePlan& plan, std::span<const std::unique_ptr<Generator>> generators, const std::int64_t* position,
               int dimensions);

}  // namespace craton
