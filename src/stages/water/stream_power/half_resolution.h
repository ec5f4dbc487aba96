#pragma once

#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/domain.h>

/// The same world with half as many cells along each side, for what is found coarsely first and then refined. Positions are
/// shares of the whole: where a side is odd, or a map has borders, which stay borders, coarse cells are not quite twice as wide.
namespace craton {

/// Cells along the shortest side: of a face, on spheres.
std::uint32_t shortest_side(const Domain& domain);

/// A plane tile becomes a map with borders. The sites of a coarser sphere lie in the middle of their cells.
Result<Domain> half_resolution(const Domain& domain, const Execution& execution);

/// Means of the cells around, for each cell of the coarser domain.
Result<void> averaged(const Domain& fine, std::span<const float> values, const Domain& coarse, std::span<float> out,
                      const Execution& execution);
/// The largest value of the cells around.
Result<void> largest_around(const Domain& fine, std::span<const float> values, const Domain& coarse, std::span<float> out,
                            const Execution& execution);
/// How what is refined is displaced, each place by a noise of its own, so that straight lines of the coarse cells do not stay
/// straight.
struct Bend {
  double distance = 0;  ///< metres at most; 0 for none
  double wave = 1;      ///< metres
  Seed seed{};
};

/// Interpolated by cubics, for each cell of the finer domain, which may be finer by several halvings. A coarse sphere must be one
/// of half_resolution().
Result<void> refined(const Domain& coarse, std::span<const float> values, const Domain& fine, std::span<float> out,
                     const Bend& bend, const Execution& execution);

}  // namespace craton
