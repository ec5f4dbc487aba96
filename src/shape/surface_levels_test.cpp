// Surfaces of chunks of several levels beside each other: closed, turned outwards, and made of the vertices of the finest.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <craton/shape/voxel_surfaces.h>

namespace craton {
namespace {

constexpr VoxelSurface kinds[] = {VoxelSurface::marching_cubes, VoxelSurface::marching_tetrahedra, VoxelSurface::surface_nets};

VoxelWorld rugged_world() {
  return *VoxelWorld::make({.overhangs = VoxelOverhangs::noise, .overhang_reach = 12, .caves = 0.7}, Seed{11});
}

/// Levels of a field of chunks, so that all that touch differ by one at most, with corners of all kinds: a coarser or finer chunk
/// alone, at a side, across a corner.
using Field = std::vector<std::string>;
const Field corners{"0000000", "0100110", "0000110", "0001000", "0110001", "0111000", "0000000"};
const Field rings{"3332233", "3222223", "3211123", "2210122", "2111123", "2222223", "3333333"};

int level_at(const Field& field, int x, int y) {
  const int last = static_cast<int>(field.size()) - 1;
  return field[static_cast<std::size_t>(std::clamp(y, 0, last))][static_cast<std::size_t>(std::clamp(x, 0, last))] - '0';
}
VoxelLevels levels_at(const Field& field, int x, int y) {
  VoxelLevels levels{};
  for (int i = 0; i < 9; ++i) levels[static_cast<std::size_t>(i)] = level_at(field, x + i % 3 - 1, y + i / 3 - 1);
  return levels;
}

using Place = std::array<float, 3>;
using Corners = std::array<Place, 3>;

std::vector<Corners> triangles_of(const VoxelMesh& mesh, float x0 = 0, float y0 = 0) {
  std::vector<Corners> triangles;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    Corners& corners_of = triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const VoxelVertex& vertex = mesh.vertices[mesh.triangles[t + k]];
      corners_of[k] = {vertex.x + x0, vertex.y + y0, vertex.z};
    }
  }
  return triangles;
}

std::vector<Corners> surface_of(const VoxelWorld& world, const Field& field, VoxelSurface kind, ChunkPlace first) {
  std::vector<Corners> all;
  const int chunks = static_cast<int>(field.size());
  VoxelContext context;
  for (int y = 0; y < chunks; ++y)
    for (int x = 0; x < chunks; ++x) {
      const VoxelLevels levels = levels_at(field, x, y);
      VoxelMesh mesh;
      const Result<void> added = add_surface(*world.chunk({first.x + x, first.y + y}, context, apron_for_surface(levels[4])),
                                             world.table(), kind, levels, mesh);
      EXPECT_TRUE(added) << added.error().to_string();
      const std::vector<Corners> part = triangles_of(mesh, static_cast<float>(16 * x), static_cast<float>(16 * y));
      all.insert(all.end(), part.begin(), part.end());
    }
  return all;
}

/// Edges that are not met as often in one direction as in the other, of those that lie inside.
struct Edges {
  int inner = 0, open = 0;
};
Edges edges_of(const std::vector<Corners>& triangles, std::array<float, 2> low, std::array<float, 2> high) {
  std::map<std::pair<Place, Place>, int> balance;
  for (const Corners& triangle : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const Place &from = triangle[k], &to = triangle[(k + 1) % 3];
      balance[from < to ? std::pair{from, to} : std::pair{to, from}] += from < to ? 1 : -1;
    }
  const auto inside = [&](const Place& place) {
    return place[0] > low[0] && place[1] > low[1] && place[0] < high[0] && place[1] < high[1];
  };
  Edges edges;
  for (const auto& [edge, sum] : balance) {
    if (!inside(edge.first) || !inside(edge.second)) continue;
    ++edges.inner;
    edges.open += sum != 0;
  }
  return edges;
}

TEST(VoxelSurfaceLevels, AreClosedWhereLevelsMeet) {
  const VoxelWorld world = rugged_world();
  constexpr std::int64_t far = std::int64_t{1} << 36;  // of chunks: 2^40 m
  const std::pair<Field, ChunkPlace> cases[] = {{corners, {0, 0}}, {corners, {far, -far}}, {rings, {-far - 1, far}}};
  for (const VoxelSurface kind : kinds)
    for (const auto& [field, first] : cases) {
      const std::vector<Corners> surface = surface_of(world, field, kind, first);
      const float end = static_cast<float>(16 * field.size()) - 12;
      const Edges edges = edges_of(surface, {12, 12}, {end, end});
      EXPECT_EQ(edges.open, 0) << static_cast<int>(kind) << " from " << first.x;
      EXPECT_GT(edges.inner, 5000);
    }
}

// Chunks of two levels that do not know of each other crack, and only at their border: the test above would find it.
TEST(VoxelSurfaceLevels, WouldCrackWithoutKnowingEachOther) {
  const VoxelWorld world = rugged_world();
  for (const VoxelSurface kind : kinds) {
    std::vector<Corners> all;
    for (int x = 0; x < 2; ++x) {
      VoxelLevels levels{};
      levels.fill(x);  // each thinks that all are as it is
      VoxelMesh mesh;
      ASSERT_TRUE(add_surface(*world.chunk({x, 0}, apron_for_surface(x)), world.table(), kind, levels, mesh));
      const std::vector<Corners> part = triangles_of(mesh, static_cast<float>(16 * x));
      all.insert(all.end(), part.begin(), part.end());
    }
    // Nothing but the border between the two lies so far inside.
    EXPECT_EQ(edges_of(all, {3, 3}, {14, 13}).open, 0) << static_cast<int>(kind);
    EXPECT_GT(edges_of(all, {3, 3}, {29, 13}).open, 0) << static_cast<int>(kind);
  }
}

// Seen from above, what looks up less what looks down covers all, once.
TEST(VoxelSurfaceLevels, CoverEverythingOnce) {
  const VoxelWorld world = rugged_world();
  for (const VoxelSurface kind : {VoxelSurface::marching_cubes, VoxelSurface::marching_tetrahedra})
    for (const Field& field : {corners, rings}) {
      double covered = 0;
      for (const auto& [a, b, c] : surface_of(world, field, kind, {-3, 5})) {
        const double ux = b[0] - a[0], uy = a[1] - b[1], vx = c[0] - a[0], vy = a[1] - c[1];
        covered += (ux * vy - uy * vx) / 2;
      }
      EXPECT_NEAR(covered, 256.0 * 49, 1e-6);
    }
}

TEST(VoxelSurfaceLevels, OfOneLevelAreTheSurface) {
  const VoxelWorld world = rugged_world();
  for (const VoxelSurface kind : kinds) {
    const VoxelChunk chunk = *world.chunk({4, -2}, 2);
    VoxelMesh plain, among;
    ASSERT_TRUE(add_surface(chunk, world.table(), kind, plain));
    ASSERT_TRUE(add_surface(chunk, world.table(), kind, VoxelLevels{}, among));
    std::vector<Corners> expected = triangles_of(plain), found = triangles_of(among);
    for (std::vector<Corners>* triangles : {&expected, &found}) {
      for (Corners& triangle : *triangles)
        std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
      std::sort(triangles->begin(), triangles->end());
    }
    EXPECT_EQ(expected, found) << static_cast<int>(kind);
  }
}

TEST(VoxelSurfaceLevels, HaveVerticesOfTheFinest) {
  const VoxelWorld world = rugged_world();
  VoxelMesh fine;
  ASSERT_TRUE(add_surface(*world.chunk({1, 2}, 2), world.table(), VoxelSurface::marching_cubes, fine));
  std::set<Place> places;
  for (const VoxelVertex& vertex : fine.vertices) places.insert({vertex.x, vertex.y, vertex.z});
  for (int level = 1; level <= 4; ++level) {
    VoxelLevels levels{};
    levels.fill(level);
    VoxelMesh coarse;
    ASSERT_TRUE(
        add_surface(*world.chunk({1, 2}, apron_for_surface(level)), world.table(), VoxelSurface::marching_cubes, levels, coarse));
    ASSERT_FALSE(coarse.triangles.empty());
    EXPECT_LT(coarse.triangles.size() * 2, fine.triangles.size());
    int missing = 0;
    for (const VoxelVertex& vertex : coarse.vertices)
      missing += vertex.x <= 16 && vertex.y <= 16 && !places.contains({vertex.x, vertex.y, vertex.z});
    EXPECT_EQ(missing, 0) << level;
  }
}

TEST(VoxelSurfaceLevels, RefuseWhatCannotBe) {
  const VoxelWorld world = rugged_world();
  const VoxelChunk chunk = *world.chunk({0, 0}, 4);
  VoxelMesh mesh;
  const auto error_of = [&](const VoxelLevels& levels, VoxelSurface kind = VoxelSurface::marching_cubes) {
    return add_surface(chunk, world.table(), kind, levels, mesh).error().path;
  };
  EXPECT_EQ(error_of({0, 0, 0, 0, 5, 0, 0, 0, 0}), "levels");
  EXPECT_EQ(error_of({0, 0, 0, 0, 1, 3, 0, 0, 0}), "levels");
  EXPECT_EQ(error_of({-1, 0, 0, 0, 0, 0, 0, 0, 0}), "levels");
  EXPECT_EQ(error_of({2, 2, 2, 2, 2, 2, 2, 2, 2}), "chunk");
  EXPECT_EQ(error_of({4, 4, 4, 4, 4, 4, 4, 4, 4}, VoxelSurface::surface_nets), "levels");
  EXPECT_TRUE(mesh.vertices.empty());
}

}  // namespace
}  // namespace craton
