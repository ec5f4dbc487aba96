#pragma once

#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include <craton/picture/planet_textures.h>

namespace craton::picture {

/// Directions of the texels of a texture, row by row.
class TexelRows {
 public:
  explicit TexelRows(const TextureShape& shape) : shape_(shape) {
    if (shape.layout != TextureLayout::equirectangular) return;
    for (std::uint32_t x = 0; x < shape.width(); ++x) {
      const double longitude = ((x + 0.5) / shape.width() - 0.5) * 2 * std::numbers::pi;
      meridians_.push_back({std::cos(longitude), std::sin(longitude), 0});
    }
  }

  void row(std::uint32_t y, std::span<Vec3d> out) const {
    if (meridians_.empty()) {
      for (std::uint32_t x = 0; x < out.size(); ++x) out[x] = texel_direction(shape_, x, y);
      return;
    }
    const double latitude = (0.5 - (y + 0.5) / shape_.height()) * std::numbers::pi;
    const double ring = std::cos(latitude), high = std::sin(latitude);
    for (std::uint32_t x = 0; x < out.size(); ++x) out[x] = {ring * meridians_[x].x, ring * meridians_[x].y, high};
  }

 private:
  TextureShape shape_;
  std::vector<Vec3d> meridians_;
};

}  // namespace craton::picture
