#pragma once

#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>

#include "picture/view/scene.h"

namespace craton::view {

/// What the pixels gathered.
class Film {
 public:
  Film(std::uint32_t width, std::uint32_t height);

  /// Shoots the rays of all pixels.
  Result<void> expose(const Scene& scene, std::uint32_t samples, const Execution& execution);
  /// Takes the grain out of the light of the sky, but no edges.
  Result<void> smooth(const Execution& execution);
  Rgb8Image developed(float exposure) const;

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }

 private:
  struct Pixel {
    Colour light;       ///< complete but for the light of the sky
    Colour weight;      ///< by which that counts
    Colour sky;         ///< irradiance
    Vec normal;         ///< mean of what was met
    float near_by = 0;  ///< mean of 1 / distance; 0: sky
  };
  Pixel exposed(const Scene& scene, std::uint32_t samples, std::uint32_t x, std::uint32_t y) const;
  Colour smoothed(const std::vector<Colour>& from, std::uint32_t x, std::uint32_t y, int stride) const;
  Pixel& at(std::uint32_t x, std::uint32_t y) { return pixels_[std::size_t{y} * width_ + x]; }

  std::uint32_t width_, height_;
  std::vector<Pixel> pixels_;
};

}  // namespace craton::view
