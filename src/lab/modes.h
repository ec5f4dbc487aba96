#pragma once

#include <cstdint>
#include <span>

namespace craton::lab {

struct Modes {
  int count = 0;
  double dip = 0;  ///< depth of the valley between the two highest modes, of the lower of them
};

/// The modes of a histogram: peaks from which one has to go down further than chance explains (five deviations of a Poisson
/// count, and 1 % of the highest bin) before a higher one is reached.
Modes modes_of(std::span<const std::uint64_t> counts);

}  // namespace craton::lab
