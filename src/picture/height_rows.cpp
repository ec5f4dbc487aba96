#include "picture/height_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

#include <craton/base/floor_div.h>

namespace craton::picture {
namespace {

/// Holes take the last number before them in their row, so that no cliff surrounds them; a row without numbers is 0.
void fill_holes(float* row, int width) {
  const float* first = std::find_if(row, row + width, [](float v) { return std::isfinite(v); });
  float last = first == row + width ? 0.0F : *first;
  for (int x = 0; x < width; ++x) {
    if (std::isfinite(row[x]))
      last = row[x];
    else
      row[x] = last;
  }
}

}  // namespace

void HeightRows::fill_inner(int row, float* out) const {
  const float* in = view_.values.data() + static_cast<std::size_t>(row) * view_.width;
  const int width = this->width();
  std::uint32_t holes = 0;
  for (int x = 0; x < width; ++x) {
    const float value = in[x];
    holes |= static_cast<std::uint32_t>((std::bit_cast<std::uint32_t>(value) & 0x7FFFFFFFu) >= 0x7F800000u);
    out[x] = std::max(value, 0.0F) + sea_ * std::min(value, 0.0F);
  }
  if (holes == 0) return;
  std::copy(in, in + width, out);
  fill_holes(out, width);
  for (int x = 0; x < width; ++x) out[x] = std::max(out[x], 0.0F) + sea_ * std::min(out[x], 0.0F);
}

void HeightRows::fill(int row, int margin, float* out) const {
  const int width = std::max(this->width(), 1), height = this->height();
  if (row >= 0 && row < height) {
    fill_inner(row, out);
  } else if (ground_.wrap_y) {
    fill_inner(wrapped(row, height), out);
  } else if (ground_.globe) {
    fill_inner(std::clamp(row < 0 ? -1 - row : 2 * height - 1 - row, 0, height - 1), out);
    std::rotate(out, out + width / 2, out + width);
  } else {
    const int edge = row < 0 ? 0 : height - 1;
    std::vector<float> border(view_.width);
    fill_inner(edge, border.data());
    fill_inner(std::clamp(2 * edge - row, 0, height - 1), out);
    for (int x = 0; x < width; ++x) out[x] = 2 * border[static_cast<std::size_t>(x)] - out[x];
  }
  for (int i = 1; i <= margin; ++i) {
    if (ground_.wrap_x) {
      out[-i] = out[wrapped(-i, width)];
      out[width - 1 + i] = out[(i - 1) % width];
    } else {
      out[-i] = 2 * out[0] - out[std::min(i, width - 1)];
      out[width - 1 + i] = 2 * out[width - 1] - out[std::max(width - 1 - i, 0)];
    }
  }
}

}  // namespace craton::picture
