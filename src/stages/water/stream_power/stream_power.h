#pragma once

#include <optional>
#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>

#include "stages/water/routing/flow_router.h"
#include "stages/water/stream_power/hillslopes.h"
#include "stages/water/stream_power/incision.h"
#include "stages/water/stream_power/sediment.h"

namespace craton {

/// What acts on the ground: dh/dt = uplift − K A^m S^n + D ∇²h + deposits.
struct StreamPowerTerms {
  double m = 0.5, n = 1;
  double head_area = 0;  ///< m² above channel heads: K (A + head_area)^m S^n, and slopes creep only there
  double deposition = 0;
  double sea_level = 0;
  Field uplift = 0.0005;     ///< m/year
  Field erodibility = 5e-6;  ///< K, m^(1 − 2m)/year
  Field rain = 1.0;          ///< weight of a cell in the area of catchments
  Field diffusivity = 0.0;   ///< D, m²/year
  Field lakes = 0.0;         ///< where water may end, beside the sea and borders
  Field strength = 1.0;      ///< of all of these
};

/// Wears ground down by rivers and hillslopes, step by step; it keeps its memory from one step to the next (about 32 bytes a
/// cell, 44 with hillslopes).
///
///     StreamPower power(domain, terms);
///     for (…) CRATON_TRY(power.step(heights, 100'000, execution));
class StreamPower {
 public:
  /// The domain and the layers behind the fields must outlive it.
  StreamPower(const Domain& domain, const StreamPowerTerms& terms);

  /// Errors have the path "" where a height is no number and "diffusivity" where slopes creep too far.
  Result<void> step(std::span<float> heights, double years, const Execution& execution);

  /// Of the last step, before its ground changed.
  const FlowGraph& graph() const { return router_.graph(); }
  /// Catchments, weighted by rain, in cells of the mean size.
  std::span<const float> areas() const { return areas_.span(); }

 private:
  Result<void> gather_water(const Execution& execution);
  Result<void> raise(std::span<const float> heights, double years, const Execution& execution);
  Result<void> cut(const Execution& execution);
  Result<void> take_over(std::span<float> heights, const Execution& execution);
  Result<void> creep(std::span<float> heights, double years, const Execution& execution);

  const Domain& domain_;
  StreamPowerTerms terms_;
  FlowRouter router_;
  FlatArray<float> areas_;
  FlatArray<float> sizes_;  ///< of cells, where they are not all the same
  FlatArray<CutCell> cells_;
  SedimentLoad load_;
  std::optional<Hillslopes> slopes_;
  FlatArray<float> conductances_;
};

}  // namespace craton
