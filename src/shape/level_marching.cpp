// Marching cubes and tetrahedra of chunks among chunks of other levels. Where a chunk meets a coarser one, eight of its cells are
// one body: its sides are squares as fine as the cells behind them, or one square as the coarser chunk has it, and polygons where
// a fine side has a coarse edge. Solid points in a row are cut off on every polygon as on the sides of a cube; neighbours see the
// same polygons, so that nothing is left open. (Lengyel 2010 does the like by tables of 512 cases.)
#include <algorithm>

#include "shape/level_points.h"
#include "shape/marching.h"

namespace craton::shape {
namespace {

/// Points of a body of 2 × 2 × 2 cells are numbered x + 3 y + 9 z: the middle of two of them has the mean of their numbers.
constexpr int body_corner(int corner) { return 2 * (corner & 1) + 6 * (corner >> 1 & 1) + 18 * (corner >> 2 & 1); }

class LevelMarcher {
 public:
  LevelMarcher(const LevelPoints& points, bool tetrahedra, VoxelMesh& mesh)
      : points_(points), tetrahedra_(tetrahedra), mesh_(mesh), vertices_(points, mesh), stride_(points.stride()) {}

  void run() {
    const int side = points_.side(), step = side == stride_ ? stride_ : 2 * stride_;
    for (int z = -2 * stride_; z < points_.height(); z += 2 * stride_)
      for (int y = 0; y < side; y += step)
        for (int x = 0; x < side; x += step) {
          if (step > stride_ && points_.is_joined(x, y))
            add_body({x, y, z});
          else
            add_cells({x, y, z}, step);
        }
  }

 private:
  void add_cells(const Corner& first, int step) {
    for (int z = first[2]; z < std::min(first[2] + 2 * stride_, points_.height()); z += stride_)
      for (int y = first[1]; y < first[1] + step; y += stride_)
        for (int x = first[0]; x < first[0] + step; x += stride_) add_cell({x, y, z});
  }

  void add_cell(const Corner& at) {
    const auto point = [&](int corner) {
      const Corner by = corner_of(corner);
      return Corner{at[0] + by[0] * stride_, at[1] + by[1] * stride_, at[2] + by[2] * stride_};
    };
    unsigned signs = 0;
    for (int i = 0; i < 8; ++i) signs |= static_cast<unsigned>(points_.solid(point(i))) << i;
    if (signs == 0 || signs == 255) return;
    const int parity = points_.is_even(at, stride_) ? 0 : 1;
    for (const CellTriangle& triangle : tetrahedra_ ? tetrahedra_triangles(signs, parity) : cube_triangles(signs))
      add(triangle, point);
  }

  template <class PointOf>
  void add(const CellTriangle& triangle, const PointOf& point) {
    std::uint32_t index[3] = {};
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner a = point(triangle[k].a), b = point(triangle[k].b);
      index[k] = points_.solid(a) ? vertices_.between(a, b) : vertices_.between(b, a);
    }
    add_triangle(mesh_, index[0], index[1], index[2]);
  }

  void add_body(const Corner& at) {
    const auto point = [&](int number) {
      return Corner{at[0] + number % 3 * stride_, at[1] + number / 3 % 3 * stride_, at[2] + number / 9 * stride_};
    };
    const auto solid = [&](int number) { return points_.solid(point(number)); };
    int count = 0;
    for (int i = 0; i < 27; ++i) count += solid(i);
    if (count == 0 || count == 27) return;
    lines_.clear();
    for (const auto& corners : cube_sides) {
      std::array<int, 4> square{};
      for (std::size_t i = 0; i < 4; ++i) square[i] = body_corner(corners[i]);
      find_polygons(square, point);
      for (const std::vector<int>& polygon : polygons_) add_lines(polygon, solid, lines_);
    }
    for (const std::vector<CellEdge>& ring : rings_of(lines_)) fill(ring, point);
  }

  /// What a side of a body is cut into: from the middle to those of its edges that are not coarse. Few of them need no middle.
  template <class PointOf>
  void find_polygons(const std::array<int, 4>& square, const PointOf& point) {
    polygons_.clear();
    std::array<bool, 4> fine{};
    for (std::size_t i = 0; i < 4; ++i) fine[i] = !points_.is_coarse(point(square[i]), point(square[(i + 1) % 4]));
    const auto middle = [&](std::size_t i) { return (square[i] + square[(i + 1) % 4]) / 2; };
    const auto count = static_cast<std::size_t>(std::count(fine.begin(), fine.end(), true));
    if (count < 2) {
      std::vector<int>& whole = polygons_.emplace_back();
      for (std::size_t i = 0; i < 4; ++i) {
        whole.push_back(square[i]);
        if (fine[i]) whole.push_back(middle(i));
      }
    } else {
      for (std::size_t i = 0; i < 4; ++i) {
        if (!fine[i]) continue;
        std::vector<int>& part = polygons_.emplace_back(std::vector<int>{middle(i), square[(i + 1) % 4]});
        std::size_t next = (i + 1) % 4;
        for (; !fine[next]; next = (next + 1) % 4) part.push_back(square[(next + 1) % 4]);
        part.push_back(middle(next));
        part.push_back((square[0] + square[2]) / 2);
      }
    }
    if (tetrahedra_ && (count == 0 || count == 4)) halve_squares(count == 0 ? 2 * stride_ : stride_, point);
  }

  /// As the tetrahedra behind a square do it: from an even point to an even one.
  template <class PointOf>
  void halve_squares(int stride, const PointOf& point) {
    std::vector<std::vector<int>> halves;
    for (const std::vector<int>& p : polygons_) {
      const std::size_t first = points_.is_even(point(p[0]), stride) ? 0 : 1;
      halves.push_back({p[first], p[first + 1], p[(first + 2) % 4]});
      halves.push_back({p[first], p[(first + 2) % 4], p[(first + 3) % 4]});
    }
    polygons_ = std::move(halves);
  }

  /// Triangles around the vertex of a ring from which the farthest other one is nearest.
  template <class PointOf>
  void fill(const std::vector<CellEdge>& ring, const PointOf& point) {
    const std::size_t count = ring.size();
    const auto middle = [&](std::size_t i) {
      const Corner a = point(ring[i].a), b = point(ring[i].b);
      return points_.solid(a) ? points_.crossing(a, b).twice : points_.crossing(b, a).twice;
    };
    std::size_t best = 0;
    int least = 1 << 30;
    for (std::size_t i = 0; i < count; ++i) {
      int farthest = 0;
      for (std::size_t j = 0; j < count; ++j) {
        const Corner a = middle(i), b = middle(j);
        int apart = 0;
        for (std::size_t k = 0; k < 3; ++k) apart += (a[k] - b[k]) * (a[k] - b[k]);
        farthest = std::max(farthest, apart);
      }
      if (farthest >= least) continue;
      least = farthest;
      best = i;
    }
    for (std::size_t i = 1; i + 1 < count; ++i) add({ring[best], ring[(best + i + 1) % count], ring[(best + i) % count]}, point);
  }

  const LevelPoints& points_;
  bool tetrahedra_;
  VoxelMesh& mesh_;
  CrossingVertices vertices_;
  int stride_;
  std::vector<std::vector<int>> polygons_;
  std::vector<CellLine> lines_;
};

}  // namespace

void add_level_marching(const LevelPoints& points, bool tetrahedra, VoxelMesh& mesh) {
  LevelMarcher(points, tetrahedra, mesh).run();
}

}  // namespace craton::shape
