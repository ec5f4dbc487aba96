#pragma once

#include <vector>

#include <craton/picture/relief.h>

namespace craton::picture {

/// What falls on the ground, and how the ground stands: crests near 1, hollows near −1.
struct ReliefShade {
  std::vector<float> light, tone;
};
Result<ReliefShade> relief_shade(FloatView heights, const Ground& ground, const ReliefOptions& relief,
                                 const Execution& execution);

}  // namespace craton::picture
