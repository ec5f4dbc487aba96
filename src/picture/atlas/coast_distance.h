#pragma once

#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/ground.h>
#include <craton/picture/image.h>

namespace craton::atlas {

/// Pixels to the coast: below 0 at sea, above 0 on land, never farther than `reach`. Across borders that wrap. Heights of NaN are
/// land. Felzenszwalb & Huttenlocher 2012, "Distance transforms of sampled functions".
Result<std::vector<float>> coast_distance(FloatView heights, const Ground& ground, double reach, const Execution& execution);

/// Running means over `radius` samples to each side, on both axes, three times: nearly a bell.
Result<void> soften(std::vector<float>& values, std::uint32_t width, int radius, const Ground& ground,
                    const Execution& execution);

}  // namespace craton::atlas
