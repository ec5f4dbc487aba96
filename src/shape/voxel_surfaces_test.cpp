// Marching cubes, marching tetrahedra and surface nets: closed and turned outwards across chunks, with the grounds of their
// voxels.
#include <craton/shape/voxel_surfaces.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

namespace craton {
namespace {

constexpr VoxelSurface kinds[] = {VoxelSurface::marching_cubes, VoxelSurface::marching_tetrahedra, VoxelSurface::surface_nets};

VoxelWorld rugged_world() {
  return *VoxelWorld::make({.overhangs = VoxelOverhangs::noise, .overhang_reach = 12, .caves = 0.7}, Seed{11});
}

struct Part {
  VoxelMesh mesh;
  int chunks = 0;
};

/// The surfaces of chunks beside each other, in one mesh; vertices of neighbours are not joined.
Part part_of(const VoxelWorld& world, VoxelSurface kind, int chunks, bool cut = false) {
  Part part{.chunks = chunks};
  for (int cy = 0; cy < chunks; ++cy)
    for (int cx = 0; cx < chunks; ++cx) {
      VoxelMesh mesh;
      const int ends = (cx == 0) | (cx == chunks - 1) << 1 | (cy == 0) << 2 | (cy == chunks - 1) << 3;
      EXPECT_TRUE(add_surface(*world.chunk({cx, cy}, 2), world.table(), kind, mesh, static_cast<std::uint8_t>(cut ? ends : 0)));
      const auto first = static_cast<std::uint32_t>(part.mesh.vertices.size());
      for (VoxelVertex vertex : mesh.vertices) {
        vertex.x += static_cast<float>(16 * cx);
        vertex.y += static_cast<float>(16 * cy);
        part.mesh.vertices.push_back(vertex);
      }
      for (const std::uint32_t index : mesh.triangles) part.mesh.triangles.push_back(first + index);
    }
  return part;
}

using Place = std::array<float, 3>;
Place place_of(const VoxelVertex& vertex) { return {vertex.x, vertex.y, vertex.z}; }

/// How many edges whose ends are `inside` do not have as many triangles on one side as on the other; and how many there are.
template <class Inside>
std::pair<int, int> open_edges(const VoxelMesh& mesh, const Inside& inside) {
  std::map<std::pair<Place, Place>, int> balance;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const Place from = place_of(mesh.vertices[mesh.triangles[t + k]]),
                  to = place_of(mesh.vertices[mesh.triangles[t + (k + 1) % 3]]);
      balance[from < to ? std::pair{from, to} : std::pair{to, from}] += from < to ? 1 : -1;
    }
  int open = 0, inner = 0;
  for (const auto& [edge, sum] : balance) {
    if (!inside(edge.first) || !inside(edge.second)) continue;
    ++inner;
    open += sum != 0;
  }
  return {open, inner};
}

TEST(VoxelSurfaces, AreClosedAcrossChunks) {
  const VoxelWorld world = rugged_world();
  for (const VoxelSurface kind : kinds) {
    const auto [open, inner] = open_edges(part_of(world, kind, 3).mesh, [](const Place& place) {
      return place[0] > 1.1F && place[1] > 1.1F && place[0] < 47.4F && place[1] < 47.4F;
    });
    EXPECT_EQ(open, 0) << static_cast<int>(kind);
    EXPECT_GT(inner, 10000);
  }
}

// Cut out of the world, a block of chunks is closed down to its floor, and no larger than its columns.
TEST(VoxelSurfaces, AreClosedWhereTheWorldIsCutOff) {
  const VoxelWorld world = rugged_world();
  for (const VoxelSurface kind : kinds) {
    const VoxelMesh mesh = part_of(world, kind, 2, true).mesh;
    const auto [open, inner] = open_edges(mesh, [](const Place& place) { return place[2] > 0.6F; });
    EXPECT_EQ(open, 0) << static_cast<int>(kind);
    EXPECT_GT(inner, 10000);
    const auto [cracks, all] = open_edges(part_of(world, kind, 2).mesh, [](const Place& place) { return place[2] > 0.6F; });
    EXPECT_GT(cracks, 100);
    for (const VoxelVertex& v : mesh.vertices) {
      ASSERT_TRUE(v.x >= 0 && v.x <= 32 && v.y >= 0 && v.y <= 32) << v.x << ", " << v.y;
      ASSERT_NE(v.ground, 0);
    }
  }
}

// Every line upwards begins in the ground and ends in the air: seen from above, what looks up less what looks down covers all,
// once.
TEST(VoxelSurfaces, LookOutwards) {
  const VoxelWorld world = rugged_world();
  for (const VoxelSurface kind : kinds) {
    const Part part = part_of(world, kind, 2);
    double covered = 0;
    int against = 0;
    for (std::size_t t = 0; t < part.mesh.triangles.size(); t += 3) {
      const VoxelVertex &a = part.mesh.vertices[part.mesh.triangles[t]], &b = part.mesh.vertices[part.mesh.triangles[t + 1]],
                        &c = part.mesh.vertices[part.mesh.triangles[t + 2]];
      // y runs to the south.
      const double ux = b.x - a.x, uy = a.y - b.y, uz = b.z - a.z, vx = c.x - a.x, vy = a.y - c.y, vz = c.z - a.z;
      const double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      covered += nz / 2;
      against += nx * a.normal_x - ny * a.normal_y + nz * a.normal_z < 0;
    }
    if (kind != VoxelSurface::surface_nets) {
      EXPECT_NEAR(covered, 32.0 * 32.0, 1e-6) << static_cast<int>(kind);
    } else {
      EXPECT_NEAR(covered, 32.0 * 32.0, 40) << "its borders are not straight";
    }
    EXPECT_LT(against, static_cast<int>(part.mesh.triangles.size()) / 3 / 20);
  }
}

TEST(VoxelSurfaces, HaveTheGroundBelowThem) {
  const VoxelWorld world = rugged_world();
  const VoxelChunk chunk = *world.chunk({1, 1}, 2);
  for (const VoxelSurface kind : kinds) {
    VoxelMesh mesh;
    ASSERT_TRUE(add_surface(chunk, world.table(), kind, mesh));
    ASSERT_GT(mesh.vertices.size(), 300U);
    int wrong = 0;
    for (const VoxelVertex& vertex : mesh.vertices) {
      bool found = false;
      for (int dz = -1; dz <= 1 && !found; ++dz)
        for (int dy = -1; dy <= 1 && !found; ++dy)
          for (int dx = -1; dx <= 1 && !found; ++dx) {
            const int x = static_cast<int>(std::floor(vertex.x)) + dx, y = static_cast<int>(std::floor(vertex.y)) + dy;
            const int z = static_cast<int>(std::floor(vertex.z)) + dz;
            const float away =
                std::max({std::abs(vertex.x - static_cast<float>(x) - 0.5F), std::abs(vertex.y - static_cast<float>(y) - 0.5F),
                          std::abs(vertex.z - static_cast<float>(z) - 0.5F)});
            if (x < -2 || y < -2 || x >= 18 || y >= 18 || z < 0 || z >= 64 || away > 0.84F) continue;
            found = chunk.at(x, y, z) == vertex.ground;
          }
      wrong += !found;
      EXPECT_FALSE(world.table().grounds[vertex.ground].liquid);
    }
    EXPECT_EQ(wrong, 0) << static_cast<int>(kind);
  }
}

TEST(VoxelSurfaces, NeedAnApron) {
  const VoxelWorld world = rugged_world();
  VoxelMesh mesh;
  EXPECT_FALSE(add_surface(*world.chunk({0, 0}, 1), world.table(), VoxelSurface::marching_cubes, mesh));
  EXPECT_TRUE(mesh.vertices.empty());
}

}  // namespace
}  // namespace craton
