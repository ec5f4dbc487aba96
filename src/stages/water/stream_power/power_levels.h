#pragma once

#include <memory>
#include <vector>

#include <craton/base/seed.h>

#include "stages/water/stream_power/stream_power.h"

namespace craton {

/// One size of the ground: the finest is the world itself, each further one has half the cells along each side.
struct PowerLevel {
  const Domain* domain = nullptr;
  std::unique_ptr<Domain> own_domain;  ///< of coarser levels
  StreamPowerTerms terms;
  std::vector<FlatArray<float>> layers;  ///< behind the terms of coarser levels
  FlatArray<float> before;               ///< the ground at the beginning
  Seed seed{};                           ///< of the noise that displaces what a finer level takes from this one
};

/// How a level spends its years.
struct PowerSchedule {
  std::uint32_t steps = 1;
  double years = 0;  ///< of each step
};

/// How many levels there are: as asked, or as many as leave 96 cells or more along the shortest side, so that maps of the same
/// world at different resolutions begin with the same few cells.
std::uint32_t level_count(const Domain& domain, int asked);

/// The years of the finest level first. A halving of cells adds little valleys, which are in balance after a tenth of the
/// duration; the coarsest level has the rest.
std::vector<PowerSchedule> schedule(double duration, double time_step, std::uint32_t levels);

/// The finest first. Heights and terms of each coarser one are means of the one before.
Result<std::vector<PowerLevel>> make_levels(const Domain& domain, const StreamPowerTerms& terms, std::span<const float> heights,
                                            std::uint32_t count, Seed seed, const Execution& execution);

/// What the ground of a finer level is, where a coarser one has come to `heights`: its own ground at the beginning and the change
/// there, smoothly interpolated. Ends of water keep their height.
Result<void> refine_change(const PowerLevel& coarse, std::span<const float> heights, const PowerLevel& fine, std::span<float> out,
                           const Execution& execution);

}  // namespace craton
