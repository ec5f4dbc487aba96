#pragma once

#include <span>
#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>

#include "surface/flat_array.h"

namespace craton {

/// Soil creeps down its slope: dh/dt = ∇ · (D ∇h) on any domain. What crosses a link leaves one cell and reaches the other, so
/// that nothing is lost but what goes into cells that hold their height.
class Hillslopes {
 public:
  explicit Hillslopes(const Domain& domain);

  /// The conductance of cells that hold their height, whatever reaches them: the sea, borders, lakes.
  static constexpr float holds = 3e38F;

  /// `conductances` are D (m²/year) of each cell; a link has the lower of its two. What holds counts as no lower than
  /// `base_level`, and all else is no lower. An error with the path "diffusivity" where it would need too many passes.
  Result<void> creep(std::span<float> heights, std::span<const float> conductances, float base_level, double years,
                     const Execution& execution);

 private:
  template <class T>
  Result<void> creep_on(const T& topology, std::span<float> heights, std::span<const float> conductances, float base_level,
                        double years, const Execution& execution);

  const Domain& domain_;
  double most_ = 0;  ///< the largest sum of a cell's weights, 1/m²: what limits an explicit pass
  FlatArray<float> stages_[2];
};

}  // namespace craton
