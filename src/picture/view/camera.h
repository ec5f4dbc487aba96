#pragma once

#include <craton/base/result.h>
#include <craton/picture/view.h>

#include "picture/view/ground.h"

namespace craton::view {

/// Where the camera stands and looks: a place of the ground (metres), a height, degrees.
struct Stand {
  double x = 0, y = 0;  ///< x to the east, y to the north, from the ground's first sample
  double height = 0;    ///< above sea level, exaggerated as the ground
  double azimuth = 0, pitch = 0;
  double fov = 52;  ///< across the picture
};

/// From pixels to rays, in the frame of the view (vec.h).
struct Camera {
  Vec eye, right, up, forward;
  float half_width = 1, half_height = 1;  ///< of the picture, at distance 1
  float pixel_angle = 0;                  ///< radians a pixel
  std::uint32_t width = 1, height = 1;

  Camera(const Stand& stand, std::uint32_t width, std::uint32_t height);
  /// Through a place of the picture in pixels, its upper left corner being (0, 0). Length 1.
  Vec ray(float x, float y) const;
};

/// Looks for the stand that shows most: near ground at the bottom, relief in layers behind it, some sky. The same for the same
/// ground and options.
Stand chosen_stand(const Ground& ground, const ViewOptions& options);

/// For a block: from above one of its corners, so that all of it is seen.
Stand block_stand(const Ground& ground, const ViewOptions& options, double base);

}  // namespace craton::view
