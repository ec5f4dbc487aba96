#pragma once

#include <embree3/rtcore.h>

#include <string>

#include <craton/base/progress.h>

#include "picture/view/vec.h"

/// What the tracers share of Embree (Wald and others 2014).
namespace craton::view {

inline std::string settings_for(const Execution& execution) {
#if defined(CRATON_EMBREE_ALONE)
  static_cast<void>(execution);
  return "threads=1";
#else
  return execution.threads == 0 ? "" : "threads=" + std::to_string(execution.threads);
#endif
}

inline RTCRay ray_of(Vec origin, Vec direction, float from, float to) {
  RTCRay ray{};
  ray.org_x = origin.x;
  ray.org_y = origin.y;
  ray.org_z = origin.z;
  ray.dir_x = direction.x;
  ray.dir_y = direction.y;
  ray.dir_z = direction.z;
  ray.tnear = from;
  ray.tfar = to;
  ray.mask = 0xFFFFFFFFu;
  return ray;
}

}  // namespace craton::view
