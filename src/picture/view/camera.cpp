#include "picture/view/camera.h"

namespace craton::view {

Camera::Camera(const Stand& stand, std::uint32_t pixels_x, std::uint32_t pixels_y) : width(pixels_x), height(pixels_y) {
  eye = {0, 0, static_cast<float>(stand.height)};
  forward = direction_to(stand.azimuth, stand.pitch);
  right = direction_to(stand.azimuth + 90, 0);
  up = cross(right, forward);
  half_width = std::tan(radians(stand.fov / 2));
  half_height = half_width * static_cast<float>(pixels_y) / static_cast<float>(pixels_x);
  pixel_angle = 2 * half_width / static_cast<float>(pixels_x);
}

Vec Camera::ray(float x, float y) const {
  const float across = (2 * x / static_cast<float>(width) - 1) * half_width;
  const float upwards = (1 - 2 * y / static_cast<float>(height)) * half_height;
  return normalised(forward + right * across + up * upwards);
}

}  // namespace craton::view
