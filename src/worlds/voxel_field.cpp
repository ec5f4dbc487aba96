// Noises in space are sampled coarsely, for they cost the most, and straight between samples: first along x, then y, then z.
#include "worlds/voxel_field.h"

#include <algorithm>

#include "worlds/voxel_kernels.h"

namespace craton::voxels {
namespace {

const Execution here{.threads = 1};

}  // namespace

void CoarseField::sample(const Noise& noise, const Model& model, const Frame& frame, int low, int high) {
  const std::int64_t x0 = floor_div(frame.x, pace), y0 = floor_div(frame.y, pace);
  width_ = static_cast<int>(floor_div(frame.x + frame.width - 1, pace) - x0) + 2;
  height_ = static_cast<int>(floor_div(frame.y + frame.height - 1, pace) - y0) + 2;
  first_ = low / pace;
  depth_ = std::max(high - 1, low) / pace + 2 - first_;
  x_offset_ = static_cast<int>(frame.x - x0 * pace);
  y_offset_ = static_cast<int>(frame.y - y0 * pace);
  const std::int64_t step = model.step * pace;
  const Grid3 grid{.origin = {x0 * step, y0 * step, (first_ * pace - model.sea) * model.step},
                   .step = {step, step, step},
                   .width = static_cast<std::uint32_t>(width_),
                   .height = static_cast<std::uint32_t>(height_),
                   .depth = static_cast<std::uint32_t>(depth_)};
  samples_.resize(static_cast<std::size_t>(width_ * height_) * static_cast<std::size_t>(depth_));
  (void)noise.grid(grid, samples_, here).ok();
  spread();
}

void CoarseField::spread() {
  const auto levels = static_cast<std::size_t>(depth_), rows = static_cast<std::size_t>(height_),
             gaps = static_cast<std::size_t>(width_ - 1);
  pitch_ = gaps * pace;
  spread_.resize(rows * levels * pitch_ + 2 * most_lanes);
  const float* from = samples_.data();
  for (std::size_t z = 0; z < levels; ++z)
    for (std::size_t y = 0; y < rows; ++y, from += gaps + 1) {
      float* to = &spread_[(y * levels + z) * pitch_];
      for (std::size_t gap = 0; gap < gaps; ++gap)
        for (std::size_t k = 0; k < pace; ++k)
          to[gap * pace + k] = from[gap] + (from[gap + 1] - from[gap]) * (static_cast<float>(k) / pace);
    }
}

FieldRow CoarseField::row(int y) const {
  const int py = y + y_offset_;
  const std::size_t of_row = static_cast<std::size_t>(depth_) * pitch_;
  const float* near = &spread_[static_cast<std::size_t>(py / pace) * of_row + static_cast<std::size_t>(x_offset_)];
  return {near, near + of_row, static_cast<float>(py % pace) / pace, pitch_, first_};
}

void CoarseField::column(int x, int y, int low, int high, float* values) const {
  const FieldRow at = row(y);
  for (int z = low / pace; z <= (high - 1) / pace + 1; ++z) {
    const std::size_t i = static_cast<std::size_t>(z - first_) * pitch_ + static_cast<std::size_t>(x);
    values[z] = at.near[i] + (at.far[i] - at.near[i]) * at.share;
  }
}

}  // namespace craton::voxels
