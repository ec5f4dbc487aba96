#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <map>
#include <numbers>
#include <optional>

#include <craton/base/math.h>
#include <craton/requests/scenes.h>
#include <craton/shape/plant_models.h>
#include <craton/shape/voxel_faces.h>
#include <craton/worlds/voxel_levels.h>

#include "base/text.h"

namespace craton {
namespace {

/// A chunk, with what stands in it.
struct ChunkScene {
  int x = 0, y = 0;  ///< in chunks from the middle
  int level = 0;     ///< of detail
  VoxelMeshParts parts;
  std::vector<PlantInstance> plants;  ///< of models of that level
};

class ChunkMesher {
 public:
  ChunkMesher(const VoxelWorld& world, const VoxelSceneOptions& what, const PlantModels& plants)
      : world_(world), what_(what), surface_(surface_of(what.mesher)), plants_(plants) {}

  Result<ChunkScene> make(int x, int y) {
    const int level = level_at(x, y), apron = surface_ ? apron_for_surface(level) : apron_for_level(level);
    CRATON_TRY(const VoxelChunk chunk, world_.chunk({what_.centre.x + x, what_.centre.y + y}, context_, apron));
    VoxelMesh mesh;
    if (surface_) {
      CRATON_TRY(add_ground(chunk, x, y, mesh));
      CRATON_TRY(add_faces(chunk, x, y, 0, mesh));  // the sea is flat: its merged faces need no levels
    } else if (level == 0) {
      CRATON_TRY(add_faces(chunk, x, y, 0, mesh));
    } else {
      CRATON_TRY(const VoxelChunk coarse, coarser(chunk, level));
      CRATON_TRY(add_faces(coarse, x, y, level, mesh));
    }
    ChunkScene scene{x, y, level, parts_of(mesh, world_.table(), world_.params().step), {}};
    if (what_.plants) plants_.add_instances(chunk, level, mesh, world_.table(), scene.plants);
    return scene;
  }

 private:
  /// By distance, so that chunks that touch differ by one at most.
  int level_at(int x, int y) const {
    if (what_.detail <= 0) return 0;
    const int smallest = std::min(world_.params().chunk_side, world_.params().chunk_height);
    int most = 0;
    while (2 << most < smallest && most < most_voxel_level) ++most;
    return voxel_level_at(std::max(std::abs(x), std::abs(y)), what_.detail, most);
  }

  Result<void> add_ground(const VoxelChunk& chunk, int x, int y, VoxelMesh& mesh) {
    if (what_.detail <= 0) return add_surface(chunk, world_.table(), *surface_, mesh);
    VoxelLevels levels{};
    for (int i = 0; i < 9; ++i) levels[static_cast<std::size_t>(i)] = level_at(x + i % 3 - 1, y + i / 3 - 1);
    return add_surface(chunk, world_.table(), *surface_, levels, mesh);
  }

  /// Surfaces are of solid ground: of their faces only those of liquids are wanted.
  Result<void> add_faces(const VoxelChunk& chunk, int x, int y, int level, VoxelMesh& mesh) {
    VoxelFaceOptions options{.greedy = what_.mesher != Mesher::culled, .ambient_occlusion = what_.occlusion, .floor = !surface_};
    const int r = what_.radius;
    const auto ends = [&](int dx, int dy) {
      const bool last = std::abs(x + dx) > r || std::abs(y + dy) > r;
      return last || level_at(x + dx, y + dy) != level_at(x, y) ? 1 : 0;
    };
    options.open_sides = static_cast<std::uint8_t>(ends(-1, 0) | ends(1, 0) << 1 | ends(0, -1) << 2 | ends(0, 1) << 3);
    if (surface_) options.open_sides = 0;
    CRATON_TRY(const std::span<const VoxelQuad> quads, faces_.find(chunk, world_.table(), options));
    if (!surface_) {
      if (what_.mesher == Mesher::closed)
        add_closed_quads(quads, chunk.side(), mesh, level);
      else
        add_quads(quads, mesh, level);
      return {};
    }
    std::vector<VoxelQuad> liquids;
    for (const VoxelQuad& quad : quads)
      if (world_.table().grounds[quad.ground].liquid) liquids.push_back(quad);
    add_quads(liquids, mesh);
    return {};
  }

  const VoxelWorld& world_;
  const VoxelSceneOptions& what_;
  std::optional<VoxelSurface> surface_;  // nothing: faces
  const PlantModels& plants_;
  VoxelContext context_;
  VoxelFaces faces_;
};

/// All chunks, row by row.
Result<std::deque<ChunkScene>> chunks_of(const VoxelWorld& world, const VoxelSceneOptions& what, const PlantModels& plants,
                                         const Execution& execution) {
  ChunkMesher mesher(world, what, plants);
  std::deque<ChunkScene> chunks;
  const double rows = 2.0 * what.radius + 1;
  for (int y = -what.radius; y <= what.radius; ++y) {
    for (int x = -what.radius; x <= what.radius; ++x) {
      if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      CRATON_TRY(ChunkScene chunk, mesher.make(x, y));
      chunks.push_back(std::move(chunk));
    }
    if (execution.progress) execution.progress->report((y + what.radius + 1) / rows);
  }
  return chunks;
}

std::array<double, 3> corner_of(const ChunkScene& chunk, const VoxelParams& params) {
  const double side = params.chunk_side * params.step;
  return {chunk.x * side, chunk.y * side, params.floor};
}

}  // namespace

Result<Scene> voxel_scene(const VoxelWorld& world, const VoxelSceneOptions& options, const Execution& execution) {
  const PlantModels plants = PlantModels::make(world);
  CRATON_TRY(std::deque<ChunkScene> chunks, chunks_of(world, options, plants, execution));
  const VoxelParams& params = world.params();
  const std::int64_t side = params.chunk_side * static_cast<std::int64_t>(params.step * units_per_metre);
  Scene scene;
  scene.glb = {.name = "voxels", .origin = {options.centre.x * side, options.centre.y * side, 0}, .in_place = options.in_place};
  scene.glb.notes = {{"kind", "voxels"}, {"seed", std::to_string(world.seed().value)}};
  scene.glb.materials = {{.name = "ground"}, water_material(false), {.name = "plants"}};
  std::map<std::pair<int, std::uint32_t>, std::size_t> mesh_of_plant;  // of the scene, by level and model
  for (ChunkScene& chunk : chunks) {
    const std::string name =
        concat({std::to_string(options.centre.x + chunk.x), "_", std::to_string(options.centre.y + chunk.y)});
    scene.triangles += (chunk.parts.solid.triangles.size() + chunk.parts.liquid.triangles.size()) / 3;
    const Mesh& solid = scene.meshes.emplace_back(std::move(chunk.parts.solid));
    const Mesh& liquid = scene.meshes.emplace_back(std::move(chunk.parts.liquid));
    scene.glb.meshes.push_back({name, {{&solid, 0}, {&liquid, 1}}});
    scene.glb.nodes.push_back({.name = name, .mesh = scene.glb.meshes.size() - 1, .place = corner_of(chunk, params)});
    const std::size_t parent = scene.glb.nodes.size() - 1;
    scene.things += chunk.plants.size();
    for (const PlantInstance& plant : chunk.plants) {
      const auto [number, first] = mesh_of_plant.try_emplace({chunk.level, plant.model}, scene.glb.meshes.size());
      if (first) {
        const Mesh& model = scene.meshes.emplace_back(mesh_of(plants.models(chunk.level)[plant.model]));
        scene.glb.meshes.push_back({world.species()[plants.models()[plant.model].species], {{&model, 2}}});
      }
      scene.glb.nodes.push_back(
          {.name = scene.glb.meshes[number->second].name,
           .mesh = number->second,
           .parent = parent,
           .place = {static_cast<double>(plant.x), static_cast<double>(plant.y), static_cast<double>(plant.z)},
           .turn = static_cast<double>(plant.rotation),
           .size = static_cast<double>(plant.scale)});
    }
  }
  scene.models = mesh_of_plant.size();
  return scene;
}

namespace {

/// A plant where it stands.
Mesh placed(const Mesh& model, const PlantInstance& plant) {
  const double angle = static_cast<double>(plant.rotation) * std::numbers::pi / 180;
  const auto c = static_cast<float>(math::cos(angle)), s = static_cast<float>(math::sin(angle));
  const auto turned = [&](const std::array<float, 3>& v) -> std::array<float, 3> {
    return {v[0] * c - v[1] * s, v[0] * s + v[1] * c, v[2]};
  };
  Mesh mesh = model;
  for (std::array<float, 3>& at : mesh.positions) {
    at = turned(at);
    at = {at[0] * plant.scale + plant.x, at[1] * plant.scale + plant.y, at[2] * plant.scale + plant.z};
  }
  for (std::array<float, 3>& normal : mesh.normals) normal = turned(normal);
  return mesh;
}

}  // namespace

Result<Mesh> voxel_mesh(const VoxelWorld& world, const VoxelSceneOptions& options, const Execution& execution) {
  const PlantModels plants = PlantModels::make(world);
  CRATON_TRY(const std::deque<ChunkScene> chunks, chunks_of(world, options, plants, execution));
  std::map<std::pair<int, std::uint32_t>, Mesh> models;
  Mesh mesh;
  for (const ChunkScene& chunk : chunks) {
    const std::array<double, 3> corner = corner_of(chunk, world.params());
    const std::array<float, 3> offset{static_cast<float>(corner[0]), static_cast<float>(corner[1]),
                                      static_cast<float>(corner[2])};
    append(chunk.parts.solid, mesh, offset);
    append(chunk.parts.liquid, mesh, offset);
    for (const PlantInstance& plant : chunk.plants) {
      const auto [model, first] = models.try_emplace({chunk.level, plant.model});
      if (first) model->second = mesh_of(plants.models(chunk.level)[plant.model]);
      append(placed(model->second, plant), mesh, offset);
    }
  }
  return mesh;
}

template <>
std::span<const std::string_view> choice_names<Mesher>() {
  static constexpr std::string_view names[] = {"greedy", "closed", "culled", "cubes", "tetrahedra", "nets"};
  return names;
}

Result<Mesher> find_mesher(std::string_view name, std::string_view path) {
  const std::span<const std::string_view> names = choice_names<Mesher>();
  const auto found = std::find(names.begin(), names.end(), name == "faces" ? "culled" : name);
  if (found != names.end()) return static_cast<Mesher>(found - names.begin());
  return Error{ErrorCode::invalid_value, std::string(path),
               concat({"found \"", name.substr(0, 64), "\", allowed ", joined(names)})};
}

std::optional<VoxelSurface> surface_of(Mesher mesher) {
  switch (mesher) {
    case Mesher::greedy:
    case Mesher::closed:
    case Mesher::culled: return {};
    case Mesher::cubes: return VoxelSurface::marching_cubes;
    case Mesher::tetrahedra: return VoxelSurface::marching_tetrahedra;
    case Mesher::nets: return VoxelSurface::surface_nets;
  }
  return {};
}

}  // namespace craton
