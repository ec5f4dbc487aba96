#pragma once

#include "picture/view/camera.h"
#include "picture/view/tracer.h"

namespace craton::view {

/// Ground as triangles around a camera that stands in it: rays of points from the camera's foot outwards, dense where the picture
/// looks and as far apart as a few of its pixels. Near ground is finer than cells, far ground as fine as can be seen, and a
/// torus goes on until `reach`.
Result<Tracer> mesh_around(const Ground& ground, const Stand& stand, const Camera& camera, double reach,
                           const Execution& execution);

/// The whole ground, a point a cell or more, in the frame of the stand. With a `base` below it has sides down to there.
Result<Tracer> mesh_of_all(const Ground& ground, const Stand& stand, const float* base, const Execution& execution);

}  // namespace craton::view
