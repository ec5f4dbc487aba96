#pragma once

#include <cmath>
#include <span>

#include <craton/surface/domain.h>

namespace craton::air {

/// How the ground rises to the east and to the north, m/m.
struct GroundSlope {
  float east = 0, north = 0;
};

namespace detail {

/// On a grid from both sides, at borders from one.
inline GroundSlope grid_slope(std::span<const float> heights, Cell cell, GridSize size, bool wrap_x, bool wrap_y, double step) {
  const std::uint32_t column = cell % size.width, row = cell / size.width;
  const auto rise = [&](std::uint32_t at, std::uint32_t count, bool wraps, std::uint32_t stride) {
    const bool first = at == 0 && !wraps, last = at + 1 == count && !wraps;
    const Cell before = first ? cell : at == 0 ? cell + (count - 1) * stride : cell - stride;
    const Cell after = last ? cell : at + 1 == count ? cell - (count - 1) * stride : cell + stride;
    if (first && last) return 0.0F;
    return (heights[after] - heights[before]) / static_cast<float>(first || last ? step : 2 * step);
  };
  return {rise(column, size.width, wrap_x, 1), -rise(row, size.height, wrap_y, size.width)};
}

}  // namespace detail

inline GroundSlope slope_of(const PlaneTile& tile, std::span<const float> heights, Cell cell) {
  return detail::grid_slope(heights, cell, {tile.stored_width(), tile.stored_height()}, false, false, tile.spacing());
}

inline GroundSlope slope_of(const Torus& map, std::span<const float> heights, Cell cell) {
  return detail::grid_slope(heights, cell, map.size(), map.wraps_x(), map.wraps_y(), map.spacing());
}

/// The plane that fits the cells around best, weighted by 1/length².
inline GroundSlope slope_of(const CubeSphere& sphere, std::span<const float> heights, Cell cell) {
  const Vec3d at = sphere.direction(cell);
  const double flat = std::sqrt(at.x * at.x + at.y * at.y);
  const double ex = flat > 0 ? -at.y / flat : 0, ey = flat > 0 ? at.x / flat : 1;  // east; north = at × east
  double ee = 0, en = 0, nn = 0, eh = 0, nh = 0;
  sphere.for_each_link(cell, [&](Link link) {
    const Vec3d to = sphere.direction(link.to);
    const double x = to.x - at.x, y = to.y - at.y, z = to.z - at.z;
    const double east = ex * x + ey * y, north = -at.z * ey * x + at.z * ex * y + (at.x * ey - at.y * ex) * z;
    const double weight = 1 / (east * east + north * north), rise = double{heights[link.to]} - heights[cell];
    ee += weight * east * east;
    en += weight * east * north;
    nn += weight * north * north;
    eh += weight * east * rise;
    nh += weight * north * rise;
  });
  const double determinant = (ee * nn - en * en) * sphere.radius();
  if (!(determinant > 0)) return {};
  return {static_cast<float>((eh * nn - nh * en) / determinant), static_cast<float>((nh * ee - eh * en) / determinant)};
}

}  // namespace craton::air
