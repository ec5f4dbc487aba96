// Surface nets (Gibson 1998, in the naive form): every cell that the surface passes through has one vertex, the mean of the
// places where its edges are crossed; around every crossed edge the vertices of its four cells make two triangles.
#include "shape/point_grid.h"

namespace craton::shape {
namespace {

constexpr int edges[12][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

class Nets {
 public:
  Nets(const PointGrid& points, VoxelMesh& mesh)
      : points_(points),
        mesh_(mesh),
        pitch_(static_cast<std::size_t>(points.side() + 1)),
        index_(pitch_ * pitch_ * static_cast<std::size_t>(points.height() + 2)) {}

  void run() {
    for (int z = -1; z < points_.height(); ++z)
      for (int y = points_.first_y(); y < points_.side(); ++y)
        for (int x = points_.first_x(); x < points_.side(); ++x)
          for (std::size_t axis = 0; axis < 3; ++axis) {
            const Corner at{x, y, z};
            Corner beyond = at;
            ++beyond[axis];
            if (points_.solid(at) != points_.solid(beyond)) add_quad(at, axis);
          }
  }

 private:
  /// The four cells around an edge, in the order in which they turn about its axis.
  void add_quad(const Corner& at, std::size_t axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (at[2] < 0 && axis != 2) return;  // the ground below the world
    std::uint32_t ring[4] = {};
    constexpr int around[4][2] = {{-1, -1}, {0, -1}, {0, 0}, {-1, 0}};
    for (int i = 0; i < 4; ++i) {
      Corner cell = at;
      cell[u] += around[i][0];
      cell[v] += around[i][1];
      ring[i] = vertex_of(cell);
    }
    if (!points_.solid(at)) std::swap(ring[1], ring[3]);
    add_triangle(mesh_, ring[0], ring[1], ring[2]);
    add_triangle(mesh_, ring[0], ring[2], ring[3]);
  }

  std::uint32_t vertex_of(const Corner& cell) {
    std::uint32_t& index =
        index_[(static_cast<std::size_t>(cell[2] + 2) * pitch_ + static_cast<std::size_t>(cell[1] + 1)) * pitch_ +
               static_cast<std::size_t>(cell[0] + 1)];
    if (index != 0) return index - 1;
    const unsigned signs = points_.signs(cell);
    std::array<int, 3> sum{}, fall{};  // of crossings, in half voxels
    int crossings = 0;
    for (const auto& [a, b] : edges) {
      if ((signs >> a & 1) == (signs >> b & 1)) continue;
      ++crossings;
      for (std::size_t k = 0; k < 3; ++k) sum[k] += corner_of(a)[k] + corner_of(b)[k];
    }
    for (int i = 0; i < 8; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        if ((signs >> i & 1) != 0) fall[k] += corner_of(i)[k] != 0 ? -1 : 1;
    // On a grid of 1/256 voxels, so that the places of neighbouring chunks are equal wherever they are moved to.
    std::array<float, 3> place{};
    for (std::size_t k = 0; k < 3; ++k) {
      const int parts = (sum[k] * 256 + crossings) / (2 * crossings);  // of 256
      place[k] = static_cast<float>(cell[k]) + 0.5F + static_cast<float>(parts) / 256;
    }
    mesh_.vertices.push_back(vertex_at(place, fall, nearest_ground(cell, signs, sum, crossings)));
    index = static_cast<std::uint32_t>(mesh_.vertices.size());
    return index - 1;
  }

  /// Of the solid corners the one nearest to the vertex, the highest of equals.
  GroundId nearest_ground(const Corner& cell, unsigned signs, const std::array<int, 3>& sum, int crossings) const {
    int best = -1, least = 1 << 30;
    for (int i = 7; i >= 0; --i) {
      if ((signs >> i & 1) == 0) continue;
      int distance = 0;  // in half voxels times crossings, squared
      for (std::size_t k = 0; k < 3; ++k) {
        const int apart = 2 * corner_of(i)[k] * crossings - sum[k];
        distance += apart * apart;
      }
      if (distance >= least) continue;
      least = distance;
      best = i;
    }
    const Corner by = corner_of(best);
    return points_.ground({cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]});
  }

  const PointGrid& points_;
  VoxelMesh& mesh_;
  std::size_t pitch_;
  std::vector<std::uint32_t> index_;
};

}  // namespace

void add_surface_nets(const PointGrid& points, VoxelMesh& mesh) { Nets(points, mesh).run(); }

}  // namespace craton::shape
