#pragma once

#include <vector>

#include "base/aligned.h"
#include "worlds/voxel_model.h"
#include "worlds/voxel_space_kernels.h"

namespace craton::voxels {

/// A noise in space, sampled at every fourth voxel of the world and straight between them. Which voxels are sampled depends on
/// the world alone, never on the frame.
class CoarseField {
 public:
  static constexpr int pace = field_pace;

  /// For voxels from `low` to before `high`.
  void sample(const Noise& noise, const Model& model, const Frame& frame, int low, int high);

  /// A row of the frame's columns.
  FieldRow row(int y) const;

  /// Between voxels `low` and `high` of a column of the frame: values at every fourth voxel, of which those at a are in values[a
  /// / 4].
  void column(int x, int y, int low, int high, float* values) const;

 private:
  void spread();

  int width_ = 0, height_ = 0, depth_ = 0, first_ = 0;
  int x_offset_ = 0, y_offset_ = 0;  // of the frame's first column behind the first sample
  std::vector<float> samples_;       // [level][row][place]
  AlignedVector<float> spread_;      // [row][level][column]: straight lines along x
  std::size_t pitch_ = 0;
};

}  // namespace craton::voxels
