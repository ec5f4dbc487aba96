#pragma once

#include <array>
#include <span>

#include <craton/picture/image.h>
#include <craton/surface/coords.h>

/// Equirectangular rasters, read at directions; columns go around.
namespace craton::picture {

/// As std::atan2 within 1e-7, many times faster.
float quick_atan2(float y, float x);

/// The four samples around a place, with the shares of the right and the lower ones.
struct EquirectangularPlace {
  std::array<std::size_t, 4> sample{};
  float right = 0, below = 0;

  EquirectangularPlace(const Vec3d& direction, std::uint32_t width, std::uint32_t height);
};

/// Numbers between samples.
float value_at(std::span<const float> values, const EquirectangularPlace& place);

/// Colours in linear light.
class EquirectangularColours {
 public:
  explicit EquirectangularColours(const Rgb8Image& image);
  std::array<float, 3> at(const Vec3d& direction) const {
    return at(EquirectangularPlace(direction, image_.width, image_.height));
  }
  std::array<float, 3> at(const EquirectangularPlace& place) const;

 private:
  const Rgb8Image& image_;
  std::array<float, 256> decoded_;
};

}  // namespace craton::picture
