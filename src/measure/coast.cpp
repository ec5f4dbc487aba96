// The dimension of the coast by counting boxes (Mandelbrot 1967, "How long is the coast of Britain?", Science 156; Falconer 1990,
// "Fractal geometry", ch. 3). A box of side s covers s + 1 samples, so that every gap between two samples belongs to one box: it
// is crossed where it holds both land and sea.
#include "measure/coast.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/parallel.h"
#include "measure/fit.h"

namespace craton::measure {
namespace {

constexpr std::uint32_t smallest = 2, across_map = 8;
/// A coast that few boxes hold has shrunk to a dot; one that most boxes hold fills the map. Neither is a line any more.
constexpr std::uint64_t least_crossed = 16;
constexpr double most_crossed = 0.5;

enum : std::uint8_t { has_land = 1, has_sea = 2, crossed = has_land | has_sea };

/// Boxes of one size, and what lies in them.
struct Boxes {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> content;

  std::uint64_t crossed_count() const {
    return static_cast<std::uint64_t>(std::count(content.begin(), content.end(), std::uint8_t{crossed}));
  }
};

/// Boxes of the smallest side. `is_land(column, row)` is asked for samples up to and with width · side, height · side.
template <class IsLand>
Result<Boxes> smallest_boxes(std::uint32_t width, std::uint32_t height, const IsLand& is_land, const Execution& execution) {
  Boxes boxes{.width = width, .height = height, .content = std::vector<std::uint8_t>(std::size_t{width} * height)};
  CRATON_TRY(parallel_blocks(height, 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row)
      for (std::uint32_t down = 0; down <= smallest; ++down) {
        std::uint8_t* content = boxes.content.data() + std::size_t{row} * width;
        for (std::uint32_t column = 0; column <= width * smallest; ++column) {
          const std::uint8_t found = is_land(column, row * smallest + down) ? has_land : has_sea;
          const std::uint32_t box = column / smallest;
          if (box < width) content[box] |= found;
          if (column % smallest == 0 && box > 0) content[box - 1] |= found;
        }
      }
  }));
  return boxes;
}

/// Boxes of twice the side.
Boxes doubled(const Boxes& small) {
  Boxes large{.width = small.width / 2, .height = small.height / 2, .content = {}};
  large.content.resize(std::size_t{large.width} * large.height);
  for (std::uint32_t row = 0; row < large.height; ++row)
    for (std::uint32_t column = 0; column < large.width; ++column) {
      const std::uint8_t* first = small.content.data() + std::size_t{row} * 2 * small.width + std::size_t{column} * 2;
      large.content[std::size_t{row} * large.width + column] =
          static_cast<std::uint8_t>(first[0] | first[1] | first[small.width] | first[small.width + 1]);
    }
  return large;
}

/// Adds what a rectangle of `width` × `height` gaps between samples holds; all sizes look at the same part of it.
template <class IsLand>
Result<void> add_counts(std::uint32_t width, std::uint32_t height, const IsLand& is_land, const Execution& execution,
                        std::vector<BoxCount>& counts) {
  const std::uint32_t largest = std::bit_floor(std::min(width, height) / across_map);
  if (largest < smallest) return {};
  Result<Boxes> boxes =
      smallest_boxes(width / largest * largest / smallest, height / largest * largest / smallest, is_land, execution);
  if (!boxes) return boxes.error();
  for (std::uint32_t side = smallest, i = 0;; side *= 2, ++i) {
    if (i == counts.size()) counts.push_back({.side = side});
    counts[i].crossed += boxes->crossed_count();
    counts[i].boxes += boxes->content.size();
    if (side == largest) return {};
    *boxes = doubled(*boxes);
  }
}

Result<void> add_grid(GridSize size, bool wraps_x, bool wraps_y, const Ground& ground, const Execution& execution,
                      std::vector<BoxCount>& counts) {
  const auto is_land = [&](std::uint32_t column, std::uint32_t row) {
    const std::uint32_t x = column == size.width ? 0 : column, y = row == size.height ? 0 : row;
    return ground.is_land(y * size.width + x);
  };
  return add_counts(wraps_x ? size.width : size.width - 1, wraps_y ? size.height : size.height - 1, is_land, execution, counts);
}

Result<void> add_face(const CubeSphere& sphere, std::uint32_t face, const Ground& ground, const Execution& execution,
                      std::vector<BoxCount>& counts) {
  const std::uint32_t side = sphere.resolution();
  const auto is_land = [&](std::uint32_t column, std::uint32_t row) {
    if (column < side && row < side) return ground.is_land(sphere.cell(face, column, row));
    const std::optional<Cell> beyond = sphere.folded(face, column, row);
    return ground.is_land(beyond ? *beyond : sphere.cell(face, side - 1, side - 1));
  };
  return add_counts(side, side, is_land, execution, counts);
}

}  // namespace

Result<std::vector<BoxCount>> count_coast(const Domain& domain, const Ground& ground, const Execution& execution) {
  std::vector<BoxCount> counts;
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) {
    CRATON_TRY(add_grid({tile->stored_width(), tile->stored_height()}, false, false, ground, execution, counts));
  } else if (const auto* torus = std::get_if<Torus>(&domain)) {
    CRATON_TRY(add_grid(torus->size(), torus->wraps_x(), torus->wraps_y(), ground, execution, counts));
  } else {
    for (std::uint32_t face = 0; face < 6; ++face)
      CRATON_TRY(add_face(std::get<CubeSphere>(domain), face, ground, execution, counts));
  }
  return counts;
}

std::optional<double> coast_dimension(std::span<const BoxCount> counts) {
  std::vector<FitPoint> points;
  for (const BoxCount& count : counts) {
    const auto crossed_boxes = static_cast<double>(count.crossed);
    if (count.crossed < least_crossed || crossed_boxes > most_crossed * static_cast<double>(count.boxes)) continue;
    points.push_back({std::log(static_cast<double>(count.side)), std::log(crossed_boxes)});
  }
  const std::optional<double> slope = fitted_slope(points);
  return slope ? std::optional<double>(-*slope) : slope;
}

}  // namespace craton::measure
