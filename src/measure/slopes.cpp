// Slopes by least squares over a cell's neighbours, weighted by 1/length²: on a grid of squares that is Horn's formula (1981).
// The erosion score is Olsen's (2004, "Realtime procedural terrain generation"): standard deviation over mean of the largest
// difference between a cell and its neighbours; Strazdins (2013, 2.9.1) takes the drop to the lowest of them. The sites of a
// sphere are not equally far from each other, so differences count there for the mean distance.
#include <algorithm>
#include <cmath>

#include "measure/ground.h"

namespace craton::measure {
namespace {

/// A cell's slope, its largest difference to a neighbour, and the drop to the lowest one.
struct CellSlope {
  double slope = 0, largest = 0, drop = 0;
  int links = 0;
};

template <EvenTopology T>
CellSlope slope_of(const T& topology, std::span<const float> heights, Cell cell) {
  CellSlope result;
  const CellRun run = topology.run_from(cell);
  std::array<double, 8> difference{};
  if (run.regular) {
    const auto offsets = topology.regular_offsets();
    for (std::size_t k = 0; k < 8; ++k)
      difference[k] = double{heights[static_cast<Cell>(std::int64_t{cell} + offsets[k])]} - double{heights[cell]};
    result.links = 8;
  } else {
    topology.for_each_link(cell, [&](Link link) {
      if (result.links < 8)
        difference[static_cast<std::size_t>(result.links++)] = double{heights[link.to]} - double{heights[cell]};
    });
  }
  if (result.links < 8) return result;  // at a border
  // NW N NE W E SW S SE
  const double east = difference[4] - difference[3] + (difference[2] + difference[7] - difference[0] - difference[5]) / 2;
  const double south = difference[6] - difference[1] + (difference[5] + difference[7] - difference[0] - difference[2]) / 2;
  result.slope = std::sqrt(east * east + south * south) / (4 * topology.spacing());
  for (const double d : difference) {
    result.largest = std::max(result.largest, std::abs(d));
    result.drop = std::max(result.drop, -d);
  }
  return result;
}

CellSlope slope_of(const CubeSphere& sphere, std::span<const float> heights, Cell cell) {
  CellSlope result;
  const Vec3d here = sphere.centre(cell);
  const double radius = sphere.radius();
  // Any two directions along the ground that are square to each other.
  const Vec3d up{here.x / radius, here.y / radius, here.z / radius};
  Vec3d side = std::abs(up.z) < 0.7 ? Vec3d{-up.y, up.x, 0} : Vec3d{0, -up.z, up.y};
  const double length = std::sqrt(side.x * side.x + side.y * side.y + side.z * side.z);
  side = {side.x / length, side.y / length, side.z / length};
  const Vec3d along{up.y * side.z - up.z * side.y, up.z * side.x - up.x * side.z, up.x * side.y - up.y * side.x};
  double ss = 0, sa = 0, aa = 0, sh = 0, ah = 0;
  sphere.for_each_link(cell, [&](Link link) {
    const Vec3d there = sphere.centre(link.to);
    const Vec3d way{there.x - here.x, there.y - here.y, there.z - here.z};
    const double s = way.x * side.x + way.y * side.y + way.z * side.z;
    const double a = way.x * along.x + way.y * along.y + way.z * along.z;
    const double rise = double{heights[link.to]} - double{heights[cell]};
    const double weight = 1 / (double{link.length} * double{link.length});
    ss += weight * s * s;
    sa += weight * s * a;
    aa += weight * a * a;
    sh += weight * s * rise;
    ah += weight * a * rise;
    const double even = rise * sphere.spacing() / double{link.length};
    result.largest = std::max(result.largest, std::abs(even));
    result.drop = std::max(result.drop, -even);
    ++result.links;
  });
  const double determinant = ss * aa - sa * sa;
  if (!(determinant > 1e-9)) return {};
  const double east = (sh * aa - ah * sa) / determinant, south = (ah * ss - sh * sa) / determinant;
  result.slope = std::sqrt(east * east + south * south);
  return result;
}

/// Of a number of each cell.
struct Spread {
  double sum = 0, square = 0;

  void add(double value) {
    sum += value;
    square += value * value;
  }
  void add(const Spread& other) {
    sum += other.sum;
    square += other.square;
  }
  /// Standard deviation over mean.
  double score(double cells) const {
    const double mean = sum / cells, variance = std::max(0.0, square / cells - mean * mean);
    return mean > 0 ? std::sqrt(variance) / mean : 0;
  }
};

/// Sums over a block of cells.
struct Sums {
  double area = 0, slope = 0;  // slope weighted by area
  double cells = 0;
  Spread largest, drop;
};

template <class T>
Sums sums_of(const T& topology, const Ground& ground, Cell begin, Cell end) {
  Sums sums;
  for (Cell cell = begin; cell < end; ++cell) {
    if (!ground.is_land(cell)) continue;
    const CellSlope found = slope_of(topology, ground.heights, cell);
    if (found.links < 7) continue;
    const double area = topology.area(cell);
    sums.area += area;
    sums.slope += area * found.slope;
    sums.cells += 1;
    sums.largest.add(found.largest);
    sums.drop.add(found.drop);
  }
  return sums;
}

}  // namespace

Result<Slopes> measure_slopes(const Domain& domain, const Ground& ground, const Execution& execution) {
  const auto blocks = block_by_block(
      domain, execution, [&](const auto& topology, Cell begin, Cell end) { return sums_of(topology, ground, begin, end); });
  if (!blocks) return blocks.error();
  Sums total;
  for (const Sums& block : *blocks) {
    total.area += block.area;
    total.slope += block.slope;
    total.cells += block.cells;
    total.largest.add(block.largest);
    total.drop.add(block.drop);
  }
  Slopes slopes;
  if (total.cells == 0) return slopes;
  slopes.any = true;
  slopes.mean_slope = total.slope / total.area;
  slopes.erosion_score = total.largest.score(total.cells);
  slopes.lowest_score = total.drop.score(total.cells);
  return slopes;
}

}  // namespace craton::measure
