#include "stages/erosion/grid_strip.h"

#include <algorithm>
#include <cstring>

#include <craton/base/floor_div.h>

#include "base/parallel.h"

namespace craton {
GridFrame grid_frame(const PlaneTile& tile) {
  return {tile.stored_width(), tile.stored_height(), false, false, tile.regular_lengths()[1], tile.regular_lengths()[0]};
}

GridFrame grid_frame(const Torus& torus) {
  const GridSize size = torus.size();
  return {size.width, size.height, torus.wraps_x(), torus.wraps_y(), torus.regular_lengths()[1], torus.regular_lengths()[0]};
}

GridFrame grid_frame(const Domain& plane_or_torus) {
  const auto* torus = std::get_if<Torus>(&plane_or_torus);
  return torus ? grid_frame(*torus) : grid_frame(std::get<PlaneTile>(plane_or_torus));
}

void GridStrip::load(const float* values, std::int64_t row, int margin, float outside, float* to) const {
  if (!row_exists(row)) {
    std::fill(to - margin, to + columns + margin, outside);
    return;
  }
  const float* from = values + std::size_t{wrapped(row + first_row, frame.height)} * frame.width;
  std::memcpy(to, from + first_column, columns * sizeof(float));
  const auto beside = [&](std::int64_t column) {
    const std::int64_t in_row = column + first_column;
    to[column] = frame.wrap_x || in_map(in_row, frame.width) ? from[wrapped(in_row, frame.width)] : outside;
  };
  for (std::int64_t k = 0; k < margin; ++k) {
    beside(-1 - k);
    beside(columns + k);
  }
}

void GridStrip::load(const Field& field, std::int64_t row, int margin, float* to) const {
  if (field.varies())
    load(field.values().data(), row, margin, 0, to);
  else
    std::fill(to - margin, to + columns + margin, field[0]);
}

Result<void> for_each_strip(const GridFrame& frame, std::uint32_t rim, const Execution& execution,
                            FunctionRef<void(const GridStrip&)> body) {
  if (frame.width <= 2 * rim || frame.height <= 2 * rim) return {};
  const std::uint32_t width = frame.width - 2 * rim, height = frame.height - 2 * rim;
  // Long strips waste less on their first rows; several for each thread share the work evenly.
  constexpr std::uint32_t longest = 256;
  const std::uint32_t rows = execution.threads == 1 ? longest : std::clamp(height / 16, 32u, longest);
  const std::uint64_t across = (width + strip_columns - 1) / strip_columns, down = (height + rows - 1) / rows;
  const bool large = std::uint64_t{frame.width} * frame.height >= 4'000'000;
  return parallel_blocks(across * down, 1, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto column = static_cast<std::uint32_t>(i % across) * strip_columns,
                 row = static_cast<std::uint32_t>(i / across) * rows;
      body(GridStrip{frame, rim + column, std::min(strip_columns, width - column), rim + row, std::min(rows, height - row),
                     large});
    }
  });
}

}  // namespace craton
