#pragma once

#include <array>
#include <vector>

#include <craton/shape/voxel_surfaces.h>

namespace craton::shape {

/// A corner of a cell, or a step between corners: bits for x, y and z.
using Corner = std::array<int, 3>;
constexpr Corner corner_of(int index) { return {index & 1, index >> 1 & 1, index >> 2 & 1}; }

/// The voxels of a chunk as points: solid or not, and of which ground. Below the world all is solid, above it nothing is.
class PointGrid {
 public:
  static constexpr int border = 2;

  /// `open_sides`: bits of FaceSide, beyond which there is nothing.
  PointGrid(const VoxelChunk& chunk, const VoxelTable& table, std::uint8_t open_sides);

  int side() const { return side_; }
  /// Where cells of the chunk begin: one earlier where it is open to the west or north, since cells there are nobody else's.
  int first_x() const { return first_x_; }
  int first_y() const { return first_y_; }
  int height() const { return height_; }
  /// −2 ≤ x, y < side + 2 and −2 ≤ z < height + 2.
  bool solid(const Corner& at) const { return points_[place(at)] != 0; }
  GroundId ground(const Corner& at) const { return points_[place(at)]; }
  /// The corners of the cell from this point on that are solid, as bits.
  unsigned signs(const Corner& at) const {
    unsigned signs = 0;
    for (int i = 0; i < 8; ++i) signs |= static_cast<unsigned>(points_[place(at) + step_[static_cast<std::size_t>(i)]] != 0) << i;
    return signs;
  }
  /// How solidity falls around a point: differences of its neighbours.
  Corner fall(const Corner& at) const;

 private:
  std::size_t place(const Corner& at) const {
    const auto pitch = static_cast<std::size_t>(side_ + 2 * border);
    return (static_cast<std::size_t>(at[2] + border) * pitch + static_cast<std::size_t>(at[1] + border)) * pitch +
           static_cast<std::size_t>(at[0] + border);
  }

  void clear_beyond(std::uint8_t open_sides);

  int side_, height_, first_x_ = 0, first_y_ = 0;
  std::array<std::size_t, 8> step_{};
  std::vector<GroundId> points_;  // 0: not solid
};

/// Vertices of a mesh by a place in half voxels, so that each is there once.
class VertexMap {
 public:
  VertexMap(const PointGrid& points, VoxelMesh& mesh);

  /// The vertex in the middle between a solid point and one that is not.
  std::uint32_t between(const Corner& solid, const Corner& other);

 private:
  const PointGrid& points_;
  VoxelMesh& mesh_;
  std::size_t pitch_;
  std::vector<std::uint32_t> index_;  // 0: none yet
};

VoxelVertex vertex_at(const std::array<float, 3>& place, const Corner& normal, GroundId ground);

/// y runs to the south: what goes round counter-clockwise by the numbers of its coordinates goes clockwise for the eye.
inline void add_triangle(VoxelMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  mesh.triangles.insert(mesh.triangles.end(), {a, c, b});
}

void add_marching_cubes(const PointGrid& points, VoxelMesh& mesh);
void add_marching_tetrahedra(const PointGrid& points, VoxelMesh& mesh);
void add_surface_nets(const PointGrid& points, VoxelMesh& mesh);

}  // namespace craton::shape
