#pragma once

#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/ground.h>
#include <craton/picture/image.h>

namespace craton {

/// The steepest slope at each sample in degrees, by central differences; a plane has its exact angle. NaN where there is no
/// height.
CRATON_API Result<std::vector<float>> slope_degrees(FloatView heights, const Ground& ground, const Execution& execution = {});

/// How the ground bends, in 1/km, above 0 where it is convex (Zevenbergen & Thorne 1987).
enum class Curvature {
  mean,     ///< over all directions: crests and peaks above 0, gullies and pits below
  profile,  ///< down the slope: shoulders above 0, feet of slopes below
  plan,     ///< along the contour: spurs above 0, hollows below; 0 on level ground
};

/// NaN where there is no height.
CRATON_API Result<std::vector<float>> curvature_per_km(FloatView heights, const Ground& ground, Curvature kind = Curvature::mean,
                                                       const Execution& execution = {});

/// Heights without forms smaller than 2^levels samples (levels 0 … 5; fewer on small maps): means, and B-splines through them.
/// NaN stays where it is.
CRATON_API Result<std::vector<float>> smoothed_heights(FloatView heights, const Ground& ground, int levels,
                                                       const Execution& execution = {});

}  // namespace craton
