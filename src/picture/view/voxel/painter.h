#pragma once

#include <craton/picture/voxel_view.h>

#include "picture/view/atmosphere.h"
#include "picture/view/clouds.h"
#include "picture/view/scene.h"
#include "picture/view/voxel/scene.h"

namespace craton::view {

/// Light on voxels: sun with soft shadows, sky that reaches into corners, haze, water that mirrors and shows its bed.
class VoxelPainter {
 public:
  /// `block`: on a table; `smooth`: the ground is a surface, not voxels.
  VoxelPainter(const VoxelWorld& world, const VoxelScene& scene, const Atmosphere& air, const Clouds& clouds, bool block,
               bool smooth);

  /// What a ray shows; `spread` is how wide it grows a voxel of way, `near_by` the distance at which pictures begin.
  struct Ray {
    Vec origin, direction;
    float width = 0, spread = 0, near_by = 0;
  };
  Seen seen(const Ray& ray, const SampleNumbers& numbers) const;

 private:
  struct Face {
    Vec place, normal;
    Colour albedo;
  };
  Face face_at(const Ray& ray, const VoxelHit& hit) const;
  Colour albedo_of(const VoxelHit& hit, Vec place, float footprint) const;
  Colour voxel_albedo(GroundId ground, Vec place, Vec normal, float footprint) const;
  Seen lit(const Ray& ray, float distance, const Face& face, const SampleNumbers& numbers) const;
  Seen water(const Ray& ray, float distance, Vec normal, GroundId liquid, float bed, const SampleNumbers& numbers) const;
  Seen table(const Ray& ray, const SampleNumbers& numbers) const;
  Vec waves(Vec place, float footprint, Pair u) const;
  Colour mirrored(Vec place, Vec direction) const;
  Colour sunlight(Vec place, Vec normal, Pair u) const;
  Colour sky_light(Vec place, Vec normal, Pair u) const;
  Colour plain_light(Vec normal) const;
  struct Haze {
    Vec left;      ///< of the light behind it
    Colour added;  ///< its own
  };
  Haze haze_at(Vec direction, float distance) const;
  float told(const Ray& ray, float distance) const { return std::max(distance - ray.near_by, 1.0F); }

  const VoxelScene& scene_;
  const Atmosphere& air_;
  const Clouds& clouds_;
  bool block_, smooth_;
  float far_;
  std::vector<Colour> colours_;       ///< of grounds
  std::vector<GroundId> soil_under_;  ///< of grounds that grow on another one
};

}  // namespace craton::view
