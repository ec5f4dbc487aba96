#include <craton/files/glb.h>

#include <gtest/gtest.h>
#ifdef CRATON_HAS_TINYGLTF
#include <tiny_gltf.h>
#endif

#include <cmath>
#include <limits>

#include <craton/shape/voxel_faces.h>

#include "files/glb_reader.h"
#include "files/test_folder.h"

namespace craton {
namespace {

using files::content_of;
using files::GlbReader;
using files::TestFolder;

/// A flat square of a metre, and what stands on it.
Mesh square(float up) {
  return {.positions = {{0, 0, up}, {1, 0, up}, {1, 1, up}, {0, 1, up}},
          .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
          .colours = {{255, 0, 0, 255}, {0, 128, 0, 255}, {0, 0, 55, 255}, {10, 20, 30, 128}},
          .triangles = {0, 2, 1, 0, 3, 2}};
}

/// A strip of triangles with many vertices.
Mesh strip(std::uint32_t count) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) mesh.positions.push_back({static_cast<float>(i / 2), static_cast<float>(i % 2), 3});
  for (std::uint32_t i = 2; i < count; ++i) mesh.triangles.insert(mesh.triangles.end(), {i - 2, i - 1, i});
  return mesh;
}

GlbScene scene_of(const Mesh& ground, const Mesh& water) {
  GlbScene scene;
  scene.origin = {(std::int64_t{1} << 50) + 1, -1024, 512};
  scene.notes = {{"seed", "7"}};
  scene.materials = {{.name = "ground"},
                     {.name = "water", .colour = {188, 255, 255, 51}, .transparent = true, .roughness = 0.1F}};
  scene.meshes = {{"tile", {{&ground, 0}, {&water, 1}}}, {"water", {{&water, 1}}}};
  scene.nodes = {{.name = "tiles"},
                 {.name = "a", .mesh = 0, .parent = 0, .place = {1, 2, 3}},
                 {.name = "b", .mesh = 1, .parent = 0, .turn = 90, .size = 2}};
  return scene;
}

TEST(Glb, HoldsWhatItWasGiven) {
  const TestFolder folder;
  const std::string path = folder.path("a.glb");
  const Mesh ground = square(2), water = strip(5);
  ASSERT_TRUE(write_glb(path, scene_of(ground, water)));
  EXPECT_EQ(folder.entries(), 1U);
  const GlbReader glb(content_of(path));

  ASSERT_EQ(glb.json.at("meshes").size(), 2U);
  const GlbReader::Part tile = glb.part(0, 0);
  EXPECT_EQ(tile.positions, (std::vector<double>{0, 2, 0, 1, 2, 0, 1, 2, 1, 0, 2, 1}));  // up is the second
  EXPECT_EQ(tile.normals, (std::vector<double>{0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(tile.triangles, (std::vector<double>{0, 2, 1, 0, 3, 2}));
  EXPECT_EQ(tile.colours[0], 65535);
  EXPECT_NEAR(tile.colours[5] / 65535, 0.21586, 1e-4);  // half of sRGB's levels is a fifth of the light
  EXPECT_NEAR(tile.colours[15] / 65535, 128 / 255.0, 1e-9);
  EXPECT_EQ(glb.part(0, 1).triangles.size(), 9U);  // an odd number of shorts: the next array is aligned all the same
  EXPECT_EQ(glb.part(1, 0).positions, glb.part(0, 1).positions);

  const auto& material = glb.json.at("materials").at(1);
  EXPECT_EQ(material.at("alphaMode"), "BLEND");
  EXPECT_NEAR(material.at("pbrMetallicRoughness").at("baseColorFactor").at(0).get<double>(), 0.5029, 1e-4);
  EXPECT_NEAR(material.at("pbrMetallicRoughness").at("baseColorFactor").at(3).get<double>(), 0.2, 1e-9);
}

TEST(Glb, BytesAreThoseOfTheFile) {
  const TestFolder folder;
  const Mesh ground = square(2), water = strip(5);
  const GlbScene scene = scene_of(ground, water);
  ASSERT_TRUE(write_glb(folder.path("a.glb"), scene));
  const Result<std::string> bytes = glb_bytes(scene);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(*bytes, content_of(folder.path("a.glb")));
  GlbScene wrong = scene;
  wrong.meshes[0].parts[0].material = 9;
  EXPECT_FALSE(glb_bytes(wrong));
}

TEST(Glb, TriangleWindingsSeeOutside) {
  const TestFolder folder;
  const Mesh ground = square(2), water = strip(5);
  ASSERT_TRUE(write_glb(folder.path("a.glb"), scene_of(ground, water)));
  const GlbReader::Part tile = GlbReader(content_of(folder.path("a.glb"))).part(0, 0);
  for (std::size_t t = 0; t < tile.triangles.size(); t += 3) {
    const auto corner = [&](std::size_t k, std::size_t axis) {
      return tile.positions[3 * static_cast<std::size_t>(tile.triangles[t + k]) + axis];
    };
    // The y of (b − a) × (c − a) in glTF's right-handed axes.
    const double up = (corner(1, 2) - corner(0, 2)) * (corner(2, 0) - corner(0, 0)) -
                      (corner(1, 0) - corner(0, 0)) * (corner(2, 2) - corner(0, 2));
    EXPECT_GT(up, 0);
  }
}

TEST(Glb, NodesHavePlaces) {
  const TestFolder folder;
  const Mesh ground = square(2), water = strip(5);
  GlbScene scene = scene_of(ground, water);
  ASSERT_TRUE(write_glb(folder.path("a.glb"), scene));
  const GlbReader glb(content_of(folder.path("a.glb")));
  const auto& nodes = glb.json.at("nodes");
  ASSERT_EQ(nodes.size(), 4U);
  EXPECT_FALSE(nodes.at(0).contains("translation"));
  const auto& craton = nodes.at(0).at("extras").at("craton");
  EXPECT_EQ(craton.at("units").at("east"), "1125899906842625");
  EXPECT_EQ(craton.at("origin").at("east").get<double>(), 1099511627776.0009765625);
  EXPECT_EQ(craton.at("origin").at("south"), -1);
  EXPECT_EQ(craton.at("seed"), "7");
  EXPECT_EQ(nodes.at(2).at("translation"), nlohmann::json({1, 3, 2}));
  EXPECT_EQ(nodes.at(3).at("scale"), nlohmann::json({2, 2, 2}));
  // A quarter to the right brings what lies north (−z) to the east (+x): v' = q v q*, of (0, 0, −1).
  const auto& q = nodes.at(3).at("rotation");
  const double y = q.at(1), w = q.at(3);
  EXPECT_NEAR(-2 * w * y, 1, 1e-12);
  EXPECT_NEAR(w * w + y * y, 1, 1e-12);

  scene.in_place = true;
  ASSERT_TRUE(write_glb(folder.path("b.glb"), scene));
  const GlbReader moved(content_of(folder.path("b.glb")));
  EXPECT_EQ(moved.json.at("nodes").at(0).at("translation").at(0).get<double>(), 1099511627776.0009765625);
  EXPECT_EQ(moved.json.at("nodes").at(0).at("translation").at(1).get<double>(), 0.5);
}

TEST(Glb, IndicesAreAsWideAsTheyMust) {
  const TestFolder folder;
  for (const std::uint32_t count : {65535U, 65536U}) {
    const Mesh mesh = strip(count);
    GlbScene scene{.materials = {{}}, .meshes = {{"strip", {{&mesh, 0}}}}, .nodes = {{.mesh = 0}}};
    ASSERT_TRUE(write_glb(folder.path("a.glb"), scene));
    const GlbReader glb(content_of(folder.path("a.glb")));
    EXPECT_EQ(glb.part(0).triangles.back(), count - 1);
    EXPECT_EQ(glb.json.at("accessors").at(1).at("componentType"), count == 65535 ? 5123 : 5125);
  }
}

TEST(Glb, WhatIsEmptyIsLeftOut) {
  const TestFolder folder;
  const Mesh none, some = strip(3);
  const GlbScene scene{.materials = {{}},
                       .meshes = {{"none", {{&none, 0}}}, {"some", {{&none, 0}, {&some, 0}}}},
                       .nodes = {{.mesh = 0}, {.mesh = 1}}};
  ASSERT_TRUE(write_glb(folder.path("a.glb"), scene));
  const GlbReader glb(content_of(folder.path("a.glb")));
  EXPECT_EQ(glb.json.at("meshes").size(), 1U);
  EXPECT_FALSE(glb.json.at("nodes").at(1).contains("mesh"));
  EXPECT_EQ(glb.json.at("nodes").at(2).at("mesh"), 0);

  ASSERT_TRUE(write_glb(folder.path("nothing.glb"), {}));
  EXPECT_FALSE(GlbReader(content_of(folder.path("nothing.glb"))).json.contains("buffers"));
}

TEST(Glb, BadScenesAreErrorsAndNothingIsLost) {
  const TestFolder folder;
  const std::string path = folder.path("a.glb");
  const Mesh good = strip(3);
  const GlbScene scene{.materials = {{}}, .meshes = {{"m", {{&good, 0}}}}, .nodes = {{.mesh = 0}}};
  ASSERT_TRUE(write_glb(path, scene));
  const std::string before = content_of(path);
  const auto fails = [&](const Mesh& mesh, std::size_t material, std::size_t number, std::optional<std::size_t> parent) {
    GlbScene bad{.materials = {{}}, .meshes = {{"m", {{&mesh, material}}}}, .nodes = {{.mesh = number, .parent = parent}}};
    const Result<void> result = write_glb(path, bad);
    return !result && !result.error().message.empty();
  };
  Mesh beyond = strip(3), uneven = strip(3), nan = strip(3), short_of_one = strip(3);
  beyond.triangles[1] = 3;
  uneven.normals.push_back({0, 0, 1});
  nan.positions[0][1] = std::numeric_limits<float>::quiet_NaN();
  short_of_one.triangles.pop_back();
  EXPECT_TRUE(fails(beyond, 0, 0, {}));
  EXPECT_TRUE(fails(uneven, 0, 0, {}));
  EXPECT_TRUE(fails(nan, 0, 0, {}));
  EXPECT_TRUE(fails(short_of_one, 0, 0, {}));
  EXPECT_TRUE(fails(good, 1, 0, {}));
  EXPECT_TRUE(fails(good, 0, 1, {}));
  EXPECT_TRUE(fails(good, 0, 0, 0));
  EXPECT_EQ(content_of(path), before);
  EXPECT_EQ(folder.entries(), 1U);
  EXPECT_FALSE(write_glb(folder.path("no/such/folder.glb"), scene));
}

/// Areas of triangles by where they look: west, east, down, up, north, south.
std::array<double, 6> areas_of(const GlbReader::Part& part) {
  std::array<double, 6> areas{};
  for (std::size_t t = 0; t < part.triangles.size(); t += 3) {
    const auto corner = [&](std::size_t k, std::size_t axis) {
      return part.positions[3 * static_cast<std::size_t>(part.triangles[t + k]) + axis];
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
      const double twice = (corner(1, u) - corner(0, u)) * (corner(2, v) - corner(0, v)) -
                           (corner(1, v) - corner(0, v)) * (corner(2, u) - corner(0, u));
      areas[2 * axis + (twice > 0 ? 1 : 0)] += std::abs(twice) / 2;
    }
  }
  return areas;
}

TEST(Glb, FacesOfVoxelsAreThoseOfTheWorld) {
  const TestFolder folder;
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  const VoxelChunk chunk = *world.chunk({5, 9}, 1);
  VoxelFaces faces;
  VoxelMesh quads;
  add_quads(*faces.find(chunk, world.table()), quads);
  const VoxelMeshParts parts = parts_of(quads, world.table());
  const GlbScene scene{.materials = {{}}, .meshes = {{"chunk", {{&parts.solid, 0}}}}, .nodes = {{.mesh = 0}}};
  ASSERT_TRUE(write_glb(folder.path("a.glb"), scene));
  // What can be seen of solid voxels, one by one.
  const auto solid = [&](int x, int y, int z) {
    const GroundId ground = z < 0 ? GroundId{1} : z >= chunk.height() ? GroundId{0} : chunk.at(x, y, z);
    return ground != 0 && (z < 0 || !world.table().grounds[ground].liquid);
  };
  std::array<double, 6> seen{};
  for (int z = 0; z < chunk.height(); ++z)
    for (int y = 0; y < chunk.side(); ++y)
      for (int x = 0; x < chunk.side(); ++x) {
        if (!solid(x, y, z)) continue;
        seen[0] += !solid(x - 1, y, z);
        seen[1] += !solid(x + 1, y, z);
        seen[2] += !solid(x, y, z - 1);
        seen[3] += !solid(x, y, z + 1);
        seen[4] += !solid(x, y - 1, z);
        seen[5] += !solid(x, y + 1, z);
      }
  EXPECT_EQ(areas_of(GlbReader(content_of(folder.path("a.glb"))).part(0)), seen);
}

#ifdef CRATON_HAS_TINYGLTF
TEST(Glb, IsReadByTinyGltf) {
  const TestFolder folder;
  const Mesh ground = square(2), water = strip(5);
  ASSERT_TRUE(write_glb(folder.path("a.glb"), scene_of(ground, water)));
  tinygltf::TinyGLTF reader;
  tinygltf::Model model;
  std::string errors, warnings;
  ASSERT_TRUE(reader.LoadBinaryFromFile(&model, &errors, &warnings, folder.path("a.glb"))) << errors;
  EXPECT_EQ(errors + warnings, "");
  ASSERT_EQ(model.meshes.size(), 2U);
  ASSERT_EQ(model.meshes[0].primitives.size(), 2U);
  EXPECT_EQ(model.nodes[2].translation, (std::vector<double>{1, 3, 2}));
  const tinygltf::Primitive& part = model.meshes[0].primitives[1];
  const tinygltf::Accessor& triangles = model.accessors[static_cast<std::size_t>(part.indices)];
  EXPECT_EQ(triangles.count, water.triangles.size());
  const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(triangles.bufferView)];
  std::vector<std::uint16_t> indices(triangles.count);
  std::memcpy(indices.data(), model.buffers[0].data.data() + view.byteOffset, view.byteLength);
  EXPECT_EQ(std::vector<std::uint32_t>(indices.begin(), indices.end()), water.triangles);
}
#endif

}  // namespace
}  // namespace craton
