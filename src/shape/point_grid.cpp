#include "shape/point_grid.h"

#include <bit>
#include <cmath>

namespace craton::shape {

PointGrid::PointGrid(const VoxelChunk& chunk, const VoxelTable& table, std::uint8_t open_sides)
    : side_(chunk.side()), height_(chunk.height()) {
  const auto pitch = static_cast<std::size_t>(side_ + 2 * border), level = pitch * pitch;
  for (int i = 0; i < 8; ++i) {
    const Corner by = corner_of(i);
    step_[static_cast<std::size_t>(i)] =
        static_cast<std::size_t>(by[0]) + static_cast<std::size_t>(by[1]) * pitch + static_cast<std::size_t>(by[2]) * level;
  }
  points_.assign(level * static_cast<std::size_t>(height_ + 2 * border), 0);
  std::fill_n(points_.begin(), level * border, GroundId{1});
  const auto wide = static_cast<std::size_t>(chunk.pitch());
  std::vector<std::uint64_t> masks(wide * wide);
  for (std::size_t entry = 1; entry < chunk.palette().size(); ++entry) {
    const GroundId ground = chunk.palette()[entry];
    if (table.grounds[ground].liquid) continue;
    for (int w = 0; w < chunk.words(); ++w) {
      chunk.masks_of(static_cast<int>(entry), w, masks);
      for (int y = -border; y < side_ + border; ++y)
        for (int x = -border; x < side_ + border; ++x)
          for (std::uint64_t bits =
                   masks[static_cast<std::size_t>(y + chunk.apron()) * wide + static_cast<std::size_t>(x + chunk.apron())];
               bits != 0; bits &= bits - 1)
            points_[place({x, y, 64 * w + std::countr_zero(bits)})] = ground;
    }
  }
  if (open_sides != 0) clear_beyond(open_sides);
}

void PointGrid::clear_beyond(std::uint8_t open_sides) {
  const auto open = [&](FaceSide side) { return (open_sides >> static_cast<int>(side) & 1) != 0; };
  first_x_ = open(FaceSide::west) ? -1 : 0;
  first_y_ = open(FaceSide::north) ? -1 : 0;
  for (int z = -border; z < height_ + border; ++z)
    for (int y = -border; y < side_ + border; ++y)
      for (int x = -border; x < side_ + border; ++x)
        if ((x < 0 && open(FaceSide::west)) || (x >= side_ && open(FaceSide::east)) || (y < 0 && open(FaceSide::north)) ||
            (y >= side_ && open(FaceSide::south)))
          points_[place({x, y, z})] = 0;
}

Corner PointGrid::fall(const Corner& at) const {
  Corner fall{};
  for (std::size_t k = 0; k < 3; ++k) {
    Corner before = at, after = at;
    --before[k];
    ++after[k];
    fall[k] = static_cast<int>(solid(before)) - static_cast<int>(solid(after));
  }
  return fall;
}

VertexMap::VertexMap(const PointGrid& points, VoxelMesh& mesh)
    : points_(points),
      mesh_(mesh),
      pitch_(static_cast<std::size_t>(2 * points.side() + 5)),
      index_(pitch_ * pitch_ * static_cast<std::size_t>(2 * points.height() + 5)) {}

std::uint32_t VertexMap::between(const Corner& solid, const Corner& other) {
  const Corner twice{solid[0] + other[0], solid[1] + other[1], solid[2] + other[2]};  // twice the middle
  std::uint32_t& index =
      index_[(static_cast<std::size_t>(twice[2] + 2) * pitch_ + static_cast<std::size_t>(twice[1] + 2)) * pitch_ +
             static_cast<std::size_t>(twice[0] + 2)];
  if (index != 0) return index - 1;
  const Corner one = points_.fall(solid), two = points_.fall(other);
  // Points are middles of voxels.
  mesh_.vertices.push_back(vertex_at(
      {static_cast<float>(twice[0] + 1) / 2, static_cast<float>(twice[1] + 1) / 2, static_cast<float>(twice[2] + 1) / 2},
      {one[0] + two[0], one[1] + two[1], one[2] + two[2]}, points_.ground(solid)));
  index = static_cast<std::uint32_t>(mesh_.vertices.size());
  return index - 1;
}

VoxelVertex vertex_at(const std::array<float, 3>& place, const Corner& normal, GroundId ground) {
  const int squared = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
  VoxelVertex vertex{.x = place[0], .y = place[1], .z = place[2], .ground = ground};
  if (squared == 0) return vertex;  // upwards
  const float length = std::sqrt(static_cast<float>(squared));
  const auto part = [&](int along) {
    return static_cast<std::int8_t>(std::floor(static_cast<float>(along) * 127 / length + 0.5F));
  };
  vertex.normal_x = part(normal[0]);
  vertex.normal_y = part(normal[1]);
  vertex.normal_z = part(normal[2]);
  return vertex;
}

}  // namespace craton::shape

namespace craton {

Result<void> add_surface(const VoxelChunk& chunk, const VoxelTable& table, VoxelSurface kind, VoxelMesh& mesh,
                         std::uint8_t open_sides) {
  if (chunk.apron() < shape::PointGrid::border)
    return Error{ErrorCode::invalid_value, "chunk",
                 "needs an apron of two columns: ask for it with world.chunk(place, context, 2)"};
  if (chunk.palette().back() >= table.grounds.size())
    return Error{ErrorCode::invalid_value, "table", "does not hold the grounds of the chunk"};
  const shape::PointGrid points(chunk, table, open_sides);
  if (kind == VoxelSurface::marching_cubes)
    shape::add_marching_cubes(points, mesh);
  else if (kind == VoxelSurface::marching_tetrahedra)
    shape::add_marching_tetrahedra(points, mesh);
  else
    shape::add_surface_nets(points, mesh);
  return {};
}

}  // namespace craton
