#pragma once

#include <span>

#include <craton/base/export.h>
#include <craton/surface/domain.h>

namespace craton {

/// How a layer of numbers is read between its cells.
enum class Sampling {
  nearest,
  linear,  ///< continuous. Planes: bilinear. Sphere: over the site's neighbours, exact for constants
  cubic,   ///< continuous with its slope. Planes: Catmull–Rom. Sphere: a local fit over the neighbourhood
};

/// Beyond the border of a plane (its margin included) the border's own values go on.
CRATON_API float sample(const PlaneTile& tile, std::span<const float> values, Point2 position, Sampling sampling);
CRATON_API float sample(const Torus& torus, std::span<const float> values, Point2 position, Sampling sampling);
CRATON_API float sample(const CubeSphere& sphere, std::span<const float> values, const Vec3d& direction, Sampling sampling);

}  // namespace craton
