#include "chunk_bytes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>

#include <craton/files/glb.h>
#include <craton/requests/scenes.h>

namespace craton::server {
namespace {

/// Faces of cubes; liquids come last, because they are drawn last.
Result<void> add_faces(const VoxelChunk& chunk, const VoxelTable& table, bool greedy, bool liquids_alone, ChunkMesh& out) {
  VoxelFaces faces;
  CRATON_TRY(const std::span<const VoxelQuad> quads,
             faces.find(chunk, table, {.greedy = greedy, .ambient_occlusion = !liquids_alone}));
  std::vector<VoxelQuad> solid, liquid;
  for (const VoxelQuad& quad : quads) (table.grounds[quad.ground].liquid ? liquid : solid).push_back(quad);
  if (!liquids_alone) add_quads(solid, out.mesh);
  out.solid = out.mesh.triangles.size();
  add_quads(liquid, out.mesh);
  return {};
}

/// Numbers one after the other, little endian.
class Writer {
 public:
  template <class T>
  void put(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    text.append(bytes, sizeof(T));
  }
  std::string text;
};

/// What a layout begins with.
struct Head {
  std::size_t vertices = 0, indices = 0, solid = 0, plants = 0;
  int side = 0, height = 0;  ///< of the box, in voxels
};

class LayoutWriter : public Writer {
 public:
  explicit LayoutWriter(const Head& head)
      // A power of two: whole places stay whole.
      : scale_(std::exp2(std::ceil(std::log2((static_cast<float>(std::max(head.side, head.height)) + 2) / 65536)))) {
    text.reserve(28 + head.vertices * 16 + head.indices * 4 + head.plants * 12);
    text += "CVX1";
    for (const std::size_t count : {head.vertices, head.indices, head.solid, head.plants}) put(static_cast<std::uint32_t>(count));
    put(scale_);
    put(static_cast<std::uint16_t>(head.side));
    put(static_cast<std::uint16_t>(head.height));
  }
  void vertex(const VoxelVertex& v, const std::array<std::uint8_t, 3>& colour) {
    for (const float place : {v.x, v.y, v.z}) put(static_cast<std::uint16_t>(std::lround((place + 1) / scale_)));
    put(v.ground);
    put(v.shade);
    for (const std::int8_t part : {v.normal_x, v.normal_y, v.normal_z, std::int8_t{0}}) put(part);
    for (const std::uint8_t part : {colour[0], colour[1], colour[2], std::uint8_t{255}}) put(part);
  }

 private:
  float scale_;
};

}  // namespace

Result<ChunkMesh> chunk_mesh(const VoxelChunk& chunk, const VoxelTable& table, const std::string& mesher) {
  ChunkMesh out;
  CRATON_TRY(const Mesher how, find_mesher(mesher, "mesher"));
  const std::optional<VoxelSurface> smooth = surface_of(how);
  if (!smooth) {
    CRATON_TRY(add_faces(chunk, table, how == Mesher::greedy, false, out));
    return out;
  }
  CRATON_TRY(add_surface(chunk, table, *smooth, out.mesh));
  CRATON_TRY(add_faces(chunk, table, true, true, out));
  return out;
}

std::string chunk_bytes(const ChunkMesh& made, const VoxelChunk& chunk, const VoxelTable& table) {
  LayoutWriter out({.vertices = made.mesh.vertices.size(),
                    .indices = made.mesh.triangles.size(),
                    .solid = made.solid,
                    .plants = chunk.plants().size(),
                    .side = chunk.side(),
                    .height = chunk.height()});
  for (const VoxelVertex& v : made.mesh.vertices) out.vertex(v, table.grounds[v.ground].colour);
  for (const std::uint32_t index : made.mesh.triangles) out.put(index);
  for (const VoxelPlant& plant : chunk.plants()) {
    out.put(plant.x);
    out.put(plant.y);
    out.put(plant.z);
    out.put(plant.species);
    out.put(plant.rotation);
    out.put(plant.size);
  }
  return std::move(out.text);
}

std::string plant_bytes(const PlantModel& plant, double step) {
  const auto voxels = [step](float metres) { return static_cast<float>(metres / step); };
  float reach = 1, top = 1;
  for (const PlantVertex& v : plant.vertices) {
    reach = std::max({reach, std::abs(voxels(v.x)), std::abs(voxels(v.y))});
    top = std::max(top, voxels(v.z));
  }
  const int half = static_cast<int>(std::ceil(reach));
  LayoutWriter out({.vertices = plant.vertices.size(),
                    .indices = plant.triangles.size(),
                    .solid = plant.triangles.size(),
                    .side = 2 * half,
                    .height = static_cast<int>(std::ceil(top))});
  for (const PlantVertex& v : plant.vertices) {
    VoxelVertex vertex{.x = voxels(v.x) + static_cast<float>(half), .y = voxels(v.y) + static_cast<float>(half)};
    vertex.z = std::max(voxels(v.z), -1.0F);
    vertex.normal_x = v.normal_x;
    vertex.normal_y = v.normal_y;
    vertex.normal_z = v.normal_z;
    out.vertex(vertex, v.colour);
  }
  for (const std::uint32_t index : plant.triangles) out.put(index);
  return std::move(out.text);
}

Result<std::string> chunk_scene(const ChunkMesh& made, const VoxelChunk& chunk, const VoxelWorld& world,
                                const PlantModels& plants) {
  const VoxelMeshParts parts = parts_of(made.mesh, world.table(), world.params().step);
  GlbScene scene;
  scene.name = "chunk";
  scene.materials = {{.name = "ground"}, water_material(false), {.name = "plants"}};
  scene.meshes = {{.name = "chunk", .parts = {{&parts.solid, 0}, {&parts.liquid, 1}}}};
  scene.nodes = {{.name = "chunk", .mesh = 0}};
  std::vector<PlantInstance> instances;
  plants.add_instances(chunk, instances);
  std::map<std::uint32_t, Mesh> models;  // those that stand here; their places do not change
  std::map<std::uint32_t, std::size_t> number_of_model;
  for (const PlantInstance& instance : instances) {
    const auto [number, fresh] = number_of_model.try_emplace(instance.model, scene.meshes.size());
    if (fresh) {
      const PlantModel& plant = plants.models()[instance.model];
      const Mesh& mesh = models.emplace(instance.model, mesh_of(plant)).first->second;
      scene.meshes.push_back({.name = world.species()[plant.species], .parts = {{&mesh, 2}}});
    }
    scene.nodes.push_back({.name = scene.meshes[number->second].name,
                           .mesh = number->second,
                           .place = {double{instance.x}, double{instance.y}, double{instance.z}},
                           .turn = double{instance.rotation},
                           .size = double{instance.scale}});
  }
  return glb_bytes(scene);
}

}  // namespace craton::server
