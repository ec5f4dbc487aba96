#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "stages/relief/scatter.h"
#include "surface/vectors.h"

/// A domain in patches of cells that lie together, for stages that gather what lies around a patch once and then apply it to all
/// of its cells.
namespace craton::relief {

inline constexpr std::uint32_t patch_side = 32;  ///< at most, in cells

/// Cells and their places in metres from `base`: exact, since places are whole units.
struct Patch {
  static constexpr std::size_t capacity = std::size_t{patch_side} * patch_side;

  Point3 base;
  Box box;
  std::size_t count = 0;
  std::uint32_t columns = 0, rows = 0;
  double step = 0;  ///< metres; 0 on spheres
  std::array<Cell, capacity> cell;
  std::array<double, capacity> x, y, z;
};

/// Of a place, from the base of a patch.
inline Vec3d metres_from(const Point3& base, const Point3& place) {
  constexpr double metre = 1.0 / units_per_metre;
  return {static_cast<double>(place.x - base.x) * metre, static_cast<double>(place.y - base.y) * metre,
          static_cast<double>(place.z - base.z) * metre};
}

/// Calls f(i) for all cells of a patch within `reach` metres of a place, in a fixed order; on spheres for some others too, and on
/// grids for those of a square.
template <class F>
void for_each_near(const Patch& patch, const Vec3d& place, double reach, F&& f) {
  if (patch.step == 0) {
    for (std::size_t i = 0; i < patch.count; ++i)
      if (std::abs(patch.x[i] - place.x) <= reach && std::abs(patch.y[i] - place.y) <= reach &&
          std::abs(patch.z[i] - place.z) <= reach)
        f(i);
    return;
  }
  const auto range = [&](double middle, std::uint32_t count) {
    const double low = std::max(0.0, std::ceil((middle - reach) / patch.step - 1e-6));
    const double high = std::min(count - 1.0, std::floor((middle + reach) / patch.step + 1e-6));
    return low > high ? std::array<std::size_t, 2>{1, 0}
                      : std::array<std::size_t, 2>{static_cast<std::size_t>(low), static_cast<std::size_t>(high)};
  };
  const auto [left, right] = range(place.x, patch.columns);
  const auto [top, bottom] = range(place.y, patch.rows);
  for (std::size_t row = top; row <= bottom && left <= right; ++row)
    for (std::size_t column = left; column <= right; ++column) f(row * patch.columns + column);
}

/// Calls f(first cell, first index in the patch, count) for runs of cells that follow each other.
template <class F>
void for_each_run(const Patch& patch, F&& f) {
  for (std::size_t row = 0; row < patch.rows; ++row) f(patch.cell[row * patch.columns], row * patch.columns, patch.columns);
}

namespace detail {

struct Window {
  std::uint32_t column, row, columns, rows;
};

/// The windows of a grid.
struct Windows {
  std::uint32_t width, height, side;

  std::uint32_t across() const { return (width + side - 1) / side; }
  std::uint64_t count() const { return std::uint64_t{across()} * ((height + side - 1) / side); }
  Window at(std::uint64_t index) const {
    const auto column = static_cast<std::uint32_t>(index % across()) * side;
    const auto row = static_cast<std::uint32_t>(index / across()) * side;
    return {column, row, std::min(side, width - column), std::min(side, height - row)};
  }
};

inline GridSize stored_size(const PlaneTile& tile) { return {tile.stored_width(), tile.stored_height()}; }
inline GridSize stored_size(const Torus& torus) { return torus.size(); }

template <class Grid>
void fill_patch(const Grid& grid, const Window& window, Patch& patch) {
  const Cell width = stored_size(grid).width, first = window.row * width + window.column;
  const Point2 base = grid.position(first);
  patch.base = {base.x, base.y, 0};
  patch.columns = window.columns;
  patch.rows = window.rows;
  patch.step = grid.spacing();
  patch.box = {
      {base.x, base.y, 0},
      {base.x + (std::int64_t{window.columns} - 1) * grid.step(), base.y + (std::int64_t{window.rows} - 1) * grid.step(), 0}};
  patch.count = 0;
  for (std::uint32_t row = 0; row < window.rows; ++row)
    for (std::uint32_t column = 0; column < window.columns; ++column) {
      patch.cell[patch.count] = first + row * width + column;
      patch.x[patch.count] = column * patch.step;
      patch.y[patch.count] = row * patch.step;
      patch.z[patch.count++] = 0;
    }
}

inline void fill_patch(const CubeSphere& sphere, std::uint32_t face, const Window& window, Patch& patch) {
  patch.base = sphere.position(sphere.cell(face, window.column, window.row));
  const auto& base = patch.base;
  patch.box = {{base.x, base.y, base.z}, {base.x, base.y, base.z}};
  patch.columns = window.columns;
  patch.rows = window.rows;
  patch.step = 0;
  patch.count = 0;
  for (std::uint32_t row = 0; row < window.rows; ++row)
    for (std::uint32_t column = 0; column < window.columns; ++column) {
      const Cell cell = sphere.cell(face, window.column + column, window.row + row);
      const Point3 place = sphere.position(cell);
      const std::array<std::int64_t, 3> along{place.x, place.y, place.z};
      for (std::size_t a = 0; a < 3; ++a) {
        patch.box.low[a] = std::min(patch.box.low[a], along[a]);
        patch.box.high[a] = std::max(patch.box.high[a], along[a]);
      }
      const Vec3d metres = metres_from(base, place);
      patch.cell[patch.count] = cell;
      patch.x[patch.count] = metres.x;
      patch.y[patch.count] = metres.y;
      patch.z[patch.count++] = metres.z;
    }
}

}  // namespace detail

/// Calls body(patch) for all patches of a domain, `side` cells wide, from several threads.
template <class Body>
Result<void> for_each_patch(const Domain& domain, const Execution& execution, Body&& body, std::uint32_t side = patch_side) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  const auto* tile = std::get_if<PlaneTile>(&domain);
  const GridSize size = sphere ? GridSize{sphere->resolution(), sphere->resolution()}
                        : tile ? detail::stored_size(*tile)
                               : detail::stored_size(std::get<Torus>(domain));
  const detail::Windows windows{size.width, size.height, side};
  const std::uint64_t patches_a_task = std::uint64_t{patch_side} * patch_side / (side * side);
  return parallel_blocks(windows.count() * (sphere ? 6 : 1), patches_a_task, execution,
                         [&](std::uint64_t begin, std::uint64_t end) {
                           Patch patch;
                           for (std::uint64_t index = begin; index < end; ++index) {
                             const detail::Window window = windows.at(index % windows.count());
                             if (sphere)
                               detail::fill_patch(*sphere, static_cast<std::uint32_t>(index / windows.count()), window, patch);
                             else if (tile)
                               detail::fill_patch(*tile, window, patch);
                             else
                               detail::fill_patch(std::get<Torus>(domain), window, patch);
                             body(patch);
                           }
                         });
}

/// Patches that are not much wider than what is gathered around them: else each cell would see too much that is far from it.
inline std::uint32_t side_of_patches(double reach, double spacing) {
  std::uint32_t side = patch_side;
  while (side > 1 && side * spacing > 4 * reach) side /= 2;
  return side;
}

/// The ground around a place: two directions along it, to the east and to the south, as on planes.
struct GroundFrame {
  Vec3d east{1, 0, 0}, south{0, 1, 0};
  double per_diameter = 0;  ///< of a sphere, per metre; 0 where the ground is flat

  /// A way along the ground must be as long as the straight line, which its shadow on the plane of the two directions is not:
  /// by how much it has to be stretched, where the straight line has this square. Less than a quarter around the sphere.
  double stretch(double square) const {
    const double share = square * per_diameter * per_diameter;
    return share == 0 ? 1 : 1 / std::sqrt(std::max(1 - share, 0.25));
  }
};
/// On a sphere `place` is measured from its centre.
GroundFrame ground_frame(const Domain& domain, const Point3& place);

/// How far things may reach on a domain, in metres: less than a quarter around a sphere.
double farthest_reach(const Domain& domain);
double farthest_reach(const DomainSpec& domain);

}  // namespace craton::relief
