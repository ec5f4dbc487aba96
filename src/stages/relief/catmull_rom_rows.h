#pragma once

#include <cstddef>
#include <cstdint>

namespace craton {

/// A layer on a plane or torus.
struct LayerRows {
  const float* values = nullptr;
  std::int64_t width = 0, height = 0;
  bool wraps_x = false, wraps_y = false;  ///< elsewhere the border's own values go on
};

/// Room of displaced_run().
inline constexpr std::size_t displaced_capacity = 512;

/// The layer right[i] cells east and down[i] cells south of the cells (column + i, row), between the cells by the cubics of
/// Catmull & Rom, which pass through the values: out[i], `count` of them, at most displaced_capacity. No offset is larger than
/// `reach` − 2. Where both are 0 it is the cell's own value, bit for bit, and a constant stays as it is. Offsets count from the
/// cell, so that far is like near.
void displaced_run(const LayerRows& rows, std::int64_t reach, std::int64_t column, std::int64_t row, std::size_t count,
                   const float* right, const float* down, float* out);

/// Holds values to −1 … 1 and multiplies them.
void hold_and_scale(float* values, std::size_t count, float by);

}  // namespace craton
