// Faces against brute force: those that are seen, each once, with their ground and their shade.
#include <craton/shape/voxel_faces.h>

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <tuple>

namespace craton {
namespace {

using Face = std::tuple<int, int, int, FaceSide>;  // x, y, z
struct Look {
  GroundId ground = 0;
  std::uint8_t shade = 0;
  friend bool operator==(const Look&, const Look&) = default;
};
using Faces = std::map<Face, Look>;

constexpr std::array<int, 3> normals[] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
constexpr std::array<int, 3> u_axes[] = {{0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
constexpr std::array<int, 3> v_axes[] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {0, 1, 0}};

VoxelWorld world_of(const VoxelParams& params = {}, std::uint64_t seed = 7) { return *VoxelWorld::make(params, Seed{seed}); }

/// Voxels of a chunk and around it, as the plainest mesher would see them.
struct Plain {
  const VoxelChunk& chunk;
  const VoxelTable& table;

  int density(int x, int y, int z) const {
    if (z < 0) return 2;
    if (z >= chunk.height()) return 0;
    const GroundId ground = chunk.at(x, y, z);
    return ground == 0 ? 0 : table.grounds[ground].liquid ? 1 : 2;
  }
  bool opaque(int x, int y, int z) const { return density(x, y, z) == 2; }

  std::uint8_t shade(int x, int y, int z, std::size_t side) const {
    unsigned shade = 0;
    for (unsigned corner = 0; corner < 4; ++corner) {
      const int a = corner == 1 || corner == 2 ? 1 : -1, b = corner >= 2 ? 1 : -1;
      const auto at = [&](int du, int dv) {
        return opaque(x + normals[side][0] + du * u_axes[side][0] + dv * v_axes[side][0],
                      y + normals[side][1] + du * u_axes[side][1] + dv * v_axes[side][1],
                      z + normals[side][2] + du * u_axes[side][2] + dv * v_axes[side][2]);
      };
      const bool one = at(a, 0), other = at(0, b), diagonal = at(a, b);
      shade |= (one && other ? 3U : unsigned{one} + unsigned{other} + unsigned{diagonal}) << (2 * corner);
    }
    return static_cast<std::uint8_t>(shade);
  }

  Faces faces(bool shaded) const {
    Faces all;
    for (int y = 0; y < chunk.side(); ++y)
      for (int x = 0; x < chunk.side(); ++x)
        for (int z = 0; z < chunk.height(); ++z)
          for (std::size_t side = 0; side < 6; ++side)
            if (density(x, y, z) > density(x + normals[side][0], y + normals[side][1], z + normals[side][2]))
              all[{x, y, z, static_cast<FaceSide>(side)}] = {chunk.at(x, y, z), shaded ? shade(x, y, z, side) : std::uint8_t{0}};
    return all;
  }
};

/// The single faces that rectangles cover; each must be covered once.
Faces unpacked(std::span<const VoxelQuad> quads) {
  Faces all;
  int twice = 0;
  for (const VoxelQuad& quad : quads) {
    const auto side = static_cast<std::size_t>(quad.side);
    for (int v = 0; v < quad.v_length; ++v)
      for (int u = 0; u < quad.u_length; ++u) {
        const Face face{quad.x + u * u_axes[side][0] + v * v_axes[side][0], quad.y + u * u_axes[side][1] + v * v_axes[side][1],
                        quad.z + u * u_axes[side][2] + v * v_axes[side][2], quad.side};
        twice += !all.emplace(face, Look{quad.ground, quad.shade}).second;
      }
  }
  EXPECT_EQ(twice, 0);
  return all;
}

void expect_same_faces(const VoxelWorld& world, ChunkPlace place) {
  const Result<VoxelChunk> chunk = world.chunk(place, 1);
  ASSERT_TRUE(chunk);
  const Plain plain{*chunk, world.table()};
  VoxelFaces finder;
  for (const bool shaded : {false, true}) {
    const Faces expected = plain.faces(shaded);
    std::size_t single = 0;
    for (const bool greedy : {false, true}) {
      const auto quads = finder.find(*chunk, world.table(), {.greedy = greedy, .ambient_occlusion = shaded});
      ASSERT_TRUE(quads);
      EXPECT_TRUE(unpacked(*quads) == expected) << place.x << "," << place.y << " greedy " << greedy << " shaded " << shaded;
      if (!greedy) single = quads->size();
      if (greedy) { EXPECT_LT(quads->size(), single); }
    }
  }
}

TEST(VoxelFaces, AreThoseOfBruteForce) {
  const VoxelWorld world = world_of();
  for (int i = 0; i < 6; ++i) expect_same_faces(world, {i * 7 - 20, i * 5 - 11});
}

TEST(VoxelFaces, AreThoseOfBruteForceInOtherChunks) {
  expect_same_faces(world_of({.chunk_side = 32, .chunk_height = 128, .relief = 136}), {1, -2});
  expect_same_faces(world_of({.chunk_side = 8, .chunk_height = 32, .floor = -8, .relief = 10}), {3, 3});
}

enum class Merged { no, greedily, closed };

/// A mesh of chunks beside each other, cut off all around.
VoxelMesh block_of(const VoxelWorld& world, int side, Merged merged, std::int64_t& voxels) {
  VoxelMesh all;
  VoxelFaces finder;
  voxels = 0;
  for (int cy = 0; cy < side; ++cy)
    for (int cx = 0; cx < side; ++cx) {
      const VoxelChunk chunk = *world.chunk({cx, cy}, 1);
      const auto open = static_cast<std::uint8_t>((cx == 0) | (cx == side - 1) << 1 | (cy == 0) << 2 | (cy == side - 1) << 3);
      const std::size_t first = all.vertices.size();
      const auto quads = *finder.find(chunk, world.table(), {.greedy = merged != Merged::no, .floor = true, .open_sides = open});
      if (merged == Merged::closed)
        add_closed_quads(quads, chunk.side(), all);
      else
        add_quads(quads, all);
      for (std::size_t i = first; i < all.vertices.size(); ++i) {
        all.vertices[i].x += static_cast<float>(16 * cx);
        all.vertices[i].y += static_cast<float>(16 * cy);
      }
      for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x)
          for (int z = 0; z < chunk.height(); ++z) voxels += chunk.at(x, y, z) != 0;
    }
  return all;
}

/// Land without a sea, so that there is one surface alone.
VoxelWorld dry_world() {
  VoxelTable table = default_voxel_table();
  for (VoxelTable::Biome& biome : table.biomes) biome.base = 2;
  return *VoxelWorld::make({}, Seed{5}, table);
}

// The volume inside a closed, outward surface is the sum of its tetrahedra; holes, overlaps and faces turned round would change
// it.
TEST(VoxelFaces, EncloseTheirVoxels) {
  const VoxelWorld world = dry_world();
  for (const Merged merged : {Merged::no, Merged::greedily, Merged::closed}) {
    std::int64_t voxels = 0;
    const VoxelMesh mesh = block_of(world, 3, merged, voxels);
    double volume = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
      const VoxelVertex &a = mesh.vertices[mesh.triangles[t]], &b = mesh.vertices[mesh.triangles[t + 1]],
                        &c = mesh.vertices[mesh.triangles[t + 2]];
      // y runs to the south: the system is left-handed, and counter-clockwise triangles have a negative determinant.
      volume -= double{a.x} * (double{b.y} * c.z - double{b.z} * c.y) - double{a.y} * (double{b.x} * c.z - double{b.z} * c.x) +
                double{a.z} * (double{b.x} * c.y - double{b.y} * c.x);
      const double nx = (double{b.y} - a.y) * (double{c.z} - a.z) - (double{b.z} - a.z) * (double{c.y} - a.y);
      const double ny = (double{b.z} - a.z) * (double{c.x} - a.x) - (double{b.x} - a.x) * (double{c.z} - a.z);
      const double nz = (double{b.x} - a.x) * (double{c.y} - a.y) - (double{b.y} - a.y) * (double{c.x} - a.x);
      ASSERT_LT(nx * a.normal_x + ny * a.normal_y + nz * a.normal_z, 0);
    }
    EXPECT_NEAR(volume / 6, static_cast<double>(voxels), 1e-6 * static_cast<double>(voxels)) << static_cast<int>(merged);
  }
}

/// How many edges are not walked as often in one direction as in the other.
int open_edges(const VoxelMesh& mesh) {
  using Corner = std::array<int, 3>;  // in halves of voxels
  std::map<std::pair<Corner, Corner>, int> balance;
  const auto corner = [&](std::size_t i) {
    const VoxelVertex& v = mesh.vertices[mesh.triangles[i]];
    return Corner{static_cast<int>(2 * v.x), static_cast<int>(2 * v.y), static_cast<int>(2 * v.z)};
  };
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner from = corner(t + k), to = corner(t + (k + 1) % 3);
      if (from < to)
        ++balance[{from, to}];
      else
        --balance[{to, from}];
    }
  int open = 0;
  for (const auto& [edge, sum] : balance) open += sum != 0;
  return open;
}

// Every edge of a closed surface is walked once in each direction, also between chunks; rectangles that are merged without regard
// to each other do not hold that.
TEST(VoxelFaces, AreClosedAcrossChunks) {
  std::int64_t voxels = 0;
  const VoxelMesh single = block_of(dry_world(), 2, Merged::no, voxels),
                  greedy = block_of(dry_world(), 2, Merged::greedily, voxels),
                  closed = block_of(dry_world(), 2, Merged::closed, voxels);
  EXPECT_EQ(open_edges(single), 0);
  EXPECT_GT(open_edges(greedy), 0);
  EXPECT_EQ(open_edges(closed), 0);
  EXPECT_LT(closed.triangles.size(), single.triangles.size());
}

// Caves and overhangs have corners of all kinds, and shades keep rectangles apart.
TEST(VoxelFaces, ClosedOnesAreShadedAsTheirCorners) {
  const VoxelWorld world = world_of({.overhangs = VoxelOverhangs::constant, .caves = 0.7});
  const VoxelChunk chunk = *world.chunk({3, 5}, 1);
  VoxelFaces finder;
  const auto quads = *finder.find(chunk, world.table(), {.ambient_occlusion = true});
  VoxelMesh plain, closed;
  add_quads(quads, plain);
  add_closed_quads(quads, chunk.side(), closed);
  using Corner = std::tuple<float, float, float, int, int, int, int>;
  const auto corners = [](const VoxelMesh& mesh) {
    std::map<Corner, std::pair<int, int>> shades;  // least and most
    for (const VoxelVertex& v : mesh.vertices) {
      auto& [least, most] = shades.try_emplace({v.x, v.y, v.z, v.normal_x, v.normal_y, v.normal_z, v.ground}, 3, 0).first->second;
      least = std::min<int>(least, v.shade);
      most = std::max<int>(most, v.shade);
    }
    return shades;
  };
  const auto expected = corners(plain), found = corners(closed);
  int missing = 0, unlike = 0;
  for (const auto& [corner, shades] : expected) {
    const auto at = found.find(corner);
    missing += at == found.end();
    unlike += at != found.end() && (at->second.first > shades.first || at->second.second < shades.second);
  }
  EXPECT_EQ(missing, 0);
  EXPECT_EQ(unlike, 0);
}

TEST(VoxelFaces, NeedAnApron) {
  const VoxelWorld world = world_of();
  VoxelFaces finder;
  EXPECT_FALSE(finder.find(*world.chunk({0, 0}), world.table()));
  // A wider one than needed changes nothing.
  const VoxelChunk narrow = *world.chunk({0, 0}, 1), wide = *world.chunk({0, 0}, 3);
  const auto first = finder.find(narrow, world.table());
  const std::vector<VoxelQuad> quads(first->begin(), first->end());
  const auto second = finder.find(wide, world.table());
  EXPECT_TRUE(unpacked(quads) == unpacked(*second));
}

}  // namespace
}  // namespace craton
