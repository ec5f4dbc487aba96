#pragma once

#include <craton/picture/view.h>

#include "picture/view/atmosphere.h"
#include "picture/view/camera.h"
#include "picture/view/clouds.h"
#include "picture/view/haze.h"
#include "picture/view/land.h"

namespace craton::view {

/// Everything a ray can meet.
struct Scene {
  const Land& land;
  const Stand& stand;
  const Camera& camera;
  const Atmosphere& air;
  const Clouds& clouds;
  Haze haze;
  ViewStyle style = ViewStyle::landscape;
  const Ground* ground = nullptr;  ///< of a block
  float base = 0;                  ///< of a block: what it stands on
  float wave_length = 1;           ///< metres
  float water_depth = 1;           ///< metres down to which the bottom shows
};

/// What one sample of a pixel saw. The light of the sky on the ground is kept apart: it is grainy, and is smoothed.
struct Seen {
  Colour light;      ///< that reaches the camera
  Colour weight;     ///< by which the light of the sky on the ground counts
  Colour sky_light;  ///< irradiance
  bool has_sky_light = false;
  Vec normal;  ///< of what was met
  float distance = no_hit;
};

struct SampleNumbers {
  Pair sun, sky, wave;
  bool look_at_sky = true;  ///< for the light of the sky, which needs fewer rays
};

Seen seen_along(const Scene& scene, Vec direction, const SampleNumbers& numbers);

// Parts of it that styles share.

/// Light on a point that faces `normal`: the sun now, the sky for later.
Seen lit(const Scene& scene, Vec direction, float distance, Vec normal, Colour albedo, const SampleNumbers& numbers);
/// `river`: what lies below the water of a river or lake; null: this is the sea.
Seen water_seen(const Scene& scene, Vec direction, float distance, const SampleNumbers& numbers,
                const Land::Bed* river = nullptr);
Seen ground_seen(const Scene& scene, Vec direction, float distance, const SampleNumbers& numbers);
/// What a ray meets of a block on its table.
Seen block_seen(const Scene& scene, Vec direction, const SampleNumbers& numbers);

}  // namespace craton::view
