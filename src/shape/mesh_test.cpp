#include <craton/shape/mesh.h>

#include <gtest/gtest.h>

#include <cmath>

namespace craton {
namespace {

Mesh triangle(bool normals, bool colours) {
  Mesh mesh{.positions = {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}}, .normals = {}, .colours = {}, .triangles = {0, 1, 2}};
  if (normals) mesh.normals.assign(3, {0, 0, 1});
  if (colours) mesh.colours.assign(3, {1, 2, 3, 4});
  return mesh;
}

TEST(Mesh, AppendedPartsKeepTheirTriangles) {
  Mesh mesh = triangle(true, false);
  append(triangle(true, true), mesh, {10, 20, 30});
  EXPECT_EQ(mesh.triangles, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(mesh.positions[5], (std::array<float, 3>{11, 21, 30}));
  EXPECT_EQ(mesh.normals.size(), 6U);
  EXPECT_EQ(mesh.colours[0], (std::array<std::uint8_t, 4>{255, 255, 255, 255}));
  EXPECT_EQ(mesh.colours[5], (std::array<std::uint8_t, 4>{1, 2, 3, 4}));
  append(triangle(false, false), mesh);
  EXPECT_EQ(mesh.positions.size(), 9U);
  EXPECT_EQ(mesh.colours.size(), 9U);
  EXPECT_TRUE(mesh.normals.empty());
}

TEST(Mesh, LiquidsArePartsOfTheirOwn) {
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  std::size_t liquids = 0;
  for (std::int64_t x = 0; x < 12; ++x) {
    VoxelFaces faces;
    VoxelMesh mesh;
    add_quads(*faces.find(*world.chunk({3 * x, 0}, 1), world.table(), {.ambient_occlusion = true}), mesh);
    const VoxelMeshParts parts = parts_of(mesh, world.table(), 2);
    EXPECT_EQ(parts.solid.triangles.size() + parts.liquid.triangles.size(), mesh.triangles.size());
    EXPECT_EQ(parts.solid.positions.size() + parts.liquid.positions.size(), mesh.vertices.size());
    for (const std::array<std::uint8_t, 4>& colour : parts.solid.colours) EXPECT_EQ(colour[3], 255);
    for (const std::array<std::uint8_t, 4>& colour : parts.liquid.colours) EXPECT_EQ(colour[3], liquid_opacity);
    if (!parts.solid.empty()) { EXPECT_EQ(std::fmod(parts.solid.positions[0][2], 2.0F), 0); }
    liquids += parts.liquid.triangles.size();
    const Mesh whole = mesh_of(mesh, world.table(), 2);
    EXPECT_EQ(whole.triangles, mesh.triangles);
    EXPECT_EQ(whole.positions[3][0], 2 * mesh.vertices[3].x);
  }
  EXPECT_GT(liquids, 0U);
}

TEST(Mesh, PlantsStandOnTheirFoot) {
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  const PlantModels plants = PlantModels::make(world);
  for (const PlantModel& model : plants.models()) {
    const Mesh mesh = mesh_of(model);
    ASSERT_FALSE(mesh.empty());
    EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
    EXPECT_EQ(mesh.colours.size(), mesh.positions.size());
    for (const std::array<float, 3>& at : mesh.positions) EXPECT_GE(at[2], 0);
  }
}

}  // namespace
}  // namespace craton
