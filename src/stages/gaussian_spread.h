#pragma once

#include <cstdint>
#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>

/// Values spread over a radius in metres, as by a bell: fast on grids however wide the bell.
namespace craton {

/// Spreads `values` in place; `radius` is the standard deviation of the bell. What one cell gives another, that other gives it
/// (by area): nothing is lost, and borders give back what would cross them.
Result<void> spread(const Domain& domain, std::span<float> values, double radius, const Execution& execution);

/// How many cells away a value can be felt on a plane.
std::uint32_t spread_reach(double radius, double spacing);

/// The widest bell on a sphere, whose cells have no rows to run along: it costs the square of the radius.
inline constexpr double widest_spread_on_sphere = 24;  // spacings

}  // namespace craton
