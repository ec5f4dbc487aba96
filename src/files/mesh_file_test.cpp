#include <craton/files/mesh_file.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "files/test_folder.h"

namespace craton {
namespace {

VoxelMesh some_mesh(const VoxelWorld& world) {
  VoxelFaces faces;
  VoxelMesh mesh;
  const VoxelChunk chunk = *world.chunk({0, 0}, 1);
  add_quads(*faces.find(chunk, world.table()), mesh);
  return mesh;
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(MeshFile, ObjHoldsTheTriangles) {
  const files::TestFolder folder;
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  const VoxelMesh mesh = some_mesh(world);
  const std::string path = folder.path("mesh.obj");
  ASSERT_TRUE(write_mesh(path, mesh, world.table()));
  std::istringstream lines(bytes_of(path));
  std::size_t vertices = 0, triangles = 0;
  for (std::string line; std::getline(lines, line);) {
    std::replace(line.begin(), line.end(), '/', ' ');
    std::istringstream words(line.substr(std::min<std::size_t>(line.size(), 2)));
    if (line.starts_with("v ")) {
      float x = 0, up = 0, y = 0;
      words >> x >> up >> y;
      EXPECT_EQ(x, mesh.vertices[vertices].x);
      EXPECT_EQ(up, mesh.vertices[vertices].z);
      EXPECT_EQ(y, mesh.vertices[vertices].y);
      ++vertices;
    } else if (line.starts_with("f ")) {
      for (std::size_t k = 0; k < 3; ++k) {
        std::uint32_t index = 0, normal = 0;
        words >> index >> normal;
        EXPECT_EQ(index, mesh.triangles[3 * triangles + k] + 1);
        EXPECT_EQ(normal, index);
      }
      ++triangles;
    }
  }
  EXPECT_EQ(vertices, mesh.vertices.size());
  EXPECT_EQ(triangles, mesh.triangles.size() / 3);
}

TEST(MeshFile, PlyHasTheSizeThatItsHeadSays) {
  const files::TestFolder folder;
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  const VoxelMesh mesh = some_mesh(world);
  const std::string path = folder.path("mesh.ply");
  ASSERT_TRUE(write_mesh(path, mesh, world.table()));
  const std::string bytes = bytes_of(path);
  const std::size_t head = bytes.find("end_header\n") + 11;
  EXPECT_NE(bytes.find("element vertex " + std::to_string(mesh.vertices.size())), std::string::npos);
  EXPECT_EQ(bytes.size() - head, mesh.vertices.size() * 27 + mesh.triangles.size() / 3 * 13);
  float first[3];
  std::memcpy(first, bytes.data() + head, sizeof first);
  EXPECT_EQ(first[0], mesh.vertices[0].x);
  EXPECT_EQ(first[1], -mesh.vertices[0].y);
}

// A picture of the whole surface fits: the first sample is its upper left corner, the last its lower right one.
TEST(MeshFile, TexturesAreWritten) {
  const files::TestFolder folder;
  Mesh mesh{.positions = {{0, 0, 1}, {1, 0, 2}, {0, 1, 3}},
            .normals = {},
            .colours = {},
            .texture = {{0, 0}, {1, 0}, {0, 0.25F}},
            .triangles = {0, 2, 1}};
  ASSERT_TRUE(write_mesh(folder.path("mesh.obj"), mesh));
  const std::string text = bytes_of(folder.path("mesh.obj"));
  EXPECT_NE(text.find("vt 0 1\nvt 1 1\nvt 0 0.75\n"), std::string::npos) << text;
  EXPECT_NE(text.find("f 1/1 3/3 2/2\n"), std::string::npos) << text;
  ASSERT_TRUE(write_mesh(folder.path("mesh.ply"), mesh));
  EXPECT_NE(bytes_of(folder.path("mesh.ply")).find("property float s\nproperty float t\n"), std::string::npos);
  mesh.texture.pop_back();
  EXPECT_FALSE(write_mesh(folder.path("mesh.obj"), mesh));
}

TEST(MeshFile, OtherEndingsAreErrors) {
  const files::TestFolder folder;
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  EXPECT_FALSE(write_mesh(folder.path("mesh.stl"), {}, world.table()));
}

}  // namespace
}  // namespace craton
