#pragma once

#include <embree3/rtcore.h>

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "picture/view/vec.h"

/// What the tracers share of Embree (Wald and others 2014).
namespace craton::view {

/// A device with one scene, given back in the end.
struct EmbreeScene {
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;

  EmbreeScene() = default;
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() {
    if (scene) rtcReleaseScene(scene);
    if (device) rtcReleaseDevice(device);
  }
};

inline std::string settings_for(const Execution& execution) {
#if defined(CRATON_EMBREE_ALONE)
  static_cast<void>(execution);
  return "threads=1";
#else
  return execution.threads == 0 ? "" : "threads=" + std::to_string(execution.threads);
#endif
}

inline Error refused(RTCDevice device) {
  const bool memory = rtcGetDeviceError(device) == RTC_ERROR_OUT_OF_MEMORY;
  return {ErrorCode::unsupported, "view", memory ? "not enough memory for the ground" : "Embree refused the ground"};
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

inline RTCRayHit first_hit(RTCScene scene, Vec origin, Vec direction, float from, float to) {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  alignas(16) RTCRayHit query{};
  query.ray = ray_of(origin, direction, from, to);
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(scene, &context, &query);
  return query;
}

inline bool is_blocked(RTCScene scene, Vec origin, Vec direction, float from, float to) {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  alignas(16) RTCRay ray = ray_of(origin, direction, from, to);
  rtcOccluded1(scene, &context, &ray);
  return ray.tfar < 0;
}

}  // namespace craton::view
