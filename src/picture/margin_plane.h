#pragma once

#include <cstddef>
#include <memory>

namespace craton::picture {

/// An array of floats with a margin on all sides, so that loops near its border are like those in its middle.
class Plane {
 public:
  Plane() = default;
  Plane(int width, int height, int margin)
      : width_(width),
        height_(height),
        margin_(margin),
        stride_(static_cast<std::size_t>(width + 2 * margin)),
        // Not cleared: every value is written before it is read, by the threads that share the work.
        values_(new float[stride_ * static_cast<std::size_t>(height + 2 * margin)]) {}

  int width() const { return width_; }
  int height() const { return height_; }
  int margin() const { return margin_; }

  /// At column 0; columns and rows from −margin.
  float* row(int y) { return values_.get() + offset(y); }
  const float* row(int y) const { return values_.get() + offset(y); }

 private:
  std::size_t offset(int y) const { return static_cast<std::size_t>(y + margin_) * stride_ + static_cast<std::size_t>(margin_); }
  int width_ = 0, height_ = 0, margin_ = 0;
  std::size_t stride_ = 0;
  std::unique_ptr<float[]> values_;
};

/// A row twice as fine as those of `coarse`: out[begin … end) of fine row y. Quadratic B-splines (Chaikin): each fine sample is
/// ¾ of the coarse one it lies in and ¼ of the next, on both axes. `scratch` has room for a coarse row with its margin.
void refine_row(const Plane& coarse, int y, int begin, int end, float* out, float* scratch);

/// Half as fine: each value is the mean of four.
void coarsen_rows(const float* upper, const float* lower, int begin, int end, float* out);

}  // namespace craton::picture
