#pragma once

#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>

#include "base/function_ref.h"
#include "picture/view/scene.h"

namespace craton::view {

/// What the pixels gathered.
class Film {
 public:
  Film(std::uint32_t width, std::uint32_t height);

  /// What is seen at a place of the picture, in pixels from its upper left corner. Asked from many threads at once.
  using Look = FunctionRef<Seen(float x, float y, const SampleNumbers& numbers)>;
  /// Shoots the rays of all pixels.
  Result<void> expose(Look look, std::uint32_t samples, const Execution& execution);
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
  static Pixel exposed(Look look, std::uint32_t samples, std::uint32_t x, std::uint32_t y);
  Colour smoothed(const std::vector<Colour>& from, std::uint32_t x, std::uint32_t y, int stride) const;
  Pixel& at(std::uint32_t x, std::uint32_t y) { return pixels_[std::size_t{y} * width_ + x]; }

  std::uint32_t width_, height_;
  std::vector<Pixel> pixels_;
};

}  // namespace craton::view
