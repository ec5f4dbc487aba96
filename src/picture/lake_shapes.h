#pragma once

#include <span>
#include <vector>

#include <craton/picture/ground.h>
#include <craton/picture/waters.h>

// Lakes of a layer of depths at the scale of a map.
namespace craton::picture {

class LakeShapes {
 public:
  LakeShapes(LakeShapes&&) = default;
  LakeShapes& operator=(LakeShapes&&) = default;
  static Result<LakeShapes> make(const Domain& domain, const Waters& waters, GridSize size, Projection projection,
                                 const WaterOptions& options, const Execution& execution);

  bool any() const { return !sides_.empty(); }
  float deep() const { return deep_; }  ///< metres: nearly all water is shallower

  struct Pixel {
    float cover = 0;  ///< 0 … 1 of the pixel
    float edge = 0;   ///< 0 … 1: how much of a shore's line it is
    float depth = 0;  ///< metres
  };
  Pixel at(std::uint32_t x, std::uint32_t y) const {
    const std::size_t i = std::size_t{y} * size_.width + x;
    if (sides_[i] > -1) return shore(x, y, i);
    return {};
  }

 private:
  LakeShapes() = default;
  Pixel shore(std::uint32_t x, std::uint32_t y, std::size_t i) const;
  float steepness(std::uint32_t x, std::uint32_t y) const;

  GridSize size_;
  Ground ground_;
  std::uint32_t part_rows_ = 1;             // rows that lie beside each other on the ground: a face has its own
  bool coarse_ = false;                     // a pixel covers several cells
  std::vector<float> sides_, depth_store_;  // of each pixel: −1, dry, to 1, lake
  std::span<const float> depths_;           // of each pixel: a layer's own, or depth_store_
  float deep_ = 1;
};

}  // namespace craton::picture
